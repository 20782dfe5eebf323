import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { createLoginVault, reencryptLogins } from '../../src/capabilities/sessions/logins/login-vault.ts';
import { sessionLeaseMs } from '../../src/capabilities/sessions/session-table.ts';
import { deriveKey } from '../../src/domain/crypto/secret-keys.ts';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { until } from '../until.ts';
import { shopper, startWebShop } from '../world/web-shop.ts';
import { startTestService } from './running-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

test('saved logins, and the cost of a session', async (t) => {
  const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  if (browser === null) return t.skip(`no browser on this machine (${detail}): nothing of it is tested`);
  const shop = await startWebShop();
  t.after(() => shop.close());
  let ahead = 0;
  const clock = { now: () => new Date(Date.now() + ahead) };
  const service = await startTestService(
    t,
    { WEBDATA_BROWSER: browser.program?.executable ?? '' },
    { clock },
  );
  const step = async (sid: string, body: object, key = service.key): Promise<Json> => {
    const { status, json } = await service.post(`/v1/browser/${sid}`, body, { key });
    assert.equal(status, 200, JSON.stringify(json));
    return json;
  };
  const open = async (body: object, key = service.key): Promise<Json> => {
    const { status, json } = await service.post('/v1/browser', body, { key });
    assert.equal(status, 200, JSON.stringify(json));
    return json;
  };
  const endOf = async (sid: string, key = service.key): Promise<Json> => {
    return until(
      async () => (await service.get(`/v1/browser/${sid}`, { key })).json,
      ({ status }) => status !== 'open',
    );
  };
  const account = shop.url('/account');
  let lid = '';

  await t.test('a login is saved from a session, and its content is never shown', async () => {
    const { sid } = await open({ url: shop.url('/login') });
    await step(sid, { type: 'type', target: 'E-mail', text: shopper.email });
    await step(sid, {
      type: 'type',
      target: '#none, input[name=password]',
      text: shopper.password,
      submit: true,
    });
    const weak = (await service.post('/v1/keys', { name: 'weak', scopes: ['read', 'write'] })).json.key;
    const refused = await service.post(
      `/v1/browser/${sid}`,
      { type: 'save_login', name: 'shop' },
      { key: weak },
    );
    assert.deepEqual([refused.status, refused.json.code], [403, 'forbidden']);
    const saved = await step(sid, { type: 'save_login', name: 'shop' });
    lid = saved.result.lid;
    assert.deepEqual([saved.result.domain, saved.result.status], [new URL(account).hostname, 'ok']);
    const again = await step(sid, { type: 'save_login', name: 'shop' });
    assert.equal(again.result.lid, lid, 'saving it again renews it');
    await service.request('DELETE', `/v1/browser/${sid}`);
    const listed = (await service.get('/v1/logins')).json;
    assert.deepEqual(
      listed.logins.map((one: Json) => one.lid),
      [lid],
    );
    // Neither the stored nor the typed values are in plain text anywhere.
    for (const table of ['logins', 'requests', 'browser_sessions', 'receipts', 'idempotency']) {
      const { rows } = await service.pool.query(`select * from ${table}`);
      const text = JSON.stringify(rows);
      assert.ok(!text.includes(shopper.password), `${table} holds the password`);
      const sealed = rows.map((row) => row.sealed?.toString('latin1') ?? '').join();
      assert.ok(!sealed.includes('visitor') && !/visitor=/.test(text), `${table} holds a cookie`);
    }
  });

  await t.test('a scrape and a session use it on its own site only', async () => {
    const anonymous = (await service.post('/v1/scrape', { url: account, render: 'always' })).json;
    assert.equal(anonymous.error.code, 'login_required');
    const page = (await service.post('/v1/scrape', { url: account, login: lid })).json;
    assert.equal(page.status, 'ok', JSON.stringify(page.error));
    assert.match(page.markdown, /Logged in as ada@example\.com/);
    assert.equal(page.receipt.route, 'browser');
    const { sid, snapshot, login } = await open({ url: account, login: lid });
    assert.equal(login, lid);
    // The site's storage is included: the page had counted one visit.
    assert.match(snapshot, /Logged in as ada@example\.com[\s\S]*Seen 2 times/);
    await service.request('DELETE', `/v1/browser/${sid}`);
    for (const [path, body] of [
      ['/v1/scrape', { url: 'http://127.0.0.12/', login: lid }],
      ['/v1/scrape', { url: account, login: 'login_unknown' }],
      ['/v1/browser', { url: 'http://127.0.0.12/', login: lid }],
      ['/v1/browser', { url: account, login: 'login_unknown' }],
    ] as const) {
      const { status, json } = await service.post(path, body);
      assert.deepEqual([status, json.errors?.[0]?.pointer], [422, '/login'], JSON.stringify(json));
    }
    const { key } = (await service.post('/v1/admin/accounts', { name: 'other', plan_credits: 9 })).json;
    assert.equal((await service.get(`/v1/logins/${lid}`, { key })).status, 404);
    assert.equal((await service.post('/v1/scrape', { url: account, login: lid }, { key })).status, 422);
  });

  await t.test('it is encrypted under the root secret for its own row, and can be re-encrypted', async () => {
    const [old, fresh] = ['a root secret for tests alone', 'another'].map((secret) =>
      deriveKey(secret, 'login'),
    );
    const { database } = service;
    const accountId = (await service.get('/v1/account')).json.account_id;
    const vault = (key = old) => createLoginVault({ database, key: key as Buffer, clock });
    const state = (await vault().open(accountId, lid, null))?.state;
    assert.ok(state?.cookies.some(({ name }) => name === 'visitor'));
    await assert.rejects(vault(fresh).open(accountId, lid, null), /cannot be decrypted/);
    await service.pool.query(
      `insert into logins select 'login_copy', account_id, 'copy', domain, country, sealed, created_at, saved_at from logins`,
    );
    await assert.rejects(vault().open(accountId, 'login_copy', null), /cannot be decrypted/);
    await service.pool.query(`delete from logins where login_id = 'login_copy'`);
    const roll = database.transaction().execute(async (transaction) => {
      assert.equal(await reencryptLogins(transaction, old as Buffer, fresh as Buffer), 1);
      throw new Error('undo');
    });
    await assert.rejects(roll, /undo/);
  });

  await t.test('one that the site rejects is marked, and deletion removes it completely', async () => {
    shop.logEverybodyOut();
    const page = (await service.post('/v1/scrape', { url: account, login: lid })).json;
    assert.deepEqual([page.status, page.error.code], ['blocked', 'login_required']);
    assert.equal((await service.get(`/v1/logins/${lid}`)).json.status, 'expired');
    assert.equal((await service.request('DELETE', `/v1/logins/${lid}`)).status, 200);
    assert.equal((await service.request('DELETE', `/v1/logins/${lid}`)).status, 404);
    assert.equal((await service.pool.query('select * from logins')).rowCount, 0);
  });

  /**
   * Advances the clock slowly enough for leases to be renewed: a process that is silent for longer loses its
   * sessions.
   */
  async function pass(ms: number): Promise<void> {
    const step = sessionLeaseMs / 2;
    for (let left = ms; left > 0; left -= step) {
      ahead += Math.min(step, left);
      const enough = new Date(clock.now().getTime() + step);
      const renewing = `select 1 from browser_sessions where status = 'open' and lease_until < $1`;
      await until(async () => (await service.pool.query(renewing, [enough])).rows.length === 0);
    }
  }

  await t.test('each started minute is charged, and a session ends on time', async () => {
    const made = await service.post('/v1/admin/accounts', { name: 'limited', plan_credits: 3 });
    const { key } = made.json;
    const { sid } = await open({ ttl_seconds: 3_600, idle_seconds: 3_600 }, key);
    const left = async () => (await service.get('/v1/account', { key })).json.credits;
    assert.deepEqual([(await left()).available, (await left()).reserved], [2, 0]);
    await pass(61_000);
    assert.equal((await until(left, ({ available }) => available <= 1)).available, 1);
    assert.equal((await step(sid, { type: 'snapshot' }, key)).ok, true);
    await pass(180_000);
    const broke = await endOf(sid, key);
    assert.deepEqual(
      [broke.status, broke.reason],
      ['closed', 'The account has no credits for another minute.'],
    );
    const idle = await open({ idle_seconds: 30 });
    await pass(31_000);
    const idled = await endOf(idle.sid);
    assert.deepEqual(
      [idled.status, idled.reason],
      ['expired', 'No step was received for 30 seconds (`idle_seconds`).'],
    );
    const byHand = await open({ idle_seconds: 30 });
    const live = await step(byHand.sid, { type: 'live', interactive: true, snapshot: false });
    const socket = new WebSocket(live.result.live_url);
    await once(socket, 'message');
    for (let moves = 0; moves < 2; moves += 1) {
      await pass(20_000);
      socket.send(JSON.stringify({ type: 'mouse', action: 'move', x: moves, y: 1 }));
      socket.ping();
      await once(socket, 'pong');
    }
    await pass(20_000);
    const used = (await service.get(`/v1/browser/${byHand.sid}`)).json;
    assert.equal(used.status, 'open', 'who works by hand in the live view uses the session');
    await pass(11_000);
    assert.equal((await endOf(byHand.sid)).status, 'expired');
    const short = await open({ ttl_seconds: 60 });
    await pass(61_000);
    const ended = await endOf(short.sid);
    assert.deepEqual(
      [ended.status, ended.reason, ended.credits],
      ['expired', 'The session reached its maximum lifetime (`ttl_seconds`).', 1],
    );
    const empty = (await service.post('/v1/admin/accounts', { name: 'empty', plan_credits: 0 })).json;
    const refused = await service.post('/v1/browser', {}, { key: empty.key });
    assert.deepEqual([refused.status, refused.json.code], [402, 'insufficient_credits']);
    const { rows } = await service.pool.query('select * from reservations');
    assert.deepEqual(rows, [], 'nothing stays reserved');
  });
});
