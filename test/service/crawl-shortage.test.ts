import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newFetchProgress } from '../../src/fetching/fetch-progress.ts';
import type { FetchPage } from '../../src/fetching/fetch-request.ts';
import { createFailedPage } from '../../src/fetching/fetched-page.ts';
import { startWorld } from '../world/world.ts';
import { endedJob } from './ended-job.ts';
import { startTestService } from './running-service.ts';

/** Fails the first fetch of each URL like a process without free file descriptors. */
function failFirst(fetchPage: FetchPage): FetchPage {
  const seen = new Set<string>();
  return async (command, context) => {
    if (seen.has(command.url)) return fetchPage(command, context);
    seen.add(command.url);
    const error = { code: 'dependency' as const, message: 'The service has too many open files.' };
    return createFailedPage(newFetchProgress(command, context.accountId, new Date()), error, new Date());
  };
}

test('a crawl reads pages again that failed because the service lacked resources', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t, {}, { decorateFetcher: failFirst });
  const { json: started } = await service.post('/v1/crawl', { url: world.site.url('/'), limit: 8 });
  const job = await endedJob(service, started.jid);
  assert.equal(job.status, 'completed', JSON.stringify(job));
  const { results } = (await service.get(`/v1/jobs/${started.jid}/results?limit=100`)).json;
  assert.equal(results.length, 8);
  assert.deepEqual(
    results.filter(({ status }: { status: string }) => status === 'unavailable'),
    [],
  );
});
