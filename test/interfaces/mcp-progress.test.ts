import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client, Progress } from '@modelcontextprotocol/client';
import { startTestService } from '../service/running-service.ts';
import { startSlowSite } from '../world/slow-site.ts';
import { connectAgent, eras } from './agent-client.ts';

async function follow(client: Client, args: Record<string, unknown>) {
  const reports: Progress[] = [];
  const { structuredContent } = await client.callTool(
    { name: 'job', arguments: { action: 'follow', ...args } },
    { onprogress: (progress) => reports.push(progress) },
  );
  return { reports, state: structuredContent as { ended: boolean; last_event_id: string } };
}

test('following a job reports its pages', async (t) => {
  const site = await startSlowSite({ pages: 8, delayMs: { from: 50, to: 150 } });
  t.after(() => site.close());
  const service = await startTestService(t);

  for (const [era, mode] of eras) {
    await t.test(`in ${era}`, async (t) => {
      const client = await connectAgent(t, service, mode);
      const started = await client.callTool({
        name: 'crawl',
        arguments: { url: site.url('/'), limit: 5 },
      });
      const { jid } = started.structuredContent as { jid: string };
      const { reports, state } = await follow(client, { jid });
      assert.equal(state.ended, true);
      const counts = reports.map(({ progress }) => progress).filter((count) => count > 0);
      assert.deepEqual(counts, [1, 2, 3, 4, 5]);
      for (const { progress, total } of reports) {
        assert.ok(total === undefined || (total >= progress && total <= 5), `${progress} of ${total}`);
      }

      // If continued in the middle, the counts are those of the job, which knows all its pages.
      const later = await follow(client, { jid, last_event_id: '3' });
      assert.deepEqual(
        later.reports.map(({ progress, total }) => [progress, total]),
        [
          [4, 5],
          [5, 5],
        ],
      );
    });
  }
});

test('a call that reads several pages reports each of them', async (t) => {
  const site = await startSlowSite({ pages: 8, delayMs: { from: 50, to: 150 } });
  t.after(() => site.close());
  const service = await startTestService(t);
  for (const [era, mode] of eras) {
    await t.test(`in ${era}`, async (t) => {
      const client = await connectAgent(t, service, mode);
      const reports: Progress[] = [];
      const urls = site.pages.slice(0, 4).map(({ path }) => site.url(path));
      await client.callTool(
        { name: 'scrape', arguments: { urls, max_age: 0 } },
        { onprogress: (progress) => reports.push(progress) },
      );
      assert.deepEqual(
        reports.map(({ progress, message }) => [progress, message]),
        [
          [1, '1 page read'],
          [2, '2 pages read'],
          [3, '3 pages read'],
          [4, '4 pages read'],
        ],
      );
    });
  }
});
