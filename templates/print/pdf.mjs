#!/usr/bin/env node
// pdf.mjs - turns chapters, as the Lua filters leave them, into tagged PDFs (PDF/UA-1).
//
//   node templates/print/pdf.mjs [--FORM] IN.json OUT.pdf [[--FORM] IN.json OUT.pdf ...]
//
// IN is pandoc's JSON, of 2.17 or later. FORM is one for a class: slides, beside which comes what pdfpc, a
// presenter's console, shows with them; notes, which are the same on paper; worksheet, which wants
// SOLUTIONS=none; or solutions. Loading pandoc-wasm takes longer than a chapter does, so one call for an
// edition is much faster than one for each PDF. But it keeps some 20 MB for each, so do not print many
// editions in one call.
//
// PAPER, SOLUTIONS, COURSE and DATE come from the environment. Their text reaches Typst as strings,
// which it never reads as its own language.

import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {basename, dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {Failure, loadPandoc, oneLine, readDocument, replaced, run, writeWhole} from './tools.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '../..'); // paths of figures are relative to this

// The values of each option, the default first; null stands for any text.
const choices = {PAPER: ['a4', 'letter'], SOLUTIONS: ['appendix', 'inline', 'none'], COURSE: null, DATE: null};

// The forms for a class, and the files that say how they look. That of the others is forms.typ.
const forms = {slides: 'slides', notes: 'slides', worksheet: 'worksheet', solutions: 'solutions'};

// The template that pandoc fills in.
const fields = {subtitle: '[$subtitle$]', lang: '"$lang$"', number: '[$number$]', 'machine-name': '[$machine-name$]',
  date: '[$date$]', commit: '[$commit$]', version: '[$version$]', 'borrows-from': '[$borrows-from$]',
  address: '$address$'};
const templateOf = form => `#import "/templates/print/${forms[form] ?? 'forms'}.typ": *
#show: ${form ?? '$if(form)$$form$$else$chapter$endif$'}.with(
  title: [$title$],
${Object.entries(fields).map(([name, value]) => `$for(${name})$  ${name}: ${value},\n$endfor$`).join('')})
$body$
`;

function loadTypst() {
  process.env.FONTCONFIG_FILE = join(here, 'fonts.conf');
  return createRequire(import.meta.url)('@myriaddreamin/typst-ts-node-compiler').NodeCompiler;
}

function optionsOf(environment) {
  return Object.fromEntries(Object.entries(choices).map(([name, words]) => {
    const value = environment[name] || words?.[0] || '';
    if (words && !words.includes(value)) {
      throw new Failure(`pdf: ${name}=${JSON.stringify(value)}: it is ${words.join(' or ')}`);
    }
    return [name.toLowerCase(), value];
  }));
}

// ---- From pandoc's JSON to Typst ----------------------------------------------------------

const nameOf = file => basename(file).replace(/(\.json)?$/, '.typ');

const converted = new Map(); // the Typst of each file, because the book holds chapters

async function typstOf(file, form, convert) {
  const key = `${form} ${file}`;
  if (!converted.has(key)) {
    const {meta, blocks} = readDocument(file);
    const heading = blocks.find(block => block.t === 'Header' && block.c[0] === 1);
    meta.title ??= {t: 'MetaInlines', c: heading?.c[2] ?? []};
    // PDF/UA wants words for equations, and what we have is their TeX.
    const raw = text => ({t: 'RawInline', c: ['typst', text]});
    const described = replaced(blocks, 'Math', math =>
      [raw(`#[#set math.equation(alt: ${JSON.stringify(math.c[1].trim())});`), math, raw(']')]);
    // Citations are made already, and highlighting is left to Typst, as for quoted code.
    const options = {to: 'typst-citations', wrap: 'none', 'syntax-highlighting': 'idiomatic', template: 'form'};
    converted.set(key, (await convert(file, options, {meta, blocks: described}, {form: templateOf(form)})).stdout);
  }
  return converted.get(key);
}

// The sources of a PDF by name: its own, and those that it includes from beside it.
async function sourcesOf(file, form, convert) {
  const own = await typstOf(file, form, convert);
  const all = {[nameOf(file)]: own};
  for (const [, name] of own.matchAll(/^#include "(.*)\.typ"$/gm)) {
    all[`${name}.typ`] = await typstOf(join(dirname(file), `${name}.json`), form, convert);
  }
  return all;
}

// ---- From Typst to PDF --------------------------------------------------------------------

// A line for each error, at the place in the chapter that led to it. Behind an error Typst lists what
// it was "while calling", or in an "import" of, the outermost last.
function explain(found, folder) {
  const errors = [];
  for (const {path = '', range, message, hints} of found) {
    const place = path.replace(/^.*(?=templates\/)/, '').replace(/^.*in-memory\//, `${folder}/`)
      + `:${(range?.start.line ?? 0) + 1}`;
    if (errors.length && message.startsWith('while ')) errors.at(-1).place = place;
    else if (!errors.length || message !== 'import') errors.push({place, text: oneLine([message, ...hints ?? []].join('; '))});
  }
  return errors.map(({place, text}) => `${place}: ${text}`).join('\n') || `${folder}: Typst says nothing`;
}

// A message for when Typst refuses to write a PDF. Mostly the fonts lack a letter, so we look for that
// letter in the options and in the chapters.
function whyRefused(error, sources, file) {
  const messages = [...error.message.matchAll(/message: "((?:[^"\\]|\\.)*)"/g)].map(match => JSON.parse(`"${match[1]}"`));
  const lacking = messages.map(message => /the text `"(.+?)"` could not/.exec(message)?.[1]).filter(Boolean);
  const places = ['COURSE', 'DATE'].map(name =>
    ({text: process.env[name] ?? '', at: () => `pdf: ${name}=${JSON.stringify(process.env[name])}`}));
  for (const path of Object.keys(sources).map(name => `chapters/${name.replace(/typ$/, 'md')}`).filter(existsSync)) {
    const text = readFileSync(path, 'utf8');
    places.push({text, at: letter => `${path}:${text.slice(0, text.indexOf(letter)).split('\n').length}`});
  }
  for (const {text, at} of places) {
    const letter = lacking.find(each => text.includes(each));
    if (letter) return `${at(letter)}: the fonts of the book have no '${letter}'`;
  }
  return `${file}:1: not accessible: ${oneLine(messages.join('; ') || error.message)}`;
}

// The PDF of a document, and what pdfpc is to know of it if it has slides.
function pdfOf(sources, file, options, NodeCompiler) {
  let compiler, result, found;
  const isUnsettled = () => result.result && found.length && found.every(({message}) => message.includes('did not converge'));
  // A page number may move its own line to another page, and a figure with it. Then the height at which
  // figures stand in another way, beside() of book.typ, is moved until that no longer happens.
  for (const half of ['0.5', '0.45', '0.55']) {
    compiler = NodeCompiler.create({workspace: root, inputs: {...options, half, main: nameOf(file)}});
    for (const [name, source] of Object.entries(sources)) {
      compiler.addSource(join(root, 'in-memory', name), source);
    }
    result = compiler.compile({mainFilePath: join(root, 'in-memory', nameOf(file))});
    found = [result.takeError(), result.takeWarnings()]
      .flatMap(diagnostics => diagnostics ? compiler.fetchDiagnostics(diagnostics) : []);
    if (!isUnsettled()) break;
  }
  if (isUnsettled()) {
    console.error(`${file}:1: the layout did not settle: a page number in the text may be wrong by one`);
  } else if (found.length || !result.result) {
    for (const [name, source] of Object.entries(sources)) { // messages speak of their lines
      writeFileSync(join(dirname(file), name), source);
    }
    throw new Failure(explain(found, dirname(file)));
  }
  try {
    const pdf = compiler.pdf(result.result, {pdfStandard: 'ua-1'});
    return {pdf, pdfpc: compiler.query(result.result, {selector: '<pdfpc>', field: 'value'})[0]};
  } catch (error) {
    throw new Failure(whyRefused(error, sources, file));
  }
}

// The documents that are asked for, each {form, from, to}; nothing if that is no list of them.
function documentsOf(words) {
  const documents = [];
  for (let i = 0; i < words.length; i += 2) {
    const form = words[i].startsWith('--') ? words[i++].slice(2) : undefined;
    if (words.length < i + 2 || form !== undefined && !forms[form]) return undefined;
    documents.push({form, from: words[i], to: words[i + 1]});
  }
  return documents.length ? documents : undefined;
}

async function main(words) {
  const documents = documentsOf(words);
  if (!documents) {
    console.error('usage: node templates/print/pdf.mjs [--FORM] IN.json OUT.pdf [[--FORM] IN.json OUT.pdf ...]');
    return 2;
  }
  const options = optionsOf(process.env);
  const convert = await loadPandoc();
  const NodeCompiler = loadTypst();
  let failed = 0;
  for (const {form, from, to} of documents) {
    try {
      const {pdf, pdfpc} = pdfOf(await sourcesOf(from, form, convert), from, options, NodeCompiler);
      writeWhole(to, pdf);
      if (pdfpc) writeWhole(to.replace(/\.pdf$/, '.pdfpc'), JSON.stringify(pdfpc, null, 1) + '\n');
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      console.error(error.message);
      failed = 1;
    }
  }
  return failed;
}

await run(main);
