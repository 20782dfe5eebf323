import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { checkAnswered } from '../faults/books.ts';
import { startFaultSite } from '../faults/fault-site.ts';
import { startLoad } from '../faults/scrape-load.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { type Member, openFleet } from './fleet.ts';

async function untilReady(balancer: Balancer, servers: readonly string[]): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const ready = balancer.ready();
    if (servers.length === ready.length && servers.every((server) => ready.includes(server))) return;
    assert.ok(tries < 300, `ready: ${ready.join(', ')}`);
    await delay(50);
  }
}

test('no request fails while all serving processes are replaced one after the other', async (t) => {
  const fleet = await openFleet(t);
  const site = await startFaultSite('127.0.0.40');
  t.after(() => site.close());
  const balancer = await startBalancer();
  t.after(() => balancer.close());
  // Longer than a few checks of the balancer.
  const environment = { WEBDATA_DRAIN: '2s' };
  let members: Member[] = await Promise.all([
    fleet.start('api', environment),
    fleet.start('api', environment),
  ]);
  for (const { url } of members) balancer.add(url);
  const urls = () => members.map(({ url }) => url);
  await untilReady(balancer, urls());

  const load = startLoad({
    url: balancer.url,
    key: members[0]?.key ?? '',
    clients: 6,
    page: (index) => site.url(`/small/${index}`),
  });
  await load.more(20);
  for (const leaving of [...members]) {
    const next = await fleet.start('api', environment);
    balancer.add(next.url);
    members = [...members.filter((member) => member !== leaving), next];
    await untilReady(balancer, [leaving.url, ...urls()]);
    const { code, stderr } = await leaving.stop();
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    balancer.remove(leaving.url);
    await load.more(20);
  }
  await load.stop();

  assert.deepEqual(balancer.errors, []);
  assert.deepEqual(load.garbled, []);
  assert.deepEqual({ cut: load.cut, hung: load.hung }, { cut: 0, hung: 0 });
  assert.deepEqual(
    load.answers.filter(({ status }) => status !== 200),
    [],
  );
  await checkAnswered(fleet.database, load.receipts());
});
