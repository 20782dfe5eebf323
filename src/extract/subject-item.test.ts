import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jobFor } from '../../test/corpus/content-job.ts';
import { extractPage } from '../app/threads/extract-page.ts';
import type { ParsedPage } from '../page/parsed-page.ts';
import { readHtml } from '../page/read/read-html.ts';

const text = '<p>The lock keeper opens the gates at dawn, and the first barge enters the basin.</p>'.repeat(
  4,
);

/** Returns the values of string fields by name. */
function valuesOf(names: readonly string[], heading: string, items: object[], body = ''): object {
  const data = `<script type="application/ld+json">${JSON.stringify(items)}</script>`;
  const html = `<!doctype html><html lang="en"><title>${heading} | Quay Notes</title>${data}<body><main><h1>${heading}</h1><p>By Bo Mole</p>${text}${body}</main></body></html>`;
  const { parsed } = readHtml(html, jobFor(html, { url: 'https://quay.example/notes/7' }));
  const schema = {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  };
  const job = { prompt: null, layouts: [], learns: false, blockTokens: 0, taught: [] };
  const { values } = extractPage(parsed as ParsedPage, { schema, ...job });
  return Object.fromEntries(values.map(({ pointer, value }) => [pointer.slice(1), value]));
}

const recipe = {
  '@type': 'Recipe',
  name: 'Crab soup',
  author: { '@type': 'Person', name: 'Ada Crane' },
  recipeYield: '4 servings',
};

describe('title and author of a schema', () => {
  test('are those of the item that answers its other fields', () => {
    assert.deepEqual(valuesOf(['title', 'author', 'yields'], 'Our best crab soup for cold days', [recipe]), {
      title: 'Crab soup',
      author: 'Ada Crane',
      yields: '4 servings',
    });
    const book = {
      '@type': 'Book',
      name: 'Tides',
      author: { '@type': 'Person', name: 'Ada Crane' },
      isbn: '9780306406157',
    };
    assert.deepEqual(valuesOf(['title', 'author', 'isbn'], 'Tides: what we thought of it', [book]), {
      title: 'Tides',
      author: 'Ada Crane',
      isbn: '9780306406157',
    });
    const job = {
      '@type': 'JobPosting',
      title: 'Lock keeper',
      hiringOrganization: { '@type': 'Organization', name: 'Mole & Sons' },
      employmentType: 'part-time',
    };
    const { title } = valuesOf(['title', 'employment_type'], 'Lock keeper wanted at the northern quay', [
      job,
    ]) as {
      title?: string;
    };
    assert.equal(title, 'Lock keeper');
  });

  test('are those of the page if the schema asks for nothing that only the item has', () => {
    assert.deepEqual(valuesOf(['title', 'author'], 'Our best crab soup for cold days', [recipe]), {
      title: 'Our best crab soup for cold days',
      author: 'Bo Mole',
    });
  });

  test('are not those of one of the items that a page lists', () => {
    const items = ['Brass lamp', 'Oak oar', 'Sail bag'].map((name, at) => ({
      '@type': 'Product',
      name,
      offers: { '@type': 'Offer', price: `${at + 5}.00`, priceCurrency: 'EUR' },
    }));
    const { title } = valuesOf(['title', 'price'], 'Things from the harbour', items) as { title?: string };
    assert.equal(title, 'Things from the harbour');
  });
});
