import type { z } from 'zod';
import { maskParams } from '../../account/mask-params.ts';
import type { JobDocument } from '../../domain/job.ts';
import { estimatePages } from '../../operations/estimate.ts';
import { defineOperation, type Operation, type Work } from '../../operations/operation.ts';
import { jobSchema } from '../../operations/schemas/job.ts';
import { crawlBody, crawlQuery, toCrawlCommand } from './crawl-request.ts';
import { dearestOf, type JobOrder } from './start-job.ts';

interface CrawlInput {
  body: z.output<typeof crawlBody>;
  query: z.output<typeof crawlQuery>;
}

/** Starting a crawl, which goes on in the background. */
export function crawlOperation(start: Work<JobOrder, JobDocument>): Operation {
  const toOrder = ({ body, query }: CrawlInput): JobOrder => ({
    type: 'crawl',
    command: toCrawlCommand(body, query),
    params: maskParams({ ...body, ...(query.network === 'auto' && query) }),
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
        'Reads the pages of a site in the background, breadth first from `url` and its sitemaps, and answers at once with the job (`jid`). Wait with the tool job (action follow), read the pages with action results while it runs or after.',
      hidden: ['webhook'],
    },
    refuses: ['insufficient_credits'],
    input: { query: crawlQuery, body: crawlBody },
    toCommand: toOrder,
    output: jobSchema,
    estimate: ({ command }) => estimatePages(Array(command.limit).fill(dearestOf(command))),
    example: { body: { url: 'https://example.com/', limit: 100, max_depth: 2 } },
    run: start,
  });
}
