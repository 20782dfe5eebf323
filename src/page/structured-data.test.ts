import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { jobFor } from '../../test/corpus/content-job.ts';
import type { StructuredData } from '../domain/page.ts';
import { readResponse } from './read-response.ts';

async function structured(html: string): Promise<StructuredData> {
  const content = await readResponse(jobFor(html, { formats: ['structured_data'] }));
  assert.ok(content.structuredData !== undefined);
  return content.structuredData;
}

const linked = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
const json = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(value)}</script>`;

describe('JSON-LD', () => {
  test('a graph is its items, and what is named by id stands where it is named', async () => {
    const graph = {
      '@context': 'https://schema.org',
      '@graph': [
        { '@type': 'Article', '@id': '#a', headline: 'H', author: { '@id': '#p' } },
        { '@type': 'Person', '@id': '#p', name: 'A. Mole', worksFor: { '@id': '#a' } },
      ],
    };
    const { json_ld: items } = await structured(linked(graph));
    assert.equal(items.length, 2);
    assert.deepEqual(items[0], {
      '@context': 'https://schema.org',
      '@type': 'Article',
      '@id': '#a',
      headline: 'H',
      author: { '@type': 'Person', '@id': '#p', name: 'A. Mole', worksFor: { '@id': '#a' } },
    });
  });

  test('the author behind a reference is the author of the page', async () => {
    const html =
      linked({ '@type': 'Article', headline: 'H', author: { '@id': 'p' } }) +
      linked({ '@type': 'Person', '@id': 'p', name: 'A. Mole' });
    const { metadata } = await readResponse(jobFor(html));
    assert.equal(metadata.author, 'A. Mole');
  });

  test('references that multiply stay bounded', async () => {
    const graph = Array.from({ length: 40 }, (_, index) => ({
      '@id': `#${index}`,
      name: 'x',
      parts: [{ '@id': `#${index + 1}` }, { '@id': `#${index + 1}` }],
    }));
    const { json_ld: items } = await structured(linked({ '@graph': graph }));
    assert.ok(JSON.stringify(items).length < 20_000_000);
  });
});

describe('state of frameworks', () => {
  test('Nuxt: the flat payload is unfolded; what holds itself ends', async () => {
    const payload = [
      ['ShallowReactive', 1],
      { data: 2, self: 1, none: -1, when: 6 },
      { list: 3 },
      [4, 5],
      'one',
      7,
      ['Date', '2024-03-05T00:00:00.000Z'],
    ];
    const { embedded } = await structured(json('__NUXT_DATA__', payload));
    assert.deepEqual(embedded.__NUXT_DATA__, {
      data: { list: ['one', 7] },
      self: null,
      none: null,
      when: '2024-03-05T00:00:00.000Z',
    });
  });

  test('Apollo: entities stand in the queries, also inside of other state', async () => {
    const cache = {
      ROOT_QUERY: { product: { __ref: 'Product:1' } },
      'Product:1': { name: 'Lamp', related: [{ __ref: 'Product:1' }] },
    };
    const expected = { product: { name: 'Lamp', related: [{ __ref: 'Product:1' }] } };
    const { embedded } = await structured(
      `<script>window.__APOLLO_STATE__ = ${JSON.stringify(cache)};</script>${json('__NEXT_DATA__', { props: { pageProps: { apolloState: cache } } })}`,
    );
    assert.deepEqual(Reflect.get(embedded.__APOLLO_STATE__ as object, 'ROOT_QUERY'), expected);
    const next = embedded.__NEXT_DATA__ as { props: { pageProps: { apolloState: typeof cache } } };
    assert.deepEqual(next.props.pageProps.apolloState.ROOT_QUERY, expected);
  });

  test('React Server Components: rows over several pushes, with texts in their places', async () => {
    const stream =
      '0:{"title":"Boats","body":"$2"}\n1:I["chunk",[]]\n2:T8,ä\n123453:["$","p",null,{"children":"x"}]\n';
    const push = (text: string) => `<script>self.__next_f.push([1,${JSON.stringify(text)}])</script>`;
    const { embedded } = await structured(push(stream.slice(0, 20)) + push(stream.slice(20)));
    assert.deepEqual(embedded.__next_f, {
      '0': { title: 'Boats', body: 'ä\n12345' },
      '2': 'ä\n12345',
      '3': ['$', 'p', null, { children: 'x' }],
    });
  });

  test('undefined is null; a function is not data', async () => {
    const { embedded } = await structured(
      '<script>window.A={"a":undefined,"b":"undefined",};window.__NUXT__=(function(a){return {data:a}}(1));window.B={"f":function(){}}</script>',
    );
    assert.deepEqual(embedded, { A: { a: null, b: 'undefined' } });
  });
});

describe('microdata and RDFa', () => {
  test('itemref brings in what stands elsewhere, and a circle of them ends', async () => {
    const { microdata } = await structured(
      '<div itemscope itemtype="t" itemref="x gone"><i itemprop=a>1</i></div><p id=x><i itemprop=b>2</i></p><div itemscope id=self itemref=self><b itemprop=c>3</b></div>',
    );
    assert.deepEqual(microdata, [
      { type: ['t'], properties: { a: ['1'], b: ['2'] } },
      { properties: { c: ['3'] } },
    ]);
  });

  test('RDFa Lite: vocabulary, types, nested items, resource', async () => {
    const { rdfa } = await structured(
      '<div vocab="https://schema.org/" typeof="Event"><a property="url" href="/e">E</a><span property="location" typeof="Place" resource="#p"><b property="name">Quay</b></span><meta property="startDate" content="2024-03-05"></div>',
    );
    assert.deepEqual(rdfa, [
      {
        vocab: 'https://schema.org/',
        type: ['Event'],
        properties: {
          url: ['https://example.com/e'],
          location: [
            {
              vocab: 'https://schema.org/',
              type: ['Place'],
              resource: 'https://example.com/page#p',
              properties: { name: ['Quay'] },
            },
          ],
          startDate: ['2024-03-05'],
        },
      },
    ]);
  });
});
