// tools.mjs - what pdf.mjs and epub.mjs share: errors, files, documents and pandoc.

import {mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';

// An error that the user can do something about. Its message is the line to print.
export class Failure extends Error {}

export const oneLine = text => text.trim().replace(/\s*\n\s*/g, ' ');

// A document, from pandoc's JSON.
export function readDocument(file) {
  let document;
  try {
    document = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Failure(`${file}:1: ${error.code ? 'cannot be read' : 'is not JSON'}: ${error.message}`);
  }
  if (!document?.blocks || !document.meta) throw new Failure(`${file}:1: is no document of pandoc's`);
  return document;
}

// A part of a document in which each element of one type is what change(element) makes of it: a list
// of elements.
export function replaced(node, type, change) {
  const inner = child => replaced(child, type, change);
  if (Array.isArray(node)) return node.flatMap(child => child?.t === type ? change(child) : [inner(child)]);
  if (node === null || typeof node !== 'object') return node;
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, inner(value)]));
}

// Returns a function that converts blocks with pandoc. As in weave.sh, pandoc's warnings are errors.
export async function loadPandoc() {
  const {convert} = await import('pandoc-wasm').catch(error => {
    throw error.code === 'ERR_MODULE_NOT_FOUND' ? new Failure("pdf, epub: the npm packages are missing: run 'make setup'") : error;
  });
  return async (file, options, {meta, blocks}, files) => {
    // Debian's pandoc 2.17 writes version 1.22, which pandoc 3 refuses; nothing we use differs.
    const text = JSON.stringify({'pandoc-api-version': [1, 23, 1], meta, blocks});
    const result = await convert({from: 'json', standalone: true, ...options}, text, files);
    const warnings = result.warnings.filter(({verbosity}) => verbosity !== 'INFO').map(({pretty}) => pretty);
    const trouble = [result.stderr, ...warnings].filter(Boolean);
    if (trouble.length) throw new Failure(`${file}:1: pandoc: ${oneLine(trouble.join('; '))}`);
    return result;
  };
}

// Writes a file whole or not at all. It is as old as this program, so that make notices what changed
// while it ran.
export function writeWhole(file, bytes) {
  const part = `${file}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(file), {recursive: true});
    writeFileSync(part, bytes);
    utimesSync(part, performance.timeOrigin / 1000, performance.timeOrigin / 1000);
    renameSync(part, file);
  } catch (error) {
    rmSync(part, {force: true});
    throw new Failure(`${file}:1: cannot be written: ${error.message}`);
  }
}

// Runs a program: main(arguments) returns its exit status.
export async function run(main) {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error.stack);
    process.exitCode = 1;
  }
}
