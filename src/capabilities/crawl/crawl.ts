import type { z } from 'zod';
import type { Commit } from '../../account/idempotency.ts';
import { maskParams } from '../../account/mask-params.ts';
import type { Clock } from '../../domain/clock.ts';
import type { JobDocument } from '../../domain/job.ts';
import { routePrices } from '../../domain/rate-card.ts';
import { addressDigest } from '../../jobs/finished-page.ts';
import type { NewAddress, NewJob } from '../../jobs/job-creation.ts';
import { estimatePages } from '../../operations/estimate.ts';
import { defineOperation, freeOutcome, type Operation } from '../../operations/operation.ts';
import { jobSchema } from '../../operations/schemas/job.ts';
import { canonicalUrl } from '../../site/url-rules.ts';
import { type CrawlCommand, crawlBody, toCrawlCommand } from './crawl-request.ts';

/** What starting a crawl needs of the other rooms. */
export interface CrawlPorts {
  /** The new job; `commit` is called with it in the transaction that makes it. */
  createJob(job: NewJob, now: Date, commit: Commit): Promise<JobDocument>;
  clock: Clock;
}

/** The start page and, when wanted, robots.txt, which names the sitemaps. */
function seedsOf(command: CrawlCommand): NewAddress[] {
  const page: NewAddress = {
    kind: 'page',
    url: command.url,
    digest: addressDigest(canonicalUrl(command.url)),
    depth: 0,
  };
  if (!command.useSitemap || command.maxDepth === 0 || command.limit === 1) return [page];
  const url = new URL('/robots.txt', command.url).href;
  return [page, { kind: 'sitemap', url, digest: addressDigest(`sitemap ${url}`), depth: 0 }];
}

/** Starting a crawl, which goes on in the background. */
export function crawlOperation(ports: CrawlPorts): Operation {
  interface Order {
    command: CrawlCommand;
    params: Record<string, unknown>;
  }
  const toOrder = ({ body }: { body: z.output<typeof crawlBody> }): Order => ({
    command: toCrawlCommand(body),
    params: maskParams(body),
  });
  return defineOperation({
    name: 'crawl',
    title: 'Crawl a site',
    description:
      'Reads the pages of a site in the background, breadth first from `url` and its sitemaps, and answers at once with the job. Poll `GET /v1/jobs/{jid}` or follow its events; read pages with `GET /v1/jobs/{jid}/results` while it runs. Durable: it survives restarts, and each page is delivered and charged once.',
    price: '1 credit a page that arrived, reserved for 100 pages at a time; 0 for all else',
    method: 'POST',
    path: '/v1/crawl',
    scope: 'write',
    stores: true,
    annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
    agent: {
      description:
        'Reads the pages of a site in the background, breadth first from `url` and its sitemaps, and answers at once with the job (`jid`). Wait with follow_job, read the pages with get_job_results while it runs or after.',
      hidden: ['webhook'],
    },
    refuses: ['insufficient_credits'],
    input: { body: crawlBody },
    toCommand: toOrder,
    output: jobSchema,
    estimate: ({ command }) => estimatePages(command.limit),
    example: { body: { url: 'https://example.com/', limit: 100, max_depth: 2 } },
    run: async ({ command, params }, { principal: { accountId }, requestId, commit }) => {
      const job: NewJob = {
        type: 'crawl',
        accountId,
        requestId,
        command,
        params,
        pageLimit: command.limit,
        pageCredits: routePrices.http,
        webhook: command.webhook,
        startUrl: command.url,
        seeds: seedsOf(command),
      };
      const created = await ports.createJob(job, ports.clock.now(), commit);
      const answer = { ...freeOutcome<JobDocument>(created), url: command.url };
      return { ...answer, country: command.country };
    },
  });
}
