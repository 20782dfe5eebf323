import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { llmsFullPath, llmsFullText, llmsIndex, llmsPath } from '../../scripts/llms-files.ts';
import { referencePages } from '../../scripts/reference-pages.ts';
import { clientsPage, clientsPath, databasePage, databasePath } from '../../scripts/write-docs.ts';
import { startTestService } from '../service/running-service.ts';

test('the reference needs no key and no external resources', async (t) => {
  const service = await startTestService(t);
  const { status, headers, json: page } = await service.get('/docs/api-reference', { key: null });
  assert.equal(status, 200);
  assert.match(headers.get('content-type') ?? '', /^text\/html/);
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/);
  assert.doesNotMatch(headers.get('content-security-policy') ?? '', /unsafe|https?:|\*/);
  const parts = [...String(page).matchAll(/<(?:script|link)[^>]+(?:src|href)="([^"]+)"/g)].map(
    ([, url]) => url,
  );
  assert.match(parts.join(' '), /swagger-ui-bundle\.\w+\.js .*api-reference\.\w+\.js/);
  for (const part of parts.filter((url) => url !== 'data:,')) {
    assert.match(String(part), /^\/docs\//);
    assert.equal((await service.get(String(part), { key: null })).status, 200, part);
  }
  const llms = (await service.get('/llms.txt', { key: null })).json;
  assert.ok(llms.includes(`${service.url}/openapi.json`));
});

test('the generated reference matches the declarations of the operations', async () => {
  for (const { path, text } of referencePages())
    assert.equal(
      await readFile(new URL(`../../docs/${path}`, import.meta.url), 'utf8'),
      text,
      'run npm run generate',
    );
});

test('the page on third-party clients matches the calls of /v2', async () => {
  assert.equal(await readFile(clientsPath, 'utf8'), clientsPage());
});

test('the page on database tables names the files that hold the SQL', async () => {
  const page = await databasePage();
  assert.equal(await readFile(databasePath, 'utf8'), page);
  const section = page.split('\n## ').find((text) => text.startsWith('frontier\n')) ?? '';
  assert.match(section, /Written by: .*jobs\/frontier\/finish-statement\.ts/);
  assert.match(section, /Read by: .*jobs\/frontier\/frontier-claim\.ts/);
});

test('llms.txt links to every page of the documentation, and llms-full.txt contains them', async () => {
  const index = await readFile(llmsPath, 'utf8');
  assert.equal(index, await llmsIndex(), 'run npm run generate');
  assert.equal(await readFile(llmsFullPath, 'utf8'), await llmsFullText(), 'run npm run generate');
  assert.match(index, /^# webdata\n\n> .+\n\n/);
  for (const [, title, path, summary] of index.matchAll(/^- \[(.+?)\]\((.+?)\)(?:: (.+))?$/gm)) {
    assert.ok((await readFile(new URL(`../../${path}`, import.meta.url), 'utf8')).startsWith(`# ${title}`));
    assert.ok(path?.startsWith('docs/decisions/') || (summary?.length ?? 0) > 20, path);
  }
});

test('the pages that describe errors of settings are part of the site', async (t) => {
  const service = await startTestService(t);
  const { json } = await service.post('/v1/search', { query: 'quay' });
  assert.equal(json.code, 'not_configured');
  const { status, json: page } = await service.get(new URL(json.documentation).pathname, { key: null });
  assert.equal(status, 200);
  assert.match(String(page), /<h1 id="search"/);
});
