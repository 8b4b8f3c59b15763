// tools.mjs - what pdf.mjs and epub.mjs share: errors, files and pandoc.

import {readFileSync, renameSync, rmSync, utimesSync, writeFileSync} from 'node:fs';

// An error that the user can do something about: its message is the line to print.
export class Failure extends Error {}

export const oneLine = text => text.trim().replace(/\s*\n\s*/g, ' ');

// A document as pandoc's JSON.
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

export async function loadPandoc() {
  try {
    return (await import('pandoc-wasm')).convert;
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Failure("pdf, epub: the npm packages are missing: run 'make setup'");
  }
}

// Pandoc's warnings are errors here, too.
export function refuse(result, file) {
  const trouble = [result.stderr, ...result.warnings.filter(w => w.verbosity !== 'INFO').map(w => w.pretty)]
    .filter(Boolean);
  if (trouble.length) throw new Failure(`${file}:1: pandoc: ${oneLine(trouble.join('; '))}`);
}

// As old as this program, so that what it reads and changes meanwhile is not missed.
export function writeWhole(file, bytes) {
  const part = `${file}.${process.pid}.tmp`;
  try {
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
