// Parts of the programs that read pages with a JavaScript library: `PROGRAM LIBRARY MANIFEST OUTPUT PEER_FOLDER`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [library, manifest, output, folder] = process.argv.slice(2);
// Libraries report problems of pages on the console.
console.error = () => {};
console.warn = () => {};
console.log = () => {};

export { library, output };

/** Imports a module of the folder with the libraries. */
export const load = (entry) => import(pathToFileURL(join(folder, 'node_modules', entry)).href);

const { parseHTML } = await load('linkedom/esm/index.js');

/** Parses HTML into the document that all libraries read. */
export const parseDocument = (html) => parseHTML(html).document;

/** Calls `read` with each page of the manifest and `write` with its result, or with the error. */
export async function readPages(read, write) {
  let pages = 0;
  for (const line of readFileSync(manifest, 'utf8').split('\n').filter(Boolean)) {
    const { id, file, url } = JSON.parse(line);
    const html = readFileSync(file, 'utf8');
    let result = null;
    let error = null;
    const since = process.cpuUsage();
    try {
      result = await read(html, url);
    } catch (failure) {
      error = String(failure).slice(0, 300);
    }
    const { user, system } = process.cpuUsage(since);
    write({ id, result, error, ms: (user + system) / 1000 });
    pages += 1;
  }
  return pages;
}

/** Reports the number of pages and ends when the caller has read it: libraries may leave timers behind. */
export function finish(pages) {
  process.stdout.write(`${JSON.stringify({ pages })}\n`);
  process.stdin.on('end', () => process.exit(0)).resume();
}
