// Reads the main content of pages with one library, with the arguments of library-pages.mjs and the input and the output of
// read_pages.py. The libraries return HTML.
import { createWriteStream } from 'node:fs';
import { finish, library, load, output, parseDocument, readPages } from './library-pages.mjs';

const libraries = {
  async readability() {
    const { Readability } = await load('@mozilla/readability/index.js');
    return (html) => new Readability(parseDocument(html)).parse()?.content;
  },
  async defuddle() {
    const { Defuddle } = await load('defuddle/dist/node.js');
    return async (html, url) => (await Defuddle(parseDocument(html), url, { useAsync: false })).content;
  },
};

const results = createWriteStream(output);
const pages = await readPages(await libraries[library](), ({ id, result, error, ms }) => {
  results.write(`${JSON.stringify({ id, form: 'html', content: result ?? '', ms, error })}\n`);
});
results.end(() => finish(pages));
