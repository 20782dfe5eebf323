import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from './running-service.ts';

const start = Date.parse('2026-10-05T12:00:00.000Z');

test('keys', async (t) => {
  let now = start;
  const service = await startTestService(t, {}, { clock: { now: () => new Date(now) } });
  const made = (await service.post('/v1/keys', { name: 'robot', scopes: ['read', 'admin'] })).json;

  await t.test('are shown once and stored as a digest', async () => {
    assert.match(made.key, /^wd_[0-9a-z]+_[0-9a-z]{52}$/);
    assert.equal((await service.get('/v1/account', { key: made.key })).status, 200);
    const { keys } = (await service.get('/v1/keys')).json;
    const listed = keys.find((key: { key_id: string }) => key.key_id === made.key_id);
    assert.deepEqual([listed.name, listed.scopes, 'key' in listed], ['robot', ['read', 'admin'], false]);
    const kept = await service.pool.query('select row_to_json(api_keys)::text as row from api_keys');
    const audited = await service.pool.query('select row_to_json(audit)::text as row from audit');
    const requested = await service.pool.query('select row_to_json(requests)::text as row from requests');
    for (const { row } of [...kept.rows, ...audited.rows, ...requested.rows]) {
      assert.equal(row.includes(made.key), false);
    }
  });

  await t.test('create keys with no more scopes, time or limits than their own', async () => {
    const post = async (body: object, key: string) => (await service.post('/v1/keys', body, { key })).status;
    assert.equal(await post({ name: 'wide', scopes: ['write'] }, made.key), 403);
    assert.equal(await post({ name: 'wide', scopes: ['operator'] }, made.key), 403);
    const expires_at = new Date(start + 3_600_000).toISOString();
    const brief = { name: 'brief', scopes: ['read', 'admin'], expires_at, requests_per_minute: 50 };
    const { key } = (await service.post('/v1/keys', brief)).json;
    assert.equal(await post({ name: 'longer', scopes: ['read'], requests_per_minute: 9 }, key), 403);
    assert.equal(await post({ name: 'busier', scopes: ['read'], expires_at }, key), 403);
    assert.equal(
      await post({ name: 'fits', scopes: ['read'], expires_at, requests_per_minute: 50 }, key),
      200,
    );
    const past = await service.post('/v1/keys', { name: 'x', expires_at: '2026-01-01T00:00:00Z' });
    assert.deepEqual([past.status, past.json.errors[0].pointer], [422, '/expires_at']);
    now = start + 3_600_000;
    assert.equal((await service.get('/v1/account', { key })).status, 401);
    now = start;
  });

  await t.test('of an admin neither replace nor revoke a key of an operator', async () => {
    const { keys } = (await service.get('/v1/keys')).json;
    const operator = keys.find((key: { scopes: string[] }) => key.scopes.includes('operator'));
    const key = made.key;
    const rotated = await service.post(`/v1/keys/${operator.key_id}/rotate`, {}, { key });
    const ended = await service.request('DELETE', `/v1/keys/${operator.key_id}`, { key });
    assert.deepEqual([rotated.status, ended.status], [403, 403]);
  });

  await t.test('are replaced with an overlap, once', async () => {
    const old = (await service.post('/v1/keys', { name: 'old', scopes: ['read'] })).json;
    const path = `/v1/keys/${old.key_id}/rotate`;
    const fresh = (await service.post(path, { grace_s: 60 })).json;
    assert.deepEqual([fresh.name, fresh.scopes], ['old', ['read']]);
    assert.equal(fresh.replaces.valid_until, new Date(start + 60_000).toISOString());
    const statusOf = async (key: string) => (await service.get('/v1/account', { key })).status;
    assert.deepEqual([await statusOf(old.key), await statusOf(fresh.key)], [200, 200]);
    assert.equal((await service.post(path, {})).status, 409);
    now = start + 60_000;
    assert.deepEqual([await statusOf(old.key), await statusOf(fresh.key)], [401, 200]);
    assert.equal((await service.post(path, {})).status, 404);
    now = start;
  });

  await t.test('are revoked at once', async () => {
    const { key, key_id } = (await service.post('/v1/keys', { name: 'gone' })).json;
    assert.deepEqual((await service.request('DELETE', `/v1/keys/${key_id}`)).json, { key_id, revoked: true });
    assert.equal((await service.get('/v1/account', { key })).status, 401);
    assert.equal((await service.request('DELETE', `/v1/keys/${key_id}`)).status, 404);
  });

  await t.test('invite a person to the console with a link that works once', async () => {
    const guest = (await service.post('/v1/keys', { name: 'Guest', scopes: ['read'] })).json;
    const path = `/v1/keys/${guest.key_id}/link`;
    const { url, expires_at } = (await service.post(path, { valid_s: 3_600 })).json;
    assert.equal(expires_at, new Date(start + 3_600_000).toISOString());
    const token = new URL(url).searchParams.get('token');
    const signIn = async () => {
      const headers = { 'content-type': 'application/json', origin: service.url };
      const body = JSON.stringify({ token });
      return fetch(`${service.url}/console/session`, { method: 'POST', headers, body });
    };
    const first = await signIn();
    assert.equal(first.status, 200);
    const session = (await first.json()) as { key_id: string; scopes: string[] };
    assert.deepEqual([session.key_id, session.scopes], [guest.key_id, ['read']]);
    assert.equal((await signIn()).status, 401);
    const { keys } = (await service.get('/v1/keys')).json;
    const operator = keys.find((key: { scopes: string[] }) => key.scopes.includes('operator'));
    assert.equal((await service.post(`/v1/keys/${operator.key_id}/link`, {}, { key: made.key })).status, 403);
    assert.equal((await service.post('/v1/keys/key_none/link', {})).status, 404);
    const { audit } = (await service.get(`/v1/audit?subject=${guest.key_id}`)).json;
    assert.deepEqual(
      audit.map((entry: { action: string }) => entry.action),
      ['sign_in_link_created', 'key_created'],
    );
    assert.equal(JSON.stringify(audit).includes(token ?? ''), false);
    const later = (await service.get(`/v1/audit?since=${new Date(start + 1).toISOString()}`)).json;
    assert.deepEqual(later.audit, []);
    const others = (await service.get(`/v1/audit?key_id=${guest.key_id}`)).json;
    assert.deepEqual(others.audit, []);
  });

  await t.test('leave an audit log that cannot be changed', async () => {
    const { rows } = await service.pool.query('select action, by_key_id, request_id, details from audit');
    const actions = new Set(rows.map((row) => row.action));
    assert.deepEqual([...actions].sort(), [
      'key_created',
      'key_revoked',
      'key_rotated',
      'sign_in_link_created',
    ]);
    for (const row of rows) assert.match(row.request_id, /^req_/);
    await assert.rejects(service.pool.query('delete from audit'), /append-only/);
  });
});

