import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { type LoopbackServer, startLoopbackServer } from '../world/loopback-server.ts';
import { readsFacts } from '../world/model-reader.ts';
import { type ChatRequest, type ModelServer, startModelServer } from '../world/model-server.ts';
import { startTestService, type TestService } from './running-service.ts';

const path = '/v1/admin/settings/model';
const apiKey = 'sk-quay-0123456789';
const schema = {
  type: 'object',
  properties: { guardian: { type: 'string', description: 'who watches the depot at night' } },
};
const facts = readsFacts({ guardian: 'Mira Solheim' });

let site: LoopbackServer;
let model: ModelServer;
before(async () => {
  const body =
    '<!DOCTYPE html><html lang="en"><title>Depot 7</title><body><main><h1>Depot 7</h1><p>The night watch of this depot is kept by Mira Solheim, who came in spring.</p></main>';
  site = await startLoopbackServer(
    '127.0.0.11',
    () => new Map(['/1', '/2', '/3'].map((at) => [at, { body }])),
  );
  const write = (request: ChatRequest) =>
    JSON.stringify(request.body).includes('bicycle') ? '{"colour": "green"}' : facts(request);
  model = await startModelServer({ write });
});
after(async () => {
  await site.close();
  await model.close();
});

const set = (service: TestService, body: object) => service.request('PUT', path, { body });
const extract = (service: TestService, at: number) =>
  service.post('/v1/extract', { url: site.url(`/${at}`), schema });

test('an operator tests, sets, changes and removes the model of a running service', async (t) => {
  t.after(() => model.reset());
  const service = await startTestService(t);
  const url = `${model.url}`;
  assert.equal((await service.get(path)).json.source, 'none');
  assert.equal((await extract(service, 1)).json.data.guardian, null);
  const none = await service.post(`${path}/test`, {});
  assert.deepEqual([none.status, none.json.works], [200, false]);

  const tried = await service.post(`${path}/test`, { url, model: 'small', key: apiKey });
  assert.equal(tried.json.works, true, tried.json.detail);
  assert.equal(model.requests.at(-1)?.authorization, `Bearer ${apiKey}`);
  assert.equal((await service.get(path)).json.source, 'none', 'a test sets nothing');

  const changed = await set(service, { url, model: 'small', key: apiKey });
  const expected = { source: 'database', url, model: 'small', has_key: true, file: null };
  assert.deepEqual(changed.json, expected);
  assert.deepEqual((await service.get(path)).json, expected);
  assert.equal((await extract(service, 2)).json.data.guardian, 'Mira Solheim');
  assert.equal(model.requests.at(-1)?.authorization, `Bearer ${apiKey}`);
  assert.equal((await service.get('/v1/health')).json.checks.model.status, 'ok');

  await set(service, { url, model: 'large' });
  await service.post(`${path}/test`, {});
  const renamed = model.requests.at(-1);
  assert.deepEqual([renamed?.body.model, renamed?.authorization], ['large', `Bearer ${apiKey}`]);
  // Another address never gets the stored key.
  const elsewhere = url.replace('127.0.0.1', 'localhost');
  assert.equal((await set(service, { url: elsewhere })).json.has_key, false);

  const { rows } = await sql<{ value: string }>`select value::text as value from service_settings`.execute(
    service.database,
  );
  assert.equal(rows.length, 1);
  assert.doesNotMatch(String(rows[0]?.value), /localhost|large|http/);
  const { json: audit } = await service.get('/v1/audit?action=model_changed');
  assert.equal(audit.audit.length, 3);
  assert.doesNotMatch(JSON.stringify([audit, (await service.get('/v1/requests')).json]), new RegExp(apiKey));

  assert.equal((await service.request('DELETE', path)).json.source, 'none');
  assert.equal((await service.get('/v1/health')).json.checks.model.status, 'not_configured');
  const asked = model.requests.length;
  await extract(service, 3);
  assert.equal(model.requests.length, asked);
});

test('settings of the process prevail, and other keys may not change the model', async (t) => {
  t.after(() => model.reset());
  const service = await startTestService(t, { WEBDATA_MODEL_URL: model.url, WEBDATA_MODEL: 'small' });
  const { json } = await service.get(path);
  assert.deepEqual([json.source, json.model, json.has_key], ['environment', 'small', false]);
  const refused = await set(service, { url: 'http://127.0.0.1:1/v1' });
  assert.equal(refused.status, 409);
  assert.match(refused.json.detail, /WEBDATA_MODEL_URL/);
  const { json: made } = await service.post('/v1/keys', {
    name: 'reader',
    scopes: ['read', 'write', 'admin'],
  });
  for (const method of ['GET', 'DELETE'])
    assert.equal((await service.request(method, path, { key: made.key })).status, 403);
  for (const url of ['ftp://a.example', 'http://user:word@a.example/v1', 'a.example', ''])
    assert.equal((await service.post(`${path}/test`, { url })).status, 422, url);
  for (const key of ['a\ud800', 'a b', 'clé', ''])
    assert.equal((await service.post(`${path}/test`, { url: model.url, key })).status, 422, key);
});

test('a second process follows the change, and a restart keeps it', async (t) => {
  t.after(() => model.reset());
  const service = await startTestService(t);
  await set(service, { url: model.url, model: 'small' });
  const other = await startTestService(t, { DATABASE_URL: service.connectionString });
  assert.equal((await other.get(path, { key: service.key })).json.model, 'small');
});
