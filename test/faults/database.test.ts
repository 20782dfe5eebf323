import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type Home, openHome, type ServiceProcess } from '../service-process.ts';
import type { LoopbackServer } from '../world/loopback-server.ts';
import { checkAnswered, withDatabase } from './books.ts';
import { startFaultSite } from './fault-site.ts';
import { checkOnlyPauses, watchReadiness } from './pauses.ts';
import { startLoad } from './scrape-load.ts';

let site: LoopbackServer;
let home: Home;
let service: ServiceProcess;

before(async () => {
  site = await startFaultSite('127.0.0.32');
  home = await openHome();
  service = await home.start();
});
after(async () => {
  await home?.close();
  await site?.close();
});

async function postmasterPid(): Promise<number> {
  const found = await home.postmaster();
  assert.ok(found !== null);
  return found.pid;
}

function childrenOf(pid: number): number[] {
  return execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(Number);
}

function endQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The kill was faster.
  }
}

const faults: Array<[string, (postmaster: number) => void]> = [
  [
    'killed with all its processes',
    (postmaster) => {
      const children = childrenOf(postmaster);
      for (const pid of [postmaster, ...children]) endQuietly(pid, 'SIGKILL');
    },
  ],
  ['stopped by somebody else', (postmaster) => endQuietly(postmaster, 'SIGINT')],
  [
    'restarting itself because one of its processes crashed',
    (postmaster) => endQuietly(childrenOf(postmaster).at(-1) as number, 'SIGKILL'),
  ],
];

for (const [name, cause] of faults) {
  test(`a database that is ${name} is restarted by itself, and nothing acknowledged is lost`, async () => {
    const load = startLoad({ ...service, clients: 8, page: (index) => site.url(`/small/${index}`) });
    await load.more(16);
    const readiness = watchReadiness(service.url);
    cause(await postmasterPid());
    // The database is down before the next responses, so that these come from the restarted one.
    await delay(300);
    await load.more(32);
    await load.stop();
    checkOnlyPauses(load);
    assert.equal((await readiness.stop()).at(-1), 200);
    await withDatabase(await home.connection(), (database) => checkAnswered(database, load.receipts()));
  });
}

test('while the database cannot be started, requests are 503 and the service is not ready', async () => {
  const load = startLoad({ ...service, clients: 8, page: (index) => site.url(`/small/${index}`) });
  await load.more(8);
  const readiness = watchReadiness(service.url);
  const pid = await postmasterPid();
  const cluster = join(home.dataDir, 'postgres');
  await rename(cluster, `${cluster}.aside`);
  try {
    for (const each of [pid, ...childrenOf(pid)]) endQuietly(each, 'SIGKILL');
    await load.more(8, 503);
    const health = await fetch(`${service.url}/v1/health`);
    assert.equal(health.status, 200);
    assert.equal(((await health.json()) as { status: string }).status, 'degraded');
  } finally {
    await rename(`${cluster}.aside`, cluster);
  }
  await load.more(16);
  await load.stop();
  checkOnlyPauses(load);
  const seen = await readiness.stop();
  assert.ok(seen.includes(503), seen.join(' '));
  assert.equal(seen.at(-1), 200);
  await withDatabase(await home.connection(), (database) => checkAnswered(database, load.receipts()));
});
