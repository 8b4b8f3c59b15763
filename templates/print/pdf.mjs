#!/usr/bin/env node
// pdf.mjs - chapters, as the Lua filters leave them, become tagged PDFs (PDF/UA-1).
//
//   node templates/print/pdf.mjs IN.json OUT.pdf [IN.json OUT.pdf ...]
//
// IN is pandoc's JSON, of 2.17 or later. Loading pandoc-wasm takes longer than
// a chapter does, so one call for an edition is much faster than one for each PDF.
// It keeps some 20 MB for each, so one call for many editions is none.
//
// PAPER, SOLUTIONS, COURSE and DATE come from the environment. Their text reaches
// Typst as strings that it never reads as its own language.

import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {basename, dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {Failure, loadPandoc, oneLine, readDocument, refuse, run, writeWhole} from './tools.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '../..');        // paths of figures are relative to this

// What each option may be, the default first; undefined: any text.
const choices = {PAPER: ['a4', 'letter'], SOLUTIONS: ['appendix', 'inline', 'none'], COURSE: undefined, DATE: undefined};

// What pandoc fills in; how it looks is for forms.typ.
const template = `#import "/templates/print/forms.typ": *
#show: $if(form)$$form$$else$chapter$endif$.with(
  title: [$title$],
$for(subtitle)$  subtitle: [$subtitle$],
$endfor$$for(lang)$  lang: "$lang$",
$endfor$$for(number)$  number: [$number$],
$endfor$$for(machine-name)$  machine-name: [$machine-name$],
$endfor$$for(date)$  date: [$date$],
$endfor$$for(commit)$  commit: [$commit$],
$endfor$$for(borrows-from)$  borrows-from: [$borrows-from$],
$endfor$$for(address)$  address: $address$,
$endfor$)
$body$
`;

function loadTypst() {
  process.env.FONTCONFIG_FILE = join(here, 'fonts.conf');
  return createRequire(import.meta.url)('@myriaddreamin/typst-ts-node-compiler').NodeCompiler;
}

// Equations need words (PDF/UA); what we have is their TeX.
function describe(node) {
  if (Array.isArray(node)) {
    return node.flatMap(child => child?.t === 'Math'
      ? [raw(`#[#set math.equation(alt: ${JSON.stringify(child.c[1].trim())});`), child, raw(']')]
      : [describe(child)]);
  }
  if (node === null || typeof node !== 'object') return node;
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, describe(value)]));
}

const raw = text => ({t: 'RawInline', c: ['typst', text]});

const converted = new Map();             // of files that were converted, since the book holds chapters

async function typstOf(file, convert) {
  if (converted.has(file)) return converted.get(file);
  const ast = readDocument(file);
  ast['pandoc-api-version'] = [1, 23, 1]; // 2.17 says 1.22, which 3 refuses; nothing we use differs
  const heading = ast.blocks.find(block => block.t === 'Header' && block.c[0] === 1);
  ast.meta.title ??= {t: 'MetaInlines', c: heading?.c[2] ?? []};
  ast.blocks = describe(ast.blocks);
  const result = await convert({
    from: 'json',
    to: 'typst-citations',               // they are made already, by citeproc
    standalone: true,
    wrap: 'none',
    'syntax-highlighting': 'idiomatic',  // leaves it to Typst, as for quoted code
    template: 'form',
  }, JSON.stringify(ast), {form: template});
  refuse(result, file);
  converted.set(file, result.stdout);
  return result.stdout;
}

