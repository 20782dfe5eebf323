import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Route, startLoopbackServer } from '../world/loopback-server.ts';
import { startTestService } from './running-service.ts';

test('the pages of a dataset are requested as its source says', async (t) => {
  const ship = { name: 'Gull', depth: 4 };
  const site = await startLoopbackServer(
    '127.0.0.23',
    () =>
      new Map<string, Route>([
        [
          '/query',
          ({ method, headers }, _url, _count, body) =>
            method === 'POST' && headers['x-key'] === 'oak' && JSON.parse(body).harbour === 'north'
              ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(ship) }
              : { status: 400, body: 'no' },
        ],
      ]),
  );
  t.after(() => site.close());
  const service = await startTestService(t);
  const schema = { type: 'object', properties: { name: { type: 'string' }, depth: { type: 'number' } } };
  const request = { method: 'POST', body: '{"harbour": "north"}', headers: { 'X-Key': 'oak' } };
  const source = { kind: 'extract', urls: [site.url('/query')], schema };

  const refused = await service.post('/v1/datasets', { name: 'ships', source: { ...source, request } });
  assert.deepEqual([refused.status, refused.json.errors[0].pointer], [422, '/source/request/allow_unsafe']);
  const unknown = await service.post('/v1/datasets', {
    name: 'ships',
    source: { ...source, login: 'login_x' },
  });
  assert.deepEqual([unknown.status, unknown.json.errors[0].pointer], [422, '/source/login']);

  const allowed = { ...source, request: { ...request, allow_unsafe: true } };
  const { json: made } = await service.post('/v1/datasets', {
    name: 'ships',
    source: allowed,
    key: ['name'],
  });
  await service.get(`/v1/jobs/${made.refreshing}/events`);
  const { last_refresh: refresh } = (await service.get(`/v1/datasets/${made.did}`)).json;
  assert.equal(refresh.error, null);
  const { records } = (await service.get(`/v1/datasets/${made.did}/records`)).json;
  assert.deepEqual(
    records.map(({ data }: { data: typeof ship }) => data.depth),
    [ship.depth],
  );
  const { json } = await service.post('/v1/keys', { name: 'reader', scopes: ['read'] });
  const seen = await service.get(`/v1/datasets/${made.did}`, { key: json.key });
  assert.equal(seen.json.source.request.headers['X-Key'], '***');
  assert.equal((await service.get(`/v1/datasets/${made.did}`)).json.source.request.headers['X-Key'], 'oak');
});
