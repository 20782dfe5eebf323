import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { jobFor } from '../../test/corpus/content-job.ts';
import { extractPage } from '../app/threads/extract-page.ts';
import { assembleFound } from '../extract/assemble-found.ts';
import { describePage } from '../extract/describe-page.ts';
import { readResponse } from '../page/read/read-response.ts';
import { extractValues, readHtml } from './content.ts';

const corpus = new URL('../../test/corpus/pages/', import.meta.url);
const pages = readdirSync(corpus)
  .filter((name) => name.endsWith('.html'))
  .map((name) => ({ name, html: readFileSync(new URL(name, corpus), 'utf8') }));
const url = 'https://example.com/page';
const schema = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    author: { type: 'string' },
    price: { type: 'number' },
    published: { type: 'string', format: 'date' },
    images: { type: 'array', items: { type: 'string', format: 'uri' } },
  },
};

describe('the library returns what the service returns', () => {
  for (const { name, html } of pages) {
    test(name, async () => {
      const extract = { schema, prompt: null, layouts: [], learns: false, blockTokens: 0, taught: [] };
      const job = jobFor(html, {
        url,
        formats: ['html', 'text', 'links', 'images', 'structured_data'],
        extract,
      });
      const served = await readResponse(job, { describe: describePage, extract: extractPage });
      const { content_type: _, charset: __, ...metadata } = served.metadata;
      const read = readHtml(html, { url, formats: ['html', 'text', 'links', 'images', 'structured_data'] });
      assert.equal(read.markdown, served.markdown);
      assert.deepEqual(read.metadata, metadata);
      assert.deepEqual(
        [read.title, read.html, read.text, read.links, read.images, read.structured_data],
        [served.title, served.html, served.text, served.links, served.images, served.structuredData],
      );
      if (served.extraction === undefined) return;
      const { data, missing } = assembleFound({ schema, found: served.extraction.values, byModel: [] });
      const values = extractValues(html, schema, { url });
      assert.deepEqual([values.data, values.missing], [data, missing]);
    });
  }
});

test('characters that a person cannot see are removed', () => {
  const { metadata } = readHtml('<title>Ket\u200b\u{e0041}tle</title><p>x');
  assert.equal(metadata.title, 'Kettle');
});

describe('options', () => {
  const html =
    '<nav>Menu of the site</nav><main><h1>Kettle</h1><p class=a>Copper.</p><a href="/b">More</a></main>';

  test('selectors, the whole page, and requested formats alone', () => {
    assert.equal(readHtml(html, { includeSelectors: ['.a'] }).markdown, 'Copper.');
    assert.doesNotMatch(readHtml(html, { excludeSelectors: ['.a'] }).markdown, /Copper/);
    assert.match(readHtml(html, { onlyMainContent: false }).markdown, /Menu of the site/);
    assert.deepEqual(Object.keys(readHtml(html)), ['title', 'markdown', 'metadata', 'warnings']);
  });

  test('without a URL, relative links lead nowhere real', () => {
    assert.equal(readHtml(html, { formats: ['links'] }).links?.[0]?.url, 'https://page.invalid/b');
    assert.throws(() => readHtml(html, { url: '/relative' }), /The URL \/relative is not valid/);
  });

  test('without a schema, the data that the page holds', () => {
    const data =
      '<script type="application/ld+json">{"@type":"Product","name":"Kettle","sku":"K-1"}</script>';
    const values = extractValues(data + html, null, { url });
    assert.equal(Reflect.get(Object(values.data), 'name'), 'Kettle');
    assert.ok(Object.keys(Object(values.schema.properties)).includes('name'));
  });

  test('an invalid schema states its position', () => {
    assert.throws(() => extractValues(html, { type: 'thing' }), TypeError);
  });
});
