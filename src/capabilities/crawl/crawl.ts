import type { z } from 'zod';
import type { Network } from '../../domain/resources/exit.ts';
import type { JobDocument } from '../../domain/resources/job.ts';
import { throwIfInvalid } from '../../domain/system/failure.ts';
import { estimatePages } from '../../operations/declaration/estimate.ts';
import {
  type CommandHandler,
  defineOperation,
  type Operation,
} from '../../operations/declaration/operation.ts';
import { maskInput } from '../../operations/declaration/secret-fields.ts';
import { jobSchema } from '../../operations/schemas/job.ts';
import { jobView } from '../../operations/views/job-view.ts';
import {
  type CrawlQuery,
  crawlQuery,
  strategyError,
  toCrawlCommand,
  withoutDefaultOptions,
} from './crawl-options.ts';
import { crawlBody } from './crawl-request.ts';
import { type JobRequest, mostExpensiveRoute } from './start-job.ts';
import { crawlPointers, validateJobRequest } from './validate-job-request.ts';

interface CrawlInput {
  body: z.output<typeof crawlBody>;
  query: CrawlQuery;
}

/** Starts a crawl, which runs in the background. */
export function crawlOperation(
  start: CommandHandler<JobRequest, JobDocument>,
  networks: readonly Network[],
): Operation {
  const toRequest = ({ body, query }: CrawlInput): JobRequest => {
    const error = strategyError(query);
    throwIfInvalid(error === null ? [] : [error]);
    return {
      type: 'crawl',
      command: toCrawlCommand(body, query),
      params: { ...maskInput(crawlBody, body), ...maskInput(crawlQuery, withoutDefaultOptions(query)) },
    };
  };
  return defineOperation({
    name: 'crawl',
    title: 'Crawl a site',
    description:
      'Reads the pages of a site in the background, breadth first from `url` and the sitemaps, and returns the job immediately. Poll `GET /v1/jobs/{jid}` or follow its events; get pages with `GET /v1/jobs/{jid}/results` while it runs. The job survives restarts, and each page is delivered and charged once. With `login`, it reads a site behind a login; with `search`, the pages that match come first.',
    price: '1 credit per delivered page, reserved for 100 pages at a time; everything else is free',
    method: 'POST',
    path: '/v1/crawl',
    scope: 'write',
    writesToDisk: true,
    annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
    agent: {
      hidden: ['webhook'],
    },
    errors: ['insufficient_credits'],
    input: { query: crawlQuery, body: crawlBody },
    toCommand: toRequest,
    output: jobSchema,
    view: jobView,
    startedJob: ({ jid }) => ({ jid }),
    estimate({ command }) {
      throwIfInvalid(validateJobRequest(command, crawlPointers));
      return estimatePages(Array(command.limit).fill(mostExpensiveRoute(command, networks)));
    },
    example: { body: { url: 'https://example.com/', limit: 100, max_depth: 2 } },
    run: start,
  });
}
