import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestFor } from './fuzz-request.ts';
import { shrinkRequest } from './shrink-request.ts';

test('a failing request is reduced to the parts that make it fail', async () => {
  const body = {
    url: 'http://a/',
    formats: ['markdown', 'links'],
    headers: { a: '1', b: '\0' },
    focus: 'x'.repeat(900),
  };
  const request = requestFor(
    { owner: 'main', key: 'k', scopes: [] },
    {
      group: 'POST /v1/scrape',
      method: 'POST',
      target: '/v1/scrape?async=true&dry_run=false',
      headers: [
        ['Content-Type', 'application/json'],
        ['Accept', '*/*'],
      ],
      body: Buffer.from(JSON.stringify(body)),
    },
  );
  const smallest = await shrinkRequest(
    request,
    async (candidate) => candidate.body?.includes('\\u0000') === true,
  );
  assert.deepEqual(JSON.parse(String(smallest.body)), { headers: { b: '\0' } });
  assert.equal(smallest.target, '/v1/scrape');
  assert.deepEqual(smallest.headers, [['Content-Type', 'application/json']]);
});
