import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sql } from 'kysely';
import { createDataset } from '../src/capabilities/datasets/create-dataset.ts';
import { exportDataset } from '../src/capabilities/datasets/exports/export-dataset.ts';
import { readChanges } from '../src/capabilities/datasets/read-changes.ts';
import { readRecords } from '../src/capabilities/datasets/read-records.ts';
import { mergeAndNotify } from '../src/capabilities/datasets/refresh/merge-and-notify.ts';
import type { DataRecord } from '../src/domain/resources/dataset.ts';
import { createFileBlobs } from '../src/store/blobs/file-blobs.ts';
import { openDatabase } from '../src/store/database.ts';
import { exportFormats } from '../src/store/exports/table.ts';
import { migrate } from '../src/store/migrate.ts';
import { startPostgresServer } from '../test/postgres-server.ts';
import { type Figure, quantile, report } from './report.ts';

/** `npm run bench -- datasets 10000` gives a quick estimate. */
const count = Number(process.argv[3] ?? 100_000);
const accountId = 'acct_bench';
const rounds = 25;
const words = 'lamp chair table shelf desk stool bench couch rug vase clock mirror'.split(' ');

/** Returns articles of a shop of about 400 bytes each; every tenth price differs in each `season`. */
function articles(season: number): DataRecord[] {
  return Array.from({ length: count }, (_, number) => ({
    id: number,
    url: `https://shop.example/articles/${number}-${words[number % words.length]}`,
    name: `${words[number % 12]} ${words[number % 7]} no. ${number}`,
    description:
      `A ${words[number % 5]} that goes with every ${words[number % 11]}, made of oak and wool. `.repeat(2),
    price: 10 + (number % 500) + (number % 10 === season % 10 ? season : 0),
    currency: 'EUR',
    available: number % 9 !== 0,
    tags: [words[number % 3] as string, words[number % 8] as string],
    rating: { average: (number % 50) / 10, votes: number % 1_000 },
    seen: '2026-11-21T12:00:00.000Z',
  }));
}

/** Returns the resident memory of the process in megabytes. */
const memoryMb = () => process.memoryUsage.rss() / 2 ** 20;

const server = await startPostgresServer();
const { database } = openDatabase({ connectionString: server.connectionString });
const folder = await mkdtemp(join(tmpdir(), 'webdata-bench-datasets-'));
const figures: Figure[] = [];

async function timed(
  name: string,
  unit: 's' | 'ms',
  below: number | null,
  work: () => Promise<unknown>,
): Promise<void> {
  const began = performance.now();
  await work();
  const value = (performance.now() - began) / (unit === 's' ? 1_000 : 1);
  figures.push({ name, value, unit, ...(below !== null && { wanted: { below } }) });
}

async function median(name: string, below: number, work: (round: number) => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await work(round);
    times.push(performance.now() - began);
  }
  figures.push({ name, value: quantile(times, 0.5), unit: 'ms', wanted: { below } });
}

try {
  await migrate(database);
  await database
    .insertInto('accounts')
    .values({
      account_id: accountId,
      name: 'bench',
      plan: 'bench',
      plan_credits: 0,
      renews_at: new Date('2100-01-01'),
      unlimited: true,
      created_at: new Date(),
    })
    .execute();
  const principal = { accountId, keyId: 'key_bench', scopes: [] };
  const source = { kind: 'records' as const };
  const settings = {
    name: 'Bench',
    source,
    key: null,
    schedule: null,
    webhook: null,
    country: null,
    strictCountry: false,
    removedAfter: 2,
  };
  const { did: datasetId } = await database
    .transaction()
    .execute((transaction) =>
      createDataset(
        transaction,
        { ...settings, records: [] },
        { principal, requestId: 'req_bench' },
        new Date(),
      ),
    );
  const owner = { accountId, datasetId };
  let runs = 0;
  const took: number[] = [];
  /** Runs one refresh: creates the source's records, merges them and records the memory used. */
  const merge = async (recordsOf: () => DataRecord[]): Promise<void> => {
    runs += 1;
    const before = memoryMb();
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, memoryMb());
    }, 20);
    const records = recordsOf();
    const run = {
      datasetId,
      runId: `job_${runs}`,
      records,
      isComplete: true,
      acceptsDrop: false,
      at: new Date(),
    };
    await database.transaction().execute((transaction) => mergeAndNotify(transaction, run, null));
    clearInterval(watch);
    took.push(Math.max(most, memoryMb()) - before);
  };
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const before = memoryMb();
  await timed(`merge of ${count} new records`, 's', 20, () => merge(() => articles(0)));
  await timed('merge with every fifth changed', 's', 20, () => merge(() => articles(3)));
  await timed('merge with nothing changed', 's', 20, () => merge(() => articles(3)));
  await timed('merge with a third missing', 's', 20, () => merge(() => articles(3).slice(count / 3)));
  await timed('merge with a third removed', 's', 20, () => merge(() => articles(3).slice(count / 3)));
  await timed('merge with a third returned', 's', 20, () => merge(() => articles(3)));
  figures.push({ name: 'longest wait of other work during merges', value: delay.max / 1e6, unit: 'ms' });
  figures.push({
    name: 'memory that one merge took, most, the records of the source included',
    value: Math.max(...took),
    unit: 'MB',
    wanted: { below: 300 },
  });
  figures.push({
    name: 'memory that all six took one after another, most',
    value: process.resourceUsage().maxRSS / 1_024 - before,
    unit: 'MB',
  });
  await sql`vacuum analyze dataset_records`.execute(database);
  await median('a page of 200 changes, anywhere', 20, (round) =>
    readChanges(database, accountId, datasetId, { since: round * 4_000, limit: 200 }),
  );
  await median('a page of 100 records, anywhere', 20, (round) =>
    readRecords(database, accountId, datasetId, {
      status: 'active',
      offset: round * (count / rounds),
      limit: 100,
    }),
  );
  delay.reset();
  const blobs = createFileBlobs(folder);
  for (const format of exportFormats) {
    const choices = { format, isSafe: true, hasBom: false, nested: 'json' as const };
    const request = { status: null, fields: null, withMeta: false, choices };
    await timed(`export as ${format}`, 's', 5, () =>
      exportDataset(
        { database, blobs, keepMs: 60_000 },
        owner,
        request,
        new Date(),
        new AbortController().signal,
      ),
    );
  }
  figures.push({ name: 'longest wait of other work during exports', value: delay.max / 1e6, unit: 'ms' });
  await report('datasets', figures);
} finally {
  await database.destroy();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
