import { findDeliveredPages } from '../../jobs/records/job-pages.ts';
import { pauseJob, pauseJobWithin } from '../../jobs/records/pause-job.ts';
import { storeCachedPages } from '../../store/pages/cached-pages.ts';
import { type NewContent, storeBody } from '../../store/pages/contents.ts';
import { defineCapability } from '../capability.ts';
import { crawlTools } from './agent-tools.ts';
import { crawlOperation } from './crawl.ts';
import { createCrawlWork } from './crawl-work.ts';
import { createPageJobStart } from './page-jobs.ts';

/** Reads the pages of a site in the background. */
export const crawlCapability = defineCapability({
  name: 'crawl',
  topic: 'Pages and sites',
  tags: { crawl: 'Reading the pages of a site in the background' },
  agentTools: crawlTools,
  operations: ({ database, clock, targets, logins, exits: { networks } }) => [
    crawlOperation(createPageJobStart({ database, clock, targets, logins, networks }), networks),
  ],
  tasks(ports) {
    const { database, blobs, clock, log, fetchResource, robots, exits, signer, settings } = ports;
    const work = createCrawlWork({
      cache: ports.cache,
      storeCachedPages(accountId, pages) {
        storeCachedPages(database, accountId, pages).catch((error: unknown) =>
          log.warn({ err: error }, 'pages of a crawl were not stored in the cache'),
        );
      },
      pauseJob(jobId, wait, notes, transaction) {
        const pause = { wait, notes, now: clock.now() };
        return transaction === null
          ? pauseJob(database, jobId, pause)
          : pauseJobWithin(transaction, jobId, pause);
      },
      logins: ports.logins,
      fetchResource,
      robots,
      exits,
      storeBody: (content: NewContent) => storeBody({ database, blobs }, content, clock.now()),
      findDelivered: (jobId, urls) => findDeliveredPages(database, jobId, urls),
      signer,
      clock,
      robotsPolicy: settings.robots,
    });
    return { crawl: work, batch_scrape: work, extract: work };
  },
});
