#!/usr/bin/env node
// epub.mjs - joins the chapters of an edition, as the Lua filters leave them, into one EPUB 3 with a
// cover, contents and metadata.
//
//   node templates/print/epub.mjs OUT.epub [COVER.svg] IN.json...
//
// COVER is the figure on the cover. The first chapter says which machine was measured, and when.

import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {Failure, loadPandoc, readDocument, replaced, run, writeWhole} from './tools.mjs';

const beside = name => readFileSync(join(fileURLToPath(new URL('.', import.meta.url)), name), 'utf8');

// The metadata `key` of a document, as text.
function said(document, key) {
  const value = document.meta[key];
  return value?.t === 'MetaInlines' ? value.c.map(inline => inline.c ?? ' ').join('') : value?.c ?? '';
}

// Pandoc dates what it packs. The clock stops at the time of the measurements, so that the book is the
// same whenever it is built.
function stopTime(date) {
  const now = Date.parse(date);
  globalThis.Date = class extends Date {
    constructor(...given) {
      super(...given.length ? given : [now]);
    }
  };
}

const escape = text => text.replace(/[&<>]/g, sign => ({'&': '&amp;', '<': '&lt;', '>': '&gt;'})[sign]);

// A drawing as a reader shows it that has not the book's sans, or whose pages are dark.
const drawingOf = path => readFileSync(path, 'utf8').replaceAll('"IBM Plex Sans"', '"IBM Plex Sans, sans-serif"')
  .replace('fill="none"', 'fill="#fffdf8"'); // gnuplot's first shape is its canvas

function coverOf(machine, date, figure) {
  const fill = {
    MACHINE: escape(machine), DATE: date,
    FIGURE: figure ? drawingOf(figure).replace(/^[^]*?<svg/, '<svg x="140" y="1150"')
      .replace(/width="\d+" height="\d+"/, 'width="1320" height="1000"').replace(/<(title|desc)>.*?<\/\1>/g, '') : '',
  };
  return beside('cover.svg').replace(/MACHINE|DATE|FIGURE/g, word => fill[word]);
}

// A name for what all these parts tell apart, in the form that readers want.
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
  const wanted = ['machine-title', 'course', 'date', 'lang', 'solutions', 'version'];
  const [machine, course, time, lang, solutions, version] = wanted
    .map(key => said(chapters[0], key).replace(/^this machine \((.*)\)$/, '$1'));
  const date = time.slice(0, 10);
  if (!Date.parse(date)) throw new Failure(`${inputs[0]}:1: no date of the measurement: measure again`);
  const convert = await loadPandoc();
  stopTime(date);

  const files = {'cover.svg': coverOf(machine, date, given.find(file => file.endsWith('.svg'))), 'epub.css': beside('epub.css')};
  // Pandoc's file system has no folders here.
  const blocks = replaced(chapters.flatMap(chapter => chapter.blocks), 'Image', ({c: [attributes, alt, [path, title]]}) => {
    const flat = path.replaceAll('/', '__');
    files[flat] = drawingOf(path);
    return [{t: 'Image', c: [attributes, alt, [flat, title]]}];
  });
  const result = await convert(out, {
    to: 'epub3', 'output-file': 'book.epub', 'html-math-method': 'mathml', 'number-sections': true, 'toc-depth': 2,
    'epub-cover-image': 'cover.svg', css: ['epub.css'],
    metadata: {
      title: `Bytes in Flight: GPU memory, measured on ${machine}`, subtitle: course,
      author: 'The authors of Bytes in Flight', lang, date, identifier: identifierOf(machine, time, course, solutions),
      rights: `Bytes in Flight${version && `, ${version}`}. Text and figures CC BY 4.0, code MIT`,
      accessModes: ['textual', 'visual'], // pandoc adds that text is enough, and that there are no hazards
      accessibilitySummary: 'Figures are described in words.',
    },
  }, {meta: {}, blocks}, files);
  writeWhole(out, new Uint8Array(await result.files['book.epub'].arrayBuffer()));
  return 0;
}

await run(main);
