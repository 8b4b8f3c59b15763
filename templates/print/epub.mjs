#!/usr/bin/env node
// epub.mjs - the chapters of an edition, as the Lua filters leave them, become one
// EPUB 3 with its cover, contents and metadata.
//
//   node templates/print/epub.mjs OUT.epub [COVER.svg] IN.json...
//
// COVER is the figure on the cover. The first chapter says of which machine and day.

import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {Failure, loadPandoc, readDocument, refuse, run, writeWhole} from './tools.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

// Of a document's metadata, which are text by now.
function said(document, key) {
  const value = document.meta[key];
  return value?.t === 'MetaInlines' ? value.c.map(inline => inline.c ?? ' ').join('') : value?.c ?? '';
}

// The book is as old as its measurements, so that it is the same whenever it is built:
// for pandoc, which dates what it packs, that is now.
function stopTime(date) {
  const now = Date.parse(date);
  globalThis.Date = class extends Date {
    constructor(...given) {
      super(...given.length ? given : [now]);
    }
  };
}

// The blocks, with the figures that they show read into `files`. Pandoc's file system
// here is flat.
const flat = path => path.replaceAll('/', '__');
function withFiles(node, files) {
  if (Array.isArray(node)) return node.map(child => withFiles(child, files));
  if (node === null || typeof node !== 'object') return node;
  if (node.t === 'Image') {
    const [attributes, alt, [path, title]] = node.c;
    files[flat(path)] = readFileSync(path, 'utf8');
    return {t: 'Image', c: [attributes, alt, [flat(path), title]]};
  }
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withFiles(value, files)]));
}

const escape = text => text.replace(/[&<>]/g, sign => ({'&': '&amp;', '<': '&lt;', '>': '&gt;'})[sign]);

function coverOf(machine, date, figure) {
  const fill = {
    MACHINE: escape(machine), DATE: date,
    FIGURE: figure ? readFileSync(figure, 'utf8').replace(/^[^]*?<svg/, '<svg x="140" y="920"')
      .replace(/width="\d+" height="\d+"/, 'width="1320" height="1000"')
      .replace(/<(title|desc)>.*?<\/\1>/g, '') : '',
  };
  return readFileSync(join(here, 'cover.svg'), 'utf8').replace(/MACHINE|DATE|FIGURE/g, word => fill[word]);
}

// A name for what all of this tells apart, in the form that readers want.
function identifierOf(...parts) {
  const hash = createHash('sha1').update(['Bytes in Flight', ...parts].join('\n')).digest('hex');
  return `urn:uuid:${hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-5$3-8$4-$5')}`;
}

async function main([out, ...given]) {
  const inputs = given.filter(file => file.endsWith('.json'));
  if (!out || !inputs.length) {
    console.error('usage: node templates/print/epub.mjs OUT.epub [COVER.svg] IN.json...');
    return 2;
  }
  const chapters = inputs.map(readDocument);
  const machine = said(chapters[0], 'machine-title').replace(/^this machine \((.*)\)$/, '$1');
  const course = said(chapters[0], 'course');
  const time = said(chapters[0], 'date'), date = time.slice(0, 10);
  if (!Date.parse(date)) throw new Failure(`${inputs[0]}:1: no date of the measurement: measure again`);
  const convert = await loadPandoc();
  stopTime(date);

  const files = {
    'cover.svg': coverOf(machine, date, given.find(file => file.endsWith('.svg'))),
    'epub.css': readFileSync(join(here, 'epub.css'), 'utf8'),
  };
  const blocks = withFiles(chapters.flatMap(chapter => chapter.blocks), files);
  const result = await convert({
    from: 'json', to: 'epub3', standalone: true, 'output-file': 'book.epub',
    'html-math-method': 'mathml', 'number-sections': true, 'toc-depth': 2,
    'epub-cover-image': 'cover.svg', css: ['epub.css'],
    metadata: {
      title: `Bytes in Flight: GPU memory, measured on ${machine}`, subtitle: course,
      author: 'The authors of Bytes in Flight', lang: said(chapters[0], 'lang'), date,
      identifier: identifierOf(machine, time, course, said(chapters[0], 'solutions')),
      rights: 'Text and figures CC BY 4.0, code MIT',
      accessModes: ['textual', 'visual'], // pandoc says the rest: text is enough, and no hazards
      accessibilitySummary: 'Figures are described in words.',
    },
  }, JSON.stringify({'pandoc-api-version': [1, 23, 1], meta: {}, blocks}), files);
  refuse(result, out);
  writeWhole(out, new Uint8Array(await result.files['book.epub'].arrayBuffer()));
  return 0;
}

await run(main);