test('an operator creates accounts and adds credits', async (t) => {
  let now = start;
  const service = await startTestService(t, {}, { clock: { now: () => new Date(now) } });
  const requestFields = { name: 'research', plan_credits: 40, renewal_day: 31 };
  const account = (await service.post('/v1/admin/accounts', requestFields)).json;
  const { key } = account;
  assert.equal(account.renews_at, '2026-10-31T00:00:00.000Z');
  assert.equal((await service.post('/v1/admin/accounts', requestFields)).status, 409);
  assert.equal(
    (await service.post('/v1/admin/accounts', { name: 'x', plan_credits: 1 }, { key })).status,
    403,
  );

  const path = `/v1/admin/accounts/${account.account_id}/credits`;
  const { credits } = (await service.post(path, { credits: 5, note: 'invoice 17' })).json;
  assert.deepEqual(credits, { plan: 40, top_up: 5, reserved: 0, available: 45 });
  assert.equal((await service.post('/v1/admin/accounts/acct_none/credits', { credits: 5 })).status, 404);

  const billing = (await service.get('/v1/billing', { key })).json;
  assert.deepEqual([billing.plan_allowance, billing.plan_credits, billing.top_up_credits], [40, 40, 5]);
  const kinds = billing.ledger.map((row: { kind: string; credits: number }) => [row.kind, row.credits]);
  assert.deepEqual(kinds, [
    ['top_up', 5],
    ['renewal', 40],
  ]);

  await t.test('which renew on their day: unspent plan credits expire, added ones stay', async () => {
    const { renewAccounts } = await import('../../src/account/credits/renewals.ts');
    now = Date.parse('2026-10-31T00:00:00.000Z');
    await renewAccounts(service.database, new Date(now));
    const first = (await service.get('/v1/billing/ledger?limit=2', { key })).json;
    assert.deepEqual(
      first.ledger.map((row: { kind: string; credits: number; balance: number }) => [
        row.kind,
        row.credits,
        row.balance,
      ]),
      [
        ['renewal', 40, 45],
        ['expiry', -40, 5],
      ],
    );
    const rest = (await service.get(`/v1/billing/ledger?before=${first.next_before}`, { key })).json;
    assert.deepEqual([rest.ledger.length, rest.next_before], [2, null]);
    // November has no 31st.
    assert.equal((await service.get('/v1/account', { key })).json.renews_at, '2026-11-30T00:00:00.000Z');
  });
});
