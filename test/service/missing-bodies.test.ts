import assert from 'node:assert/strict';
import { test } from 'node:test';
import { declareV2Calls } from '../../src/app/composition/v2.ts';
import { declareOperations } from '../../src/app/operations/operations.ts';
import { startTestService } from './running-service.ts';

/** Operations on a resource that need no field: each takes the defaults if the request has no body. */
const withDefaults = new Set([
  'POST /v1/doctor',
  'POST /v1/recipes/{rid}/run',
  'POST /v1/recipes/{rid}/test',
  'POST /v1/datasets/{did}/export',
  'PATCH /v1/monitors/{mid}',
  'PATCH /v1/logins/{lid}',
  'PATCH /v1/keys/{id}',
  'POST /v1/workflows/{id}/runs',
  'POST /v1/runs/{run_id}/{action}',
  'POST /v1/jobs/{jid}/{action}',
  'POST /v1/webhooks/secret/rotate',
  'POST /v1/webhooks/deliveries/{id}/redeliver',
  'POST /v1/keys/{id}/link',
  'POST /v1/keys/{id}/rotate',
  'POST /v1/admin/settings/model/test',
]);

test('a request without a body is 422 unless the operation needs no field, and OpenAPI says which', async (t) => {
  const service = await startTestService(t);
  const { paths } = (await service.get('/openapi.json')).json;
  const operations = [...declareOperations(), ...declareV2Calls()].filter(({ input }) => input.body);
  assert.ok(operations.length > 30);
  for (const { method, path } of operations) {
    const route = `${method} ${path}`;
    const isRequired = !withDefaults.has(route);
    const described = paths[path]?.[method.toLowerCase()];
    if (described !== undefined) assert.equal(described.requestBody.required, isRequired, route);
    if (!isRequired) continue;
    const address = path.replaceAll(/\{\w+\}/g, 'x_1');
    const { status, json } = await service.request(method, address);
    assert.equal(status, 422, `${route}: ${JSON.stringify(json)}`);
    assert.ok(path.startsWith('/v2') || json.errors.length > 0, route);
  }
});

test('a browser without options is opened with an empty object, and not without a body', async (t) => {
  const service = await startTestService(t);
  const without = await service.request('POST', '/v1/browser');
  assert.deepEqual([without.status, without.json.errors[0].pointer], [422, '']);
  assert.match(without.json.detail, /body is missing.*\{\} selects the default/);
  // No browser is configured here, so that the request got as far as opening one.
  const empty = await service.post('/v1/browser', {});
  assert.deepEqual([empty.status, empty.json.code], [501, 'not_configured']);
});
