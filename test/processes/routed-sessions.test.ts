import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { WebSocket } from 'ws';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { connectAgent, textOf } from '../interfaces/agent-client.ts';
import { startWebShop } from '../world/web-shop.ts';
import { type Member, openFleet } from './fleet.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

async function ask(member: Member, method: string, path: string, body?: object) {
  const answer = await fetch(`${member.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${member.key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, json: (await answer.json()) as Json };
}

/** Connects a viewer and returns its socket after the first frame. */
async function watch(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.on('error', reject);
  socket.on('message', (_, isBinary) => isBinary && resolve());
  await promise;
  return socket;
}

async function startTwo(t: TestContext) {
  const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  if (browser === null) {
    t.skip(`no browser on this machine (${detail}): nothing of it is tested`);
    return null;
  }
  const shop = await startWebShop();
  t.after(() => shop.close());
  const fleet = await openFleet(t);
  const environment = { WEBDATA_BROWSER: browser.program?.executable ?? '' };
  const owner = await fleet.start('api', environment);
  const other = await fleet.start('api', environment);
  return { shop, fleet, owner, other };
}

test('a browser session works through every serving process', async (t) => {
  const world = await startTwo(t);
  if (world === null) return;
  const { shop, fleet, owner, other } = world;
  async function open(body: object = {}): Promise<Json> {
    const { status, json } = await ask(owner, 'POST', '/v1/browser', { url: shop.url('/'), ...body });
    assert.equal(status, 200, JSON.stringify(json));
    return json;
  }
  async function step(member: Member, sid: string, body: object): Promise<Json> {
    const { status, json } = await ask(member, 'POST', `/v1/browser/${sid}`, body);
    assert.equal(status, 200, JSON.stringify(json));
    return json;
  }

  await t.test('steps, state and end', async () => {
    const { sid } = await open({ record: true });
    const moved = await step(other, sid, { type: 'goto', url: shop.url('/product/13') });
    assert.equal(moved.url, shop.url('/product/13'));
    const added = await step(owner, sid, { type: 'click', target: '#add' });
    assert.match(added.snapshot, /in the cart/, 'both processes act in the same page');
    const read = await step(other, sid, { type: 'read' });
    assert.match(read.result.markdown, /\w/);
    const failed = await step(other, sid, { type: 'click', target: 'nothing has this name' });
    assert.equal(failed.ok, false);
    assert.equal((await ask(other, 'POST', `/v1/browser/${sid}`, { type: 'type' })).status, 422);

    const state = (await ask(other, 'GET', `/v1/browser/${sid}`)).json;
    assert.equal(state.steps, 4);
    assert.ok(state.recording.steps.length > 0, 'the recording is in the memory of its process');
    const closed = await ask(other, 'DELETE', `/v1/browser/${sid}`);
    assert.deepEqual([closed.status, closed.json.status], [200, 'closed']);
    assert.ok(closed.json.recording.steps.length > 0);
    assert.equal((await ask(other, 'POST', `/v1/browser/${sid}`, { type: 'back' })).status, 410);
    assert.equal((await ask(owner, 'POST', `/v1/browser/${sid}`, { type: 'back' })).status, 410);

    const { rows } = await fleet.pool.query(
      `select tool, count(*)::integer as requests from requests where receipt_id is not null group by 1`,
    );
    const counts = Object.fromEntries(rows.map(({ tool, requests }) => [tool, requests]));
    assert.deepEqual(counts, { open_browser: 1, browser_step: 4 }, 'each step is recorded once');
  });

  await t.test('over MCP', async () => {
    const { sid } = await open();
    const agent = await connectAgent(t, other);
    const shown = await agent.callTool({
      name: 'browser',
      arguments: { action: 'step', sid, type: 'goto', url: shop.url('/product/2') },
    });
    assert.match(textOf(shown), /product\/2/);
    await ask(owner, 'DELETE', `/v1/browser/${sid}`);
  });

  await t.test('the live view', async () => {
    const { sid, live_url: url } = await open({ url: shop.url('/odd') });
    const elsewhere = (address: string) => address.replace(new URL(address).host, new URL(other.url).host);
    const foreign = new WebSocket(elsewhere(url), { origin: 'https://evil.example' });
    assert.match(((await once(foreign, 'error')) as [Error])[0].message, /403/);
    const viewer = await watch(elsewhere(url));
    await assert.rejects(watch(elsewhere(url)), /401/, 'a ticket is valid once');
    await assert.rejects(watch(elsewhere(url.replace(/token=.*/, `token=${'a'.repeat(43)}`))), /401/);
    const live = await step(other, sid, { type: 'live', interactive: true, snapshot: false });
    const actor = await watch(live.result.live_url);
    const { result: box } = await step(other, sid, {
      type: 'evaluate',
      text: '(() => { const { x, y } = document.querySelector("main button").getBoundingClientRect(); return { x, y }; })()',
    });
    for (const action of ['down', 'up']) {
      actor.send(JSON.stringify({ type: 'mouse', action, x: box.x + 5, y: box.y + 5 }));
    }
    assert.equal((await step(owner, sid, { type: 'wait_for', text: 'told' })).ok, true);
    const ended = Promise.all([once(actor, 'close'), once(viewer, 'close')]);
    await ask(other, 'DELETE', `/v1/browser/${sid}`);
    await ended;
  });

  await t.test('a call that no process of this service sent is answered like an unknown path', async () => {
    for (const body of [new Uint8Array(), randomBytes(500)]) {
      const answer = await fetch(`${owner.url}/internal/sessions`, { method: 'POST', body });
      assert.equal(answer.status, 404);
      await answer.body?.cancel();
    }
    const forged = new WebSocket(`${owner.url.replace('http', 'ws')}/internal/live`, {
      headers: { 'webdata-ticket': randomBytes(200).toString('base64url') },
    });
    assert.match(((await once(forged, 'error')) as [Error])[0].message, /401/);
  });

  await t.test('a session of a killed process', async () => {
    const { sid } = await open();
    await owner.kill();
    const { status, json } = await ask(other, 'POST', `/v1/browser/${sid}`, { type: 'reload' });
    assert.deepEqual([status, json.code], [503, 'unavailable']);
    assert.match(json.detail, /did not respond/);
    assert.equal((await ask(other, 'GET', `/v1/browser/${sid}`)).json.status, 'open', 'as stored');
    await fleet.pool.query(`update browser_sessions set lease_until = now() where session_id = $1`, [sid]);
    assert.equal((await ask(other, 'POST', `/v1/browser/${sid}`, { type: 'reload' })).status, 410);
  });
});
