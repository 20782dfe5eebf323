// Reads the main content of pages with one library: `read-pages.mjs LIBRARY MANIFEST OUTPUT PEER_FOLDER`, with the input
// and the output of read_pages.py. The libraries return HTML.
import { createWriteStream, readFileSync } from 'node:fs';
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
    return (html) => new Readability(parseHTML(html).document).parse()?.content ?? '';
  },
  async defuddle() {
    const { Defuddle } = await load('defuddle/dist/node.js');
    return async (html, url) =>
      (await Defuddle(parseHTML(html).document, url, { useAsync: false })).content ?? '';
  },
};

const read = await libraries[library]();
const results = createWriteStream(output);
let pages = 0;
for (const line of readFileSync(manifest, 'utf8').split('\n').filter(Boolean)) {
  const { id, file, url } = JSON.parse(line);
  const html = readFileSync(file, 'utf8');
  let content = '';
  let error = null;
  const since = process.cpuUsage();
  try {
    content = await read(html, url);
  } catch (failure) {
    error = String(failure).slice(0, 300);
  }
  const { user, system } = process.cpuUsage(since);
  results.write(`${JSON.stringify({ id, form: 'html', content, ms: (user + system) / 1000, error })}\n`);
  pages += 1;
}
results.end(() => process.stdout.write(`${JSON.stringify({ pages })}\n`));
process.stdin.on('end', () => process.exit(0)).resume();
