import { z } from 'zod';
import type { PageResult } from '../../../domain/pages/page.ts';
import type { JobAction, JobDocument } from '../../../domain/resources/job.ts';
import { uuidOf } from '../../../domain/values/identifier.ts';
import type { JobPages } from '../../../jobs/records/job-pages.ts';
import type { JobFilter, JobPage } from '../../../jobs/records/job-view.ts';
import type { Operation } from '../../../operations/declaration/operation.ts';
import { defineCall, idPath } from '../define-call.ts';
import { createFreeReply, createSuccess } from '../reply.ts';
import { getScrapeId, toStoredDocument } from '../scrape/document.ts';
import { hasContent, toV2Error } from '../scrape/page-reply.ts';
import { jobPaths, requireJob, type V2JobType } from './job-id.ts';
import { createJobState } from './job-state.ts';

/** Dependencies of the job calls. Jobs of other accounts count as missing. */
export interface JobCallPorts {
  findJob(accountId: string, jobId: string): Promise<JobDocument | null>;
  listJobs(accountId: string, filter: JobFilter): Promise<JobPage>;
  readPages(
    accountId: string,
    jobId: string,
    piece: { offset: number; limit: number; bytes?: number },
  ): Promise<JobPages | null>;
  /** Returns pages whose status is not `ok`. */
  readFailedPages(accountId: string, jobId: string, limit: number): Promise<PageResult[]>;
  /** Throws Failure `conflict` if the job’s status does not allow the action. */
  performAction(accountId: string, jobId: string, action: JobAction): Promise<void>;
  /** Milliseconds for which an ended job is kept. */
  keepMs: number;
}

type PagedJobType = Exclude<V2JobType, 'extract'>;

const defaultPageCount = 100;
/** Approximate size of one response, so that polling is fast; clients follow `next`. */
const maxResponseBytes = 2 * 1024 * 1024;
const maxErrors = 1_000;
const typeNames: Readonly<Record<PagedJobType, string>> = { crawl: 'crawl', batch_scrape: 'batch scrape' };

const pageQuery = z.looseObject({
  skip: z.int().min(0).max(1_000_000).default(0),
  limit: z.int().min(1).max(1_000).default(defaultPageCount),
});

function statusCall(ports: JobCallPorts, type: PagedJobType): Operation {
  return defineCall({
    tool: 'get_job',
    title: `Get the status of a ${typeNames[type]}`,
    description: `Returns the status of a ${typeNames[type]} and its delivered pages in order of completion, at most ${defaultPageCount} pages and about 2 MB per response. \`next\` is present only if more pages were delivered.`,
    method: 'GET',
    path: `${jobPaths[type]}/{id}`,
    scope: 'read',
    pathParameters: idPath,
    query: pageQuery,
    toCommand: ({ path, query }) => ({ id: path.id ?? '', ...pageQuery.parse(query) }),
    run: async ({ id, skip, limit }, { principal: { accountId }, baseUrl }) => {
      const job = await requireJob(ports.findJob, accountId, id, type);
      const read = await ports.readPages(accountId, job.jid, {
        offset: skip,
        limit,
        bytes: maxResponseBytes,
      });
      const { pages, next } = read ?? { pages: [], next: null };
      const nextQuery = new URLSearchParams({
        skip: String(next),
        ...(limit !== defaultPageCount && { limit: String(limit) }),
      });
      return createFreeReply(
        createSuccess({
          ...createJobState(job, ports.keepMs),
          ...(next !== null && { next: `${baseUrl}${jobPaths[type]}/${uuidOf(job.jid)}?${nextQuery}` }),
          data: pages.filter(hasContent).map((page) => toStoredDocument(page, baseUrl)),
        }),
      );
    },
  });
}

function errorsCall(ports: JobCallPorts, type: PagedJobType): Operation {
  return defineCall({
    tool: 'get_job',
    title: `Get the errors of a ${typeNames[type]}`,
    description: `Returns the pages that a ${typeNames[type]} could not read, at most ${maxErrors}, and the URLs excluded by robots.txt.`,
    method: 'GET',
    path: `${jobPaths[type]}/{id}/errors`,
    scope: 'read',
    pathParameters: idPath,
    toCommand: ({ path }) => path.id ?? '',
    run: async (id, { principal: { accountId } }) => {
      const job = await requireJob(ports.findJob, accountId, id, type);
      const pages = await ports.readFailedPages(accountId, job.jid, maxErrors);
      const errors = pages
        .filter((page) => !hasContent(page))
        .map((page) => ({
          id: getScrapeId(page),
          timestamp: page.receipt.fetched_at,
          url: page.url,
          code: toV2Error(page).code,
          error: page.error?.message ?? page.status,
        }));
      return createFreeReply({ status: 200, body: { errors, robotsBlocked: job.robots_blocked } });
    },
  });
}

function cancelCall(ports: JobCallPorts, type: PagedJobType): Operation {
  return defineCall({
    tool: 'act_on_job',
    title: `Cancel a ${typeNames[type]}`,
    description: `Cancels a running ${typeNames[type]}; delivered pages remain. For an ended one, the response is 409.`,
    method: 'DELETE',
    path: `${jobPaths[type]}/{id}`,
    scope: 'write',
    pathParameters: idPath,
    toCommand: ({ path }) => path.id ?? '',
    run: async (id, { principal: { accountId } }) => {
      const job = await requireJob(ports.findJob, accountId, id, type);
      await ports.performAction(accountId, job.jid, 'cancel');
      return createFreeReply(createSuccess({ status: 'cancelled' }));
    },
  });
}

function activeCall({ listJobs }: JobCallPorts, path: string): Operation {
  return defineCall({
    tool: 'list_jobs',
    title: 'List running crawls',
    description: 'Returns the crawls of this account that have not ended, the newest 100 per status.',
    method: 'GET',
    path,
    scope: 'read',
    toCommand: () => null,
    run: async (_command, { principal: { accountId } }) => {
      const filter = { type: 'crawl' as const, before: null, offset: 0, limit: defaultPageCount };
      const lists = await Promise.all([
        listJobs(accountId, { ...filter, status: 'running' }),
        listJobs(accountId, { ...filter, status: 'queued' }),
      ]);
      const crawls = lists
        .flatMap(({ jobs }) => jobs)
        .map(({ jid, params, created_at: createdAt }) => {
          const { url, ...options } = params;
          return { id: uuidOf(jid), teamId: accountId, url: String(url), created_at: createdAt, options };
        });
      return createFreeReply(createSuccess({ crawls }));
    },
  });
}

/** Creates the calls for crawls and batch scrapes; fixed paths come before paths with an id. */
export function jobCalls(ports: JobCallPorts): Operation[] {
  const types: PagedJobType[] = ['crawl', 'batch_scrape'];
  return [
    activeCall(ports, '/v2/crawl/active'),
    activeCall(ports, '/v2/crawl/ongoing'),
    ...types.flatMap((type) => [statusCall(ports, type), errorsCall(ports, type), cancelCall(ports, type)]),
  ];
}
