import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { jobFor } from '../../../test/corpus/content-job.ts';
import type { StructuredData } from '../../domain/pages/page.ts';
import { describePage } from '../../extract/describe-page.ts';
import { readResponse } from '../read/read-response.ts';

async function readStructured(html: string): Promise<StructuredData> {
  const content = await readResponse(jobFor(html, { formats: ['structured_data'] }));
  assert.ok(content.structuredData !== undefined);
  return content.structuredData;
}

const jsonLdScript = (value: unknown) =>
  `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
const jsonScript = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(value)}</script>`;

describe('JSON-LD', () => {
  test('a graph is split into items, and references by id are resolved', async () => {
    const graph = {
      '@context': 'https://schema.org',
      '@graph': [
        { '@type': 'Article', '@id': '#a', headline: 'H', author: { '@id': '#p' } },
        { '@type': 'Person', '@id': '#p', name: 'A. Mole', worksFor: { '@id': '#a' } },
      ],
    };
    const { json_ld: items } = await readStructured(jsonLdScript(graph));
    assert.equal(items.length, 2);
    assert.deepEqual(items[0], {
      '@context': 'https://schema.org',
      '@type': 'Article',
      '@id': '#a',
      headline: 'H',
      author: { '@type': 'Person', '@id': '#p', name: 'A. Mole', worksFor: { '@id': '#a' } },
    });
  });

  test('a referenced author is the author of the page', async () => {
    const html =
      jsonLdScript({ '@type': 'Article', headline: 'H', author: { '@id': 'p' } }) +
      jsonLdScript({ '@type': 'Person', '@id': 'p', name: 'A. Mole' });
    const { metadata } = await readResponse(jobFor(html), { describe: describePage });
    assert.equal(metadata.author, 'A. Mole');
  });

  test('exponentially growing references are limited', async () => {
    const graph = Array.from({ length: 40 }, (_, index) => ({
      '@id': `#${index}`,
      name: 'x',
      parts: [{ '@id': `#${index + 1}` }, { '@id': `#${index + 1}` }],
    }));
    const { json_ld: items } = await readStructured(jsonLdScript({ '@graph': graph }));
    assert.ok(JSON.stringify(items).length < 20_000_000);
  });
});

describe('framework state', () => {
  test('Nuxt: the flat payload is decoded; cycles end', async () => {
    const payload = [
      ['ShallowReactive', 1],
      { data: 2, self: 1, none: -1, when: 6 },
      { list: 3 },
      [4, 5],
      'one',
      7,
      ['Date', '2024-03-05T00:00:00.000Z'],
    ];
    const { embedded } = await readStructured(jsonScript('__NUXT_DATA__', payload));
    assert.deepEqual(embedded.__NUXT_DATA__, {
      data: { list: ['one', 7] },
      self: null,
      none: null,
      when: '2024-03-05T00:00:00.000Z',
    });
  });

  test('Apollo: entities are resolved in queries, also in nested state', async () => {
    const cache = {
      ROOT_QUERY: { product: { __ref: 'Product:1' } },
      'Product:1': { name: 'Lamp', related: [{ __ref: 'Product:1' }] },
    };
    const expected = { product: { name: 'Lamp', related: [{ __ref: 'Product:1' }] } };
    const { embedded } = await readStructured(
      `<script>window.__APOLLO_STATE__ = ${JSON.stringify(cache)};</script>${jsonScript('__NEXT_DATA__', { props: { pageProps: { apolloState: cache } } })}`,
    );
    assert.deepEqual(Reflect.get(embedded.__APOLLO_STATE__ as object, 'ROOT_QUERY'), expected);
    const next = embedded.__NEXT_DATA__ as { props: { pageProps: { apolloState: typeof cache } } };
    assert.deepEqual(next.props.pageProps.apolloState.ROOT_QUERY, expected);
  });

  test('React Server Components: rows across several pushes, with resolved texts', async () => {
    const stream =
      '0:{"title":"Boats","body":"$2"}\n1:I["chunk",[]]\n2:T8,ä\n123453:["$","p",null,{"children":"x"}]\n';
    const push = (text: string) => `<script>self.__next_f.push([1,${JSON.stringify(text)}])</script>`;
    const { embedded } = await readStructured(push(stream.slice(0, 20)) + push(stream.slice(20)));
    assert.deepEqual(embedded.__next_f, {
      '0': { title: 'Boats', body: 'ä\n12345' },
      '2': 'ä\n12345',
      '3': ['$', 'p', null, { children: 'x' }],
    });
  });

  test('undefined becomes null; functions are skipped', async () => {
    const { embedded } = await readStructured(
      '<script>window.A={"a":undefined,"b":"undefined",};window.__NUXT__=(function(a){return {data:a}}(1));window.B={"f":function(){}}</script>',
    );
    assert.deepEqual(embedded, { A: { a: null, b: 'undefined' } });
  });
});

describe('microdata and RDFa', () => {
  test('itemref adds properties of other elements, and cycles end', async () => {
    const { microdata } = await readStructured(
      '<div itemscope itemtype="t" itemref="x gone"><i itemprop=a>1</i></div><p id=x><i itemprop=b>2</i></p><div itemscope id=self itemref=self><b itemprop=c>3</b></div>',
    );
    assert.deepEqual(microdata, [
      { type: ['t'], properties: { a: ['1'], b: ['2'] } },
      { properties: { c: ['3'] } },
    ]);
  });

  test('RDFa Lite: vocabulary, types, nested items, resource', async () => {
    const { rdfa } = await readStructured(
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
