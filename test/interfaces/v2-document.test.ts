import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { declareV2Calls } from '../../src/app/composition/v2.ts';
import { fieldDescriptions } from '../../src/interfaces/v2/openapi/field-descriptions.ts';
import { createV2Document } from '../../src/interfaces/v2/openapi/v2-document.ts';
import { findUndescribed, lintOpenApi } from './openapi-rules.ts';

const calls = declareV2Calls();
const document = createV2Document(calls, '1.0.0');
const paths = document.paths as Record<
  string,
  Record<
    string,
    { operationId: string; requestBody?: { content: { 'application/json': { schema: object } } } }
  >
>;

test('the document of /v2 is valid and has every call', async () => {
  const result = await new Validator().validate(structuredClone(document));
  assert.deepEqual(result.errors ?? [], []);
  assert.deepEqual(await lintOpenApi(document), []);
  const described = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  assert.deepEqual(described.sort(), calls.map(({ method, path }) => `${method} ${path}`).sort());
  const ids = Object.values(paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
  assert.equal(new Set(ids).size, calls.length);
});

test('every field of /v2 has a description, and every description a field', () => {
  assert.deepEqual(findUndescribed(document), []);
  const text = JSON.stringify(document);
  const unused = Object.entries(fieldDescriptions).filter(
    ([, description]) => !text.includes(JSON.stringify(description)),
  );
  assert.deepEqual(unused, []);
});

const bodies: Record<string, unknown[]> = {
  '/v2/scrape': [
    { url: 'https://shop.example/', formats: ['markdown', { type: 'json', prompt: 'the price' }] },
    {
      url: 'https://shop.example/',
      actions: [
        { type: 'wait', milliseconds: 5 },
        { type: 'click', selector: '#a' },
      ],
    },
    { url: 'https://shop.example/', actions: [{ type: 'click' }] },
    { url: 'https://shop.example/', actions: [{ type: 'wait' }] },
    { url: 'https://shop.example/', actions: [{ type: 'wait', milliseconds: 5, selector: '#a' }] },
    { url: 'https://shop.example/', unknown: 1 },
    { formats: ['markdown'] },
    { url: 7 },
  ],
  '/v2/crawl': [
    {
      url: 'https://shop.example/',
      limit: 5,
      webhook: { url: 'https://shop.example/hook', events: ['page'] },
    },
    { url: 'https://shop.example/', limit: 0 },
    { url: 'https://shop.example/', sitemap: 'never' },
  ],
  '/v2/search': [
    { query: 'lamp', sources: ['web', { type: 'news' }] },
    { query: '' },
    { query: 'lamp', sources: ['books'] },
  ],
};

test('the document of /v2 accepts a body exactly if the call does', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  for (const [path, values] of Object.entries(bodies)) {
    const call = calls.find((one) => one.path === path && one.method === 'POST');
    const validate = ajv.compile({
      components: document.components,
      ...paths[path]?.post?.requestBody?.content['application/json'].schema,
    });
    for (const value of values)
      assert.equal(
        validate(value),
        call?.input.body?.safeParse(value).success,
        `${path} ${JSON.stringify(value)}`,
      );
  }
});
