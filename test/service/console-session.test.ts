import assert from 'node:assert/strict';
import { request as sendRequest } from 'node:http';
import { test } from 'node:test';
import { createSignInToken } from '../../src/account/accounts/console-sessions.ts';
import { systemClock } from '../../src/domain/system/clock.ts';
import { startTestService, type TestService } from './running-service.ts';

interface Reply {
  status: number;
  cookie: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
  json: any;
}

/** Sends a request with any headers, also those that `fetch` does not allow, such as Origin and Host. */
function send(
  service: TestService,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: unknown,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const sent = sendRequest(`${service.url}${path}`, { method, headers }, async (response) => {
      let answer = '';
      for await (const chunk of response.setEncoding('utf8')) answer += chunk;
      const isJson = /json/.test(response.headers['content-type'] ?? '');
      resolve({
        status: response.statusCode ?? 0,
        cookie: response.headers['set-cookie']?.[0] ?? null,
        json: isJson ? JSON.parse(answer) : answer,
      });
    });
    sent.on('error', reject);
    sent.end(text);
  });
}

const json = { 'content-type': 'application/json' };

/** Signs in with a new link of an API key, and returns the headers of the session’s requests. */
async function signIn(service: TestService, key = service.key) {
  const token = await createSignInToken(service.database, key, systemClock.now());
  const started = await send(
    service,
    'POST',
    '/console/session',
    { ...json, origin: service.url },
    { token },
  );
  assert.equal(started.status, 200);
  const cookie = started.cookie?.split(';')[0] ?? '';
  const writing = { ...json, cookie, origin: service.url, 'x-csrf-token': started.json.csrf_token };
  return { token, started, cookie, writing };
}

test('the session of the console', async (t) => {
  const service = await startTestService(t);

  await t.test('a sign-in link starts one session, whose cookie scripts cannot read', async () => {
    const { token, started, cookie } = await signIn(service);
    assert.match(started.cookie ?? '', /; HttpOnly; SameSite=Strict$/);
    assert.deepEqual(started.json.scopes, ['read', 'write', 'admin', 'operator']);
    const account = await send(service, 'GET', '/v1/account', { cookie });
    assert.equal(account.status, 200);
    const again = await send(
      service,
      'POST',
      '/console/session',
      { ...json, origin: service.url },
      { token },
    );
    assert.equal(again.status, 401);
    assert.equal(again.cookie, null);
    assert.doesNotMatch(JSON.stringify(again.json), new RegExp(String(token)));
  });

  await t.test('of concurrent exchanges of one link, one succeeds', async () => {
    const token = await createSignInToken(service.database, service.key, systemClock.now());
    const exchange = () =>
      send(service, 'POST', '/console/session', { ...json, origin: service.url }, { token });
    const statuses = (await Promise.all(Array.from({ length: 5 }, exchange))).map(({ status }) => status);
    assert.deepEqual(statuses.sort(), [200, 401, 401, 401, 401]);
  });

  await t.test('an expired link starts no session', async () => {
    const hourAgo = new Date(Date.now() - 61 * 60_000);
    const token = await createSignInToken(service.database, service.key, hourAgo);
    const { status } = await send(
      service,
      'POST',
      '/console/session',
      { ...json, origin: service.url },
      { token },
    );
    assert.equal(status, 401);
  });

  await t.test('a request that writes needs the CSRF token and the own origin', async () => {
    const { writing } = await signIn(service);
    const create = (headers: Record<string, string>) =>
      send(service, 'POST', '/v1/keys', headers, { name: 'made in the console', scopes: ['read'] });
    const without = (name: string) =>
      Object.fromEntries(Object.entries(writing).filter(([header]) => header !== name));
    assert.equal((await create(writing)).status, 200);
    assert.equal((await create(without('x-csrf-token'))).status, 403);
    assert.equal((await create({ ...writing, 'x-csrf-token': 'A'.repeat(43) })).status, 403);
    assert.equal((await create(without('origin'))).status, 403);
    assert.equal((await create({ ...writing, origin: 'https://attacker.example' })).status, 403);
    assert.equal((await create({ ...writing, origin: 'http://127.0.0.1:1' })).status, 403);
    assert.equal((await create({ ...writing, origin: 'null' })).status, 403);
  });

  await t.test('pages of other origins cannot read with the cookie', async () => {
    const { cookie } = await signIn(service);
    const read = (headers: Record<string, string>) =>
      send(service, 'GET', '/v1/account', { cookie, ...headers });
    assert.equal((await read({ 'sec-fetch-site': 'same-origin' })).status, 200);
    assert.equal((await read({ 'sec-fetch-site': 'same-site' })).status, 403);
    assert.equal((await read({ 'sec-fetch-site': 'cross-site' })).status, 403);
    assert.equal((await read({ origin: 'https://attacker.example' })).status, 403);
    // A name that DNS rebinding points to this service.
    assert.equal((await read({ host: 'attacker.example' })).status, 403);
  });

  await t.test('a session ends by sign-out and with its key', async () => {
    const first = await signIn(service);
    const refused = await send(service, 'DELETE', '/console/session', { cookie: first.cookie });
    assert.equal(refused.status, 403);
    const ended = await send(service, 'DELETE', '/console/session', first.writing);
    assert.equal(ended.status, 204);
    assert.match(ended.cookie ?? '', /Max-Age=0/);
    assert.equal((await send(service, 'GET', '/v1/account', { cookie: first.cookie })).status, 401);

    const made = await service.post('/v1/keys', { name: 'short', scopes: ['read'] });
    const second = await signIn(service, made.json.key);
    assert.equal((await send(service, 'GET', '/v1/account', { cookie: second.cookie })).status, 200);
    assert.equal((await service.request('DELETE', `/v1/keys/${made.json.key_id}`)).status, 200);
    assert.equal((await send(service, 'GET', '/v1/account', { cookie: second.cookie })).status, 401);
  });

  await t.test('a session has the scopes of its key', async () => {
    const made = await service.post('/v1/keys', { name: 'reads', scopes: ['read'] });
    const { writing, started } = await signIn(service, made.json.key);
    assert.deepEqual(started.json.scopes, ['read']);
    const { status } = await send(service, 'POST', '/v1/keys', writing, { name: 'more', scopes: ['read'] });
    assert.equal(status, 403);
  });

  await t.test('the cookie is valid for /v1 only, and a key in the request replaces it', async () => {
    const { cookie } = await signIn(service);
    assert.equal((await send(service, 'GET', '/v2/team/credit-usage', { cookie })).status, 401);
    assert.equal((await send(service, 'POST', '/mcp', { ...json, cookie }, {})).status, 401);
    const wrongKey = { cookie, authorization: 'Bearer wd_unknown_0123456789abcdef' };
    assert.equal((await send(service, 'GET', '/v1/account', wrongKey)).status, 401);
    const withKey = await send(service, 'GET', '/console/session', {
      authorization: `Bearer ${service.key}`,
    });
    assert.deepEqual([withKey.status, withKey.json.csrf_token], [200, null]);
  });
});

test('the history and the log contain no sign-in token', async (t) => {
  const service = await startTestService(t);
  const { token, cookie } = await signIn(service);
  await send(service, 'GET', `/?token=${token}`, { accept: 'text/html' });
  const history = await service.get('/v1/requests?limit=100');
  const text = JSON.stringify(history.json);
  assert.doesNotMatch(text, new RegExp(String(token)));
  assert.doesNotMatch(text, new RegExp(cookie.split('=')[1] ?? 'none'));
});
