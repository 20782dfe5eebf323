// Reads the metadata of pages with one library, with the arguments of library-pages.mjs and the input and the output of
// read_metadata.py.
import { appendFileSync, writeFileSync } from 'node:fs';
import { finish, library, load, output, parseDocument, readPages } from './library-pages.mjs';

const libraries = {
  async readability() {
    const { Readability } = await load('@mozilla/readability/index.js');
    return (html) => {
      const found = new Readability(parseDocument(html)).parse();
      return { title: found?.title, author: found?.byline, published: found?.publishedTime };
    };
  },
  async defuddle() {
    const { Defuddle } = await load('defuddle/dist/node.js');
    return (html, url) => Defuddle(parseDocument(html), url, { useAsync: false });
  },
};

writeFileSync(output, '');
const pages = await readPages(await libraries[library](), ({ id, result, error }) => {
  const { title = null, author = null, published = null } = result ?? {};
  appendFileSync(output, `${JSON.stringify({ id, title, author, published, error })}\n`);
});
finish(pages);