// The sources of a PDF by name: its own, and those that it includes from beside it.
async function sourcesOf(file, convert) {
  const own = await typstOf(file, convert);
  const all = {[nameOf(file)]: own};
  for (const [, name] of own.matchAll(/^#include "(.*)\.typ"$/gm)) {
    all[`${name}.typ`] = await typstOf(join(dirname(file), `${name}.json`), convert);
  }
  return all;
}

const nameOf = file => basename(file).replace(/(\.json)?$/, '.typ');

// A line an error, at the place in the chapter that led to it. What Typst was
// "while calling", or in an "import" of, comes behind its error, the outermost last.
function explain(found, folder) {
  const errors = [];
  for (const {path = '', range, message, hints} of found) {
    const place = path.replace(/^.*(?=templates\/)/, '').replace(/^.*in-memory\//, `${folder}/`)
      + `:${(range?.start.line ?? 0) + 1}`;
    if (errors.length && message.startsWith('while ')) errors.at(-1).place = place;
    else if (errors.length && message === 'import') continue;
    else errors.push({place, text: oneLine([message, ...hints ?? []].join('; '))});
  }
  return errors.map(({place, text}) => `${place}: ${text}`).join('\n') || `${folder}: Typst says nothing`;
}

function optionsOf(environment) {
  const inputs = {};
  for (const [name, words] of Object.entries(choices)) {
    const value = environment[name] || words?.[0] || '';
    if (words && !words.includes(value)) {
      throw new Failure(`pdf: ${name}=${JSON.stringify(value)}: it is ${words.join(' or ')}`);
    }
    inputs[name.toLowerCase()] = value;
  }
  return inputs;
}

// Where some text stands in a file, if it does.
function placeOf(text, file) {
  const line = existsSync(file) ? readFileSync(file, 'utf8').split('\n').findIndex(each => each.includes(text)) : -1;
  return line < 0 ? undefined : `${file}:${line + 1}`;
}

function pdfOf(sources, file, options, NodeCompiler) {
  const inputs = {...options, main: nameOf(file)};
  const compiler = NodeCompiler.create({workspace: root, inputs});
  for (const [name, source] of Object.entries(sources)) {
    compiler.addSource(join(root, 'in-memory', name), source);
  }
  const result = compiler.compile({mainFilePath: join(root, 'in-memory', nameOf(file))});
  const found = [result.takeError(), result.takeWarnings()]
    .flatMap(diagnostics => diagnostics ? compiler.fetchDiagnostics(diagnostics) : []);
  // A page number that moves its own line to another page: rare, and no reason to have no PDF.
  if (result.result && found.length && found.every(({message}) => message.includes('did not converge'))) {
    console.error(`${file}:1: the layout did not settle: a page number in the text may be wrong by one`);
  } else if (found.length || !result.result) {
    for (const [name, source] of Object.entries(sources)) { // the lines that messages speak of
      writeFileSync(join(dirname(file), name), source);
    }
    throw new Failure(explain(found, dirname(file)));
  }
  try {
    return compiler.pdf(result.result, {pdfStandard: 'ua-1'});
  } catch (error) {
    const messages = [...error.message.matchAll(/message: "((?:[^"\\]|\\.)*)"/g)]
      .map(match => JSON.parse(`"${match[1]}"`));
    const lacking = messages.map(message => /the text `"(.+?)"` could not/.exec(message)?.[1]).filter(Boolean);
    for (const name of ['COURSE', 'DATE']) {
      const text = lacking.find(letter => process.env[name]?.includes(letter));
      if (text) throw new Failure(`pdf: ${name}=${JSON.stringify(process.env[name])}: the fonts of the book have no '${text}'`);
    }
    for (const letter of lacking) {
      const place = Object.keys(sources).map(name => placeOf(letter, `chapters/${name.replace(/typ$/, 'md')}`)).find(Boolean);
      if (place) throw new Failure(`${place}: the fonts of the book have no '${letter}'`);
    }
    throw new Failure(`${file}:1: not accessible: ${oneLine(messages.join('; ') || error.message)}`);
  }
}

async function main(files) {
  if (files.length === 0 || files.length % 2) {
    console.error('usage: node templates/print/pdf.mjs IN.json OUT.pdf [IN.json OUT.pdf ...]');
    return 2;
  }
  const options = optionsOf(process.env);
  const convert = await loadPandoc();
  const NodeCompiler = loadTypst();
  let failed = 0;
  for (let i = 0; i < files.length; i += 2) {
    try {
      const sources = await sourcesOf(files[i], convert);
      writeWhole(files[i + 1], pdfOf(sources, files[i], options, NodeCompiler));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      console.error(error.message);
      failed = 1;
    }
  }
  return failed;
}

await run(main);
