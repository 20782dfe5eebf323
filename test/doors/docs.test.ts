import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { clientsPage, clientsPath } from '../../scripts/write-docs.ts';
import { startTestService } from '../service/running-service.ts';

test('the reference needs no key and nothing from elsewhere, and holds every operation', async (t) => {
  const service = await startTestService(t);
  const { status, headers, json: page } = await service.get('/docs', { key: null });
  assert.equal(status, 200);
  assert.match(headers.get('content-type') ?? '', /^text\/html/);
  const { tools } = (await service.get('/v1/catalog', { key: null })).json;
  for (const { name, path } of tools) {
    assert.ok(page.includes(`<section id="${name}">`), name);
    assert.ok(page.includes(`data-path="${path}"`), path);
  }
  assert.doesNotMatch(page, /<(script|link|img)[^>]+(src|href)=/);
  const llms = (await service.get('/llms.txt', { key: null })).json;
  assert.ok(llms.includes(`${service.url}/openapi.json`));
});

test('the page on third-party clients is what the calls of /v2 say', async () => {
  assert.equal(await readFile(clientsPath, 'utf8'), clientsPage());
});
