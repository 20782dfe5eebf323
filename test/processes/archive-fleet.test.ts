import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Receipt } from '../../src/domain/resources/receipt.ts';
import { checkAnswered } from '../faults/books.ts';
import type { ServiceProcess } from '../service-process.ts';
import { startArchiveWorld } from '../world/archive-server.ts';
import { pastPage, pastSite } from '../world/archived-site.ts';
import type { WorldCapture } from '../world/warc-files.ts';
import { openFleet } from './fleet.ts';

const points = 40;
/** Maximum number of concurrent requests to a local archive, for all processes together. */
const atOnce = 8;
/** Maximum milliseconds for which a slot outlives its process. */
const leaseMs = 10_000;

/** Captures of a page over forty years, with a new price every year. */
const captures: WorldCapture[] = ['one', 'two', 'three'].flatMap((name) =>
  Array.from({ length: points }, (_, at) => ({
    url: `${pastSite}/${name}`,
    at: `${1984 + at}0601120000`,
    body: pastPage(`Page ${name}`, [`It costs ${100 + at} euros.`], at),
  })),
);

interface History {
  status: string;
  points: { text: string; captured_at: string }[];
  receipt: Receipt & { pages: string[] };
}

async function history(service: ServiceProcess, name: string): Promise<History> {
  const answer = await fetch(`${service.url}/v1/archive`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      action: 'history',
      url: `${pastSite}/${name}`,
      points,
      every: 'all',
      source: 'wayback',
    }),
  });
  return (await answer.json()) as History;
}

function checkWhole({ status, points: found, receipt }: History): void {
  assert.deepEqual([status, found.length, receipt.credits, receipt.pages.length], ['ok', 40, 40, 40]);
  for (const [at, { text }] of found.entries()) assert.match(text, new RegExp(`costs ${100 + at} euros`));
}

test('processes share one limit for an archive, and the end of one of them does not affect the others', async (t) => {
  const world = await startArchiveWorld(captures);
  t.after(() => world.close());
  const fleet = await openFleet(t);
  const { database } = fleet;
  const settings = { ...world.environment, WEBDATA_UNLIMITED: 'false', WEBDATA_PLAN_CREDITS: '1000' };
  const [one, two] = await Promise.all([fleet.start('all', settings), fleet.start('all', settings)]);
  world.fail(/\/web\//, 'slow');

  const both = await Promise.all([history(one, 'one'), history(two, 'two')]);
  both.forEach(checkWhole);
  assert.ok(world.maxConcurrency() <= atOnce, `${world.maxConcurrency()} at once`);
  assert.ok(world.maxConcurrency() > atOnce / 2, `only ${world.maxConcurrency()} at once`);

  world.reset();
  const lost = history(one, 'three').then(
    () => assert.fail('it was to be killed before it answered'),
    () => null,
  );
  while (world.requested(/\/web\//).length < points / 2) await delay(5);
  await one.kill();
  await lost;

  const receipts = both.map(({ receipt }) => receipt);
  const books = await checkAnswered(database, receipts);
  assert.equal(books.charged, 2 * points, 'what was not answered is not charged');
  const read = world.requested(/\/web\//).length;
  const kept = await database
    .selectFrom('archive_captures')
    .select('captured')
    .where('original', '=', `${pastSite}/three`)
    .execute();
  assert.ok(kept.length > 0 && kept.length <= read, `${kept.length} copies kept of ${read} read`);

  // The slots of the dead process are released after its lease, which is simulated here.
  const soon = new Date(Date.now() + leaseMs + 1_000);
  const turns = await database.selectFrom('archive_turns').select('expires_at').execute();
  assert.ok(turns.length > 0 && turns.every(({ expires_at }) => expires_at < soon));
  await database
    .updateTable('archive_turns')
    .set({ expires_at: new Date(0) })
    .execute();

  world.reset();
  const again = await history(two, 'three');
  checkWhole(again);
  assert.equal(world.requested(/\/web\//).length, points - kept.length, 'what was kept is not read again');
  const after = await checkAnswered(database, [...receipts, again.receipt]);
  assert.equal(after.charged, 3 * points);
  assert.equal((await database.selectFrom('archive_turns').selectAll().execute()).length, 0);
});
