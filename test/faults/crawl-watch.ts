import assert from 'node:assert/strict';
import type { Database } from '../../src/store/database.ts';
import { until } from '../until.ts';
import type { SlowSite } from '../world/slow-site.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

/** Client that starts and polls crawls. */
export interface CrawlClient {
  start(body: object): Promise<string>;
  job(jid: string): Promise<Json>;
  /** Polls until the job satisfies `isSo`; retries while the service does not respond. */
  until(jid: string, isSo: (job: Json) => boolean): Promise<Json>;
}

/** Creates a client for the server at the current `url()`. */
export function createCrawlClient(url: () => string, key: string): CrawlClient {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const job = async (jid: string) => (await fetch(`${url()}/v1/jobs/${jid}`, { headers })).json();
  return {
    async start(body) {
      const answer = await fetch(`${url()}/v1/crawl`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      assert.equal(answer.status, 200);
      return ((await answer.json()) as Json).jid;
    },
    job,
    until(jid, isSo) {
      return until<Json>(
        () => job(jid).catch(() => null),
        (found) => found?.jid === jid && isSo(found),
      );
    },
  };
}

/** Returns whether the job has ended. */
export const hasEnded = (job: Json): boolean => ['completed', 'failed', 'cancelled'].includes(job.status);

/** Checks that a completed crawl delivered every page of the site once, and charged exactly those. */
export async function checkCrawl(database: Database, site: SlowSite, job: Json): Promise<void> {
  assert.equal(job.status, 'completed');
  const results = await database
    .selectFrom('results')
    .select(['ordinal', 'url', 'status', 'receipt_id'])
    .where('job_id', '=', job.jid)
    .orderBy('ordinal')
    .execute();
  const wanted = site.pages.map((page) => site.url(page.path)).sort();
  assert.deepEqual(results.map((row) => row.url).sort(), wanted, 'every page once');
  assert.deepEqual(
    results.map((row) => row.ordinal),
    wanted.map((_, at) => at),
  );
  assert.ok(results.every((row) => row.status === 'ok'));
  const ledger = await database
    .selectFrom('ledger')
    .select(['credits', 'pages'])
    .where('job_id', '=', job.jid)
    .execute();
  assert.equal(
    ledger.reduce((sum, row) => sum - row.credits, 0),
    wanted.length,
    'every page charged once',
  );
  assert.equal(job.credits.charged, wanted.length);
  const receipts = results.map((row) => row.receipt_id);
  const kept = await database
    .selectFrom('receipts')
    .select('receipt_id')
    .where('receipt_id', 'in', receipts)
    .execute();
  assert.equal(kept.length, wanted.length);
  const held = await database.selectFrom('reservations').selectAll().where('job_id', '=', job.jid).execute();
  assert.deepEqual(held, []);
}
