import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Receipt } from '../../src/domain/resources/receipt.ts';
import { repetitions } from '../repetitions.ts';
import { type Home, openHome } from '../service-process.ts';
import { checkAnswered, withDatabase } from './books.ts';
import { startFaultSite } from './fault-site.ts';
import { startLoad } from './scrape-load.ts';
import { seededRandom } from './seeded-random.ts';

const kills = repetitions({ all: 20, short: 4 });
const clients = 8;
const planCredits = 1_000_000;
const reservedForMs = 3 * 60_000;
const limited = { WEBDATA_UNLIMITED: 'false', WEBDATA_PLAN_CREDITS: String(planCredits) };

/** Checks that reservations of killed requests are held no longer than intended. */
async function checkReservations(home: Home, inFlight: number): Promise<void> {
  await withDatabase(await home.connection(), async (database) => {
    const rows = await database.selectFrom('reservations').selectAll().execute();
    assert.ok(rows.length <= inFlight, `${rows.length} reservations of ${inFlight} requests in flight`);
    for (const { created_at, expires_at } of rows) {
      assert.equal(expires_at.getTime() - created_at.getTime() <= reservedForMs, true);
    }
    // Makes the reservations expire, as after three minutes.
    await database
      .updateTable('reservations')
      .set({ created_at: new Date(Date.now() - reservedForMs), expires_at: new Date() })
      .execute();
  });
}

test(`${kills} kills under load lose no acknowledged response and charge nothing twice`, async (t) => {
  const site = await startFaultSite('127.0.0.31');
  const home = await openHome();
  t.after(async () => {
    await home.close();
    await site.close();
  });
  const random = seededRandom(20_261_121);
  const answered: Receipt[] = [];
  let inFlight = 0;
  for (let round = 0; round <= kills; round += 1) {
    const service = await home.start(limited);
    if (round > 0) assert.match(service.stdout(), /^database +embedded PostgreSQL, found running$/m);
    const load = startLoad({
      ...service,
      clients,
      page: (index) => site.url(index % 4 === 0 ? `/missing/${index}` : `/small/${index}`),
    });
    if (round === kills) {
      await load.more(clients);
      await load.stop();
    } else {
      // Most kills occur under full load, some before the first response.
      if (random() < 0.75) await load.more(2 * clients);
      await delay(random() * 400);
      const ending = service.kill();
      const stopped = load.stop();
      assert.equal((await ending).signal, 'SIGKILL');
      await stopped;
      inFlight += clients;
      assert.equal(service.stderr(), '', 'nothing to complain of');
    }
    assert.deepEqual(load.garbled, []);
    assert.equal(load.hung, 0);
    assert.deepEqual(
      load.answers.filter(({ status }) => status !== 200),
      [],
    );
    answered.push(...load.receipts());
    if (round < kills) continue;

    assert.ok(answered.length > kills * clients, `${answered.length} answers`);
    const { charged } = await withDatabase(await home.connection(), (database) =>
      checkAnswered(database, answered),
    );
    const credits = answered.reduce((sum, receipt) => sum + receipt.credits, 0);
    assert.ok(
      charged >= credits && charged - credits <= inFlight,
      `${charged} charged for ${credits} answered`,
    );
    await checkReservations(home, inFlight);
    const account = await fetch(`${service.url}/v1/account`, {
      headers: { authorization: `Bearer ${service.key}` },
    });
    assert.deepEqual(((await account.json()) as { credits: object }).credits, {
      plan: planCredits - charged,
      top_up: 0,
      reserved: 0,
      available: planCredits - charged,
    });
    assert.equal((await service.stop()).code, 0);
    assert.equal(await home.postmaster(), null);
    t.diagnostic(`${answered.length} answers, ${charged - credits} charged without an answer`);
  }
});
