import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Route, startLoopbackServer } from '../world/loopback-server.ts';
import { endedJob } from './ended-job.ts';
import { startTestService } from './running-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

/** Returns `YYYY-MM` of the month this many months from now. */
function monthFromNow(months: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1)).toISOString().slice(0, 7);
}

test('a crawl leaves a calendar whose links have a new session id on every page', async (t) => {
  let visits = 0;
  const site = await startLoopbackServer(
    '127.0.0.11',
    () =>
      new Map<string, Route>([
        [
          '/',
          { body: '<title>Start</title><main><h1>Club</h1><p>Our club.</p><a href="/plan">Plan</a></main>' },
        ],
        [
          '/plan',
          (_request, { searchParams }) => {
            visits += 1;
            // What the visitor sees changes, too: copies are not recognised by their words.
            const visitor = visits.toString(36).padStart(8, 'v7');
            const at = Number(searchParams.get('at') ?? 0);
            const link = (step: number) =>
              `<a href="/plan?month=${monthFromNow(at + step)}&amp;at=${at + step}&amp;sid=${visitor}">${step}</a>`;
            const steps = [-1, 1].filter((step) => Math.abs(at + step) <= 8);
            const seen = Array.from({ length: 60 }, (_, n) => `w${visits * 100 + n}`).join(' ');
            return {
              body: `<title>Plan ${monthFromNow(at)}</title><main><h1>Plan ${monthFromNow(at)}</h1><p>${seen}</p>${steps.map(link).join(' ')}</main>`,
            };
          },
        ],
      ]),
  );
  t.after(() => site.close());
  const service = await startTestService(t);
  const body = { url: site.url('/'), use_sitemap: false, limit: 300, max_depth: 100 };
  const { jid } = (await service.post('/v1/crawl', body)).json;
  const job = await endedJob(service, jid);
  const { results } = (await service.get(`/v1/jobs/${jid}/results?limit=300`)).json;
  const months = new Set(results.map(({ title }: Json) => title));
  assert.equal(months.size, 1 + 17, 'every month is read');
  assert.ok(results.length < 60, `${results.length} pages`);
  assert.ok(job.skipped.trap > 0, JSON.stringify(job.skipped));
});
