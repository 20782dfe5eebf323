// Runs `webdata/content` in any runtime, and returns what a test compares.
const article = `<!doctype html><title>The ferry | Harbour News</title>
<nav><a href="/">Home</a> <a href="/news">News</a></nav>
<main><article><h1>Die Fähre</h1>
<p>Die Fähre verlässt die Insel jeden Morgen um acht Uhr und braucht etwa vierzig Minuten bis zum alten Hafen, sagt ihr Kapitän.</p>
<p>Im Sommer fährt sie zweimal am Tag, weil viele Gäste auf die Insel wollen, und im Winter nur, wenn das Meer ruhig ist.</p>
<p><a href="/plan.pdf">Fahrplan</a></p></article></main>
<footer>© Harbour News. Terms. Privacy.</footer>`;
const product = `<!doctype html><html lang="en"><title>Kettle | Shop</title><main><h1>Copper kettle</h1>
<p>Price: €49.90</p><p>In stock</p></main></html>`;

const manyLinks = Array.from({ length: 4_000 }, (_, at) => `<a href="#part-${at}">Part ${at}</a>`).join(' ');

export function exercise({ readHtml, extractValues }) {
  const page = readHtml(article, {
    url: 'https://harbour.example/ferry',
    formats: ['links', 'text', 'html'],
  });
  const schema = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      price: { type: 'number', minimum: 1 },
      color: { type: 'string' },
    },
  };
  const { data, missing } = extractValues(product, schema, { url: 'https://shop.example/kettle' });
  let invalid = null;
  try {
    extractValues(product, { type: 'thing' });
  } catch (error) {
    invalid = error.name;
  }
  return {
    markdown: page.markdown,
    language: [page.metadata.language, page.metadata.language_source],
    links: page.links.map(({ url }) => url),
    // Early releases of Node 20 fail at relative URLs after some thousands.
    anchors: readHtml(manyLinks, { url: 'https://harbour.example/', formats: ['links'] }).links.length,
    formats: [typeof page.text, typeof page.html],
    data,
    missing,
    invalid,
  };
}
