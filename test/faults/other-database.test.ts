import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDebianPostgres, startPostgresServer } from '../postgres-server.ts';
import { openHome } from '../service-process.ts';
import { checkAnswered, withDatabase } from './books.ts';
import { startFaultSite } from './fault-site.ts';
import { checkOnlyPauses, watchReadiness } from './pauses.ts';
import { startLoad } from './scrape-load.ts';

const debian = findDebianPostgres();

test('the complete service on PostgreSQL 15: it scrapes, survives restarts of the database, and starts again', {
  skip: debian === null && 'PostgreSQL 15 is not installed here',
}, async (t) => {
  const site = await startFaultSite('127.0.0.36');
  const server = await startPostgresServer(debian ?? undefined);
  const home = await openHome();
  t.after(async () => {
    await home.close();
    await server.stop();
    await site.close();
  });
  const { connectionString } = server;
  const environment = { DATABASE_URL: connectionString, WEBDATA_SECRET: 'a root secret for tests alone' };
  const first = await home.start(environment);
  assert.match(first.stdout(), /^database +PostgreSQL at DATABASE_URL$/m);
  const load = startLoad({ ...first, clients: 8, page: (index) => site.url(`/small/${index}`) });
  await load.more(16);
  const readiness = watchReadiness(first.url);
  for (let restarts = 0; restarts < 3; restarts += 1) {
    await server.restart();
    await load.more(16);
  }
  await load.stop();
  checkOnlyPauses(load);
  assert.equal((await readiness.stop()).at(-1), 200);
  await withDatabase({ connectionString }, (database) => checkAnswered(database, load.receipts()));
  assert.doesNotMatch(first.stderr(), /"stack"/);
  assert.equal((await first.stop()).code, 0);
  assert.equal(await home.postmaster(), null);

  const second = await home.start(environment);
  const more = startLoad({ ...second, clients: 2, page: (index) => site.url(`/small/${index}`) });
  await more.more(4);
  await more.stop();
  checkOnlyPauses(more);
  const answered = [...load.receipts(), ...more.receipts()];
  await withDatabase({ connectionString }, (database) => checkAnswered(database, answered));
  const ended = await second.stop();
  assert.deepEqual([ended.code, ended.stderr], [0, '']);
});
