#!/usr/bin/env node
// epub.mjs - the chapters of an edition, as the Lua filters leave them, become one
// EPUB 3 with its cover, contents and metadata.
//
//   node templates/epub.mjs OUT.epub COVER IN.json...
//
// COVER is the figure on the cover. The first chapter says of which machine and day.

import {createHash} from 'node:crypto';
import {readFileSync, renameSync, writeFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {fileURLToPath} from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const [out, figure, ...inputs] = process.argv.slice(2);
const chapters = inputs.map(file => JSON.parse(readFileSync(file, 'utf8')));

// Of a chapter's metadata, which are text by now.
function said(key) {
  const value = chapters[0].meta[key];
  return value?.t === 'MetaInlines' ? value.c.map(inline => inline.c ?? ' ').join('') : value?.c ?? '';
}
const machine = said('machine-title').replace(/^this machine \((.*)\)$/, '$1');
const date = said('date').slice(0, 10);

// The book is as old as its measurements, so that it is the same whenever it is built:
// for pandoc, which dates what it packs, that is now.
const now = Date.parse(date);
globalThis.Date = class extends Date {
  constructor(...given) {
    super(...given.length ? given : [now]);
  }
};

// Pandoc's file system here is flat.
const flat = path => path.replaceAll('/', '__');
const files = {};
function withFiles(node) {
  if (Array.isArray(node)) return node.map(withFiles);
  if (node === null || typeof node !== 'object') return node;
  if (node.t === 'Image') {
    const [attributes, alt, [path, title]] = node.c;
    files[flat(path)] = readFileSync(path, 'utf8');
    return {t: 'Image', c: [attributes, alt, [flat(path), title]]};
  }
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withFiles(value)]));
}
const blocks = withFiles(chapters.flatMap(chapter => chapter.blocks));

const escape = text => text.replace(/[&<>]/g, sign => ({'&': '&amp;', '<': '&lt;', '>': '&gt;'})[sign]);
files['cover.svg'] = readFileSync(join(here, 'cover.svg'), 'utf8')
  .replace('MACHINE', escape(machine)).replace('DATE', date)
  .replace('FIGURE', readFileSync(figure, 'utf8').replace(/^[^]*?<svg/, '<svg x="140" y="920"')
    .replace(/width="\d+" height="\d+"/, 'width="1320" height="1000"')
    .replace(/<(title|desc)>.*?<\/\1>/g, ''));
files['epub.css'] = readFileSync(join(here, 'epub.css'), 'utf8');

// A name for what is on this machine on this day, in the form that readers want.
const hash = createHash('sha1').update(`Bytes in Flight\n${machine}\n${said('date')}`).digest('hex');
const identifier = `urn:uuid:${hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-5$3-8$4-$5')}`;

const {convert} = await import('pandoc-wasm');
const result = await convert({
  from: 'json', to: 'epub3', standalone: true, 'output-file': 'book.epub',
  'html-math-method': 'mathml', 'number-sections': true, 'toc-depth': 2,
  'epub-cover-image': 'cover.svg', css: ['epub.css'],
  metadata: {
    title: `Bytes in Flight: GPU memory, measured on ${machine}`,
    author: 'The authors of Bytes in Flight', lang: said('lang'), date, identifier,
    rights: 'Text and figures CC BY 4.0, code MIT',
    accessModes: ['textual', 'visual'], accessModeSufficient: ['textual'],
    accessibilityFeatures: ['alternativeText', 'readingOrder', 'structuralNavigation', 'tableOfContents'],
    accessibilityHazards: ['none'],
    accessibilitySummary: 'Figures are described in words.',
  },
}, JSON.stringify({'pandoc-api-version': [1, 23, 1], meta: {}, blocks}), files);
const trouble = [result.stderr, ...result.warnings.filter(w => w.verbosity !== 'INFO').map(w => w.pretty)]
  .filter(Boolean).join('; ').trim();
if (trouble) {
  console.error(`${basename(out)}: pandoc: ${trouble.replace(/\s*\n\s*/g, ' ')}`);
  process.exit(1);
}
writeFileSync(`${out}.tmp`, new Uint8Array(await result.files['book.epub'].arrayBuffer()));
renameSync(`${out}.tmp`, out);
