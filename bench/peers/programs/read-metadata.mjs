// Reads the metadata of pages with one library: `read-metadata.mjs LIBRARY MANIFEST OUTPUT PEER_FOLDER`, with the input
// and the output of read_metadata.py.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [library, manifest, output, folder] = process.argv.slice(2);
const load = (entry) => import(pathToFileURL(join(folder, 'node_modules', entry)).href);
// Libraries report problems of pages on the console.
console.error = () => {};
console.warn = () => {};
console.log = () => {};

const { parseHTML } = await load('linkedom/esm/index.js');
const libraries = {
  async readability() {
    const { Readability } = await load('@mozilla/readability/index.js');
    return (html) => {
      const found = new Readability(parseHTML(html).document).parse();
      return { title: found?.title, author: found?.byline, published: found?.publishedTime };
    };
  },
  async defuddle() {
    const { Defuddle } = await load('defuddle/dist/node.js');
    return (html, url) => Defuddle(parseHTML(html).document, url, { useAsync: false });
  },
};

const read = await libraries[library]();
writeFileSync(output, '');
let pages = 0;
for (const line of readFileSync(manifest, 'utf8').split('\n').filter(Boolean)) {
  const { id, file, url } = JSON.parse(line);
  let found = {};
  let error = null;
  try {
    found = await read(readFileSync(file, 'utf8'), url);
  } catch (failure) {
    error = String(failure).slice(0, 300);
  }
  const { title = null, author = null, published = null } = found;
  appendFileSync(output, `${JSON.stringify({ id, title, author, published, error })}\n`);
  pages += 1;
}
process.stdout.write(`${JSON.stringify({ pages })}\n`);
process.stdin.on('end', () => process.exit(0)).resume();
