import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { errorsPage, errorsPath } from '../../scripts/write-docs.ts';
import { pageErrorCodes } from '../../src/domain/pages/outcome.ts';
import { failureKinds } from '../../src/domain/system/failure.ts';
import { startTestService } from '../service/running-service.ts';

test('docs/errors.md has a section for each code of requests and pages', async () => {
  const page = await readFile(errorsPath, 'utf8');
  assert.equal(page, await errorsPage(), 'run npm run generate');
  const anchors = [...page.matchAll(/^<a id="([\w-]+)"><\/a>\n\n### `([\w]+)`$/gm)].map(
    ([, anchor]) => anchor,
  );
  const pageCodes = Object.values(pageErrorCodes).flat();
  assert.deepEqual(anchors, [...failureKinds, ...pageCodes.map((code) => `page-${code}`)]);
});

test('the type of each problem links to the section of its code, which the service serves', async (t) => {
  const service = await startTestService(t);
  const { json: page } = await service.get('/docs/errors', { key: null });
  const answers = [
    await service.get('/v1/account', { key: null }),
    await service.get('/v1/jobs/job_none'),
    await service.post('/v1/scrape', { url: 'https://quayside.example/', colour: 1 }),
    await service.request('PATCH', '/v1/scrape'),
    await service.get('/v1/nothing'),
  ];
  const codes = answers.map(({ json: { type, code } }) => {
    assert.equal(type, `${service.url}/docs/errors#${code}`);
    assert.ok(String(page).includes(` id="${code}"`), code);
    return code;
  });
  assert.deepEqual(codes, ['unauthorized', 'not_found', 'invalid', 'method_not_allowed', 'not_found']);
  assert.equal(answers[3]?.headers.get('allow'), 'POST');
});

test('errors that a setting solves name it', async (t) => {
  const service = await startTestService(t);
  const compared = await service.post('/v1/compare', {
    url: 'https://quayside.example/',
    countries: ['DE', 'FR'],
  });
  assert.match(JSON.stringify(compared.json), /WEBDATA_EXITS.{0,40}docs\/exits\.md/);
  const { json } = await service.post('/v1/scrape', { url: 'http://10.0.0.5/' });
  assert.equal(json.error.code, 'private_address');
  assert.match(json.error.message, /WEBDATA_ALLOW_NETWORKS/);
});
