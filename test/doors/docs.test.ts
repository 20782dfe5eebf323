import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { clientsPage, clientsPath } from '../../scripts/write-docs.ts';
import { startTestService } from '../service/running-service.ts';

test('the reference needs no key and nothing from elsewhere', async (t) => {
  const service = await startTestService(t);
  const { status, headers, json: page } = await service.get('/docs', { key: null });
  assert.equal(status, 200);
  assert.match(headers.get('content-type') ?? '', /^text\/html/);
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/);
  const parts = [...String(page).matchAll(/<(?:script|link)[^>]+(?:src|href)="([^"]+)"/g)].map(
    ([, url]) => url,
  );
  assert.equal(parts.length, 4);
  for (const part of parts.filter((url) => url !== 'data:,')) {
    assert.match(String(part), /^\/docs\//);
    assert.equal((await service.get(String(part), { key: null })).status, 200, part);
  }
  const llms = (await service.get('/llms.txt', { key: null })).json;
  assert.ok(llms.includes(`${service.url}/openapi.json`));
});

test('the page on third-party clients is what the calls of /v2 say', async () => {
  assert.equal(await readFile(clientsPath, 'utf8'), clientsPage());
});
