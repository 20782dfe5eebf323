import { z } from 'zod';
import { uuidOf } from '../../domain/identifier.ts';
import type { JobAction, JobDocument } from '../../domain/job.ts';
import type { PageResult } from '../../domain/page.ts';
import type { JobPages } from '../../jobs/job-pages.ts';
import type { JobFilter, JobPage } from '../../jobs/job-view.ts';
import type { Operation } from '../../operations/operation.ts';
import { defineCall, idPath } from './define-call.ts';
import { scrapeIdOf, storedDocument } from './document.ts';
import { jobPaths, requireJob, type V2JobType } from './job-id.ts';
import { jobState } from './job-state.ts';
import { failureOf, hasContent } from './page-reply.ts';
import { freeReply, succeeded } from './reply.ts';

/** What the calls about jobs need of the other rooms. Another account's job is missing for all of them. */
export interface JobCallPorts {
  findJob(accountId: string, jobId: string): Promise<JobDocument | null>;
  listJobs(accountId: string, filter: JobFilter): Promise<JobPage>;
  readPages(
    accountId: string,
    jobId: string,
    piece: { offset: number; limit: number; bytes?: number },
  ): Promise<JobPages | null>;
  /** Pages that are not `ok`. */
  readFailedPages(accountId: string, jobId: string, limit: number): Promise<PageResult[]>;
  /** Throws Failure `conflict` when the action does not fit. */
  act(accountId: string, jobId: string, action: JobAction): Promise<void>;
  /** Milliseconds that an ended job is kept. */
  keepMs: number;
}

type PagedType = Exclude<V2JobType, 'extract'>;

const usualPiece = 100;
/** Pages of one answer together, about: a poll stays quick, and clients follow `next`. */
const pieceBytes = 2 * 1024 * 1024;
const mostErrors = 1_000;
const words: Readonly<Record<PagedType, string>> = { crawl: 'crawl', batch_scrape: 'batch scrape' };

const piece = z.looseObject({
  skip: z.int().min(0).max(1_000_000).default(0),
  limit: z.int().min(1).max(1_000).default(usualPiece),
});

function statusCall(ports: JobCallPorts, type: PagedType): Operation {
  return defineCall({
    tool: 'get_job',
    title: `Status of a ${words[type]}`,
    description: `Where a ${words[type]} stands and the pages it has delivered, in order of completion, up to ${usualPiece} and some 2 MB at a time; \`next\` is there only when more were delivered.`,
    method: 'GET',
    path: `${jobPaths[type]}/{id}`,
    scope: 'read',
    pathParameters: idPath,
    query: piece,
    toCommand: ({ path, query }) => ({ id: path.id ?? '', ...piece.parse(query) }),
    run: async ({ id, skip, limit }, { principal: { accountId }, baseUrl }) => {
      const job = await requireJob(ports.findJob, accountId, id, type);
      const read = await ports.readPages(accountId, job.jid, { offset: skip, limit, bytes: pieceBytes });
      const { pages, next } = read ?? { pages: [], next: null };
      const rest = new URLSearchParams({
        skip: String(next),
        ...(limit !== usualPiece && { limit: String(limit) }),
      });
      return freeReply(
        succeeded({
          ...jobState(job, ports.keepMs),
          ...(next !== null && { next: `${baseUrl}${jobPaths[type]}/${uuidOf(job.jid)}?${rest}` }),
          data: pages.filter(hasContent).map((page) => storedDocument(page, baseUrl)),
        }),
      );
    },
  });
}

function errorsCall(ports: JobCallPorts, type: PagedType): Operation {
  return defineCall({
    tool: 'get_job',
    title: `Errors of a ${words[type]}`,
    description: `Pages that a ${words[type]} could not read, the first ${mostErrors}, and what robots rules exclude.`,
    method: 'GET',
    path: `${jobPaths[type]}/{id}/errors`,
    scope: 'read',
    pathParameters: idPath,
    toCommand: ({ path }) => path.id ?? '',
    run: async (id, { principal: { accountId } }) => {
      const job = await requireJob(ports.findJob, accountId, id, type);
      const pages = await ports.readFailedPages(accountId, job.jid, mostErrors);
      const errors = pages
        .filter((page) => !hasContent(page))
        .map((page) => ({
          id: scrapeIdOf(page),
          timestamp: page.receipt.fetched_at,
          url: page.url,
          code: failureOf(page).code,
          error: page.error?.message ?? page.status,
        }));
      return freeReply({ status: 200, body: { errors, robotsBlocked: job.robots_blocked } });
    },
  });
}

function cancelCall(ports: JobCallPorts, type: PagedType): Operation {
  return defineCall({
    tool: 'act_on_job',
    title: `Cancel a ${words[type]}`,
    description: `Ends a ${words[type]} that has not ended; what it has delivered stays. One that has ended is 409.`,
    method: 'DELETE',
    path: `${jobPaths[type]}/{id}`,
    scope: 'write',
    pathParameters: idPath,
    toCommand: ({ path }) => path.id ?? '',
    run: async (id, { principal: { accountId } }) => {
      const job = await requireJob(ports.findJob, accountId, id, type);
      await ports.act(accountId, job.jid, 'cancel');
      return freeReply(succeeded({ status: 'cancelled' }));
    },
  });
}

function activeCall({ listJobs }: JobCallPorts, path: string): Operation {
  return defineCall({
    tool: 'list_jobs',
    title: 'Crawls under way',
    description: 'The crawls of this account that have not ended, the newest 100 of each state.',
    method: 'GET',
    path,
    scope: 'read',
    toCommand: () => null,
    run: async (_command, { principal: { accountId } }) => {
      const all = { type: 'crawl' as const, before: null, offset: 0, limit: usualPiece };
      const lists = await Promise.all([
        listJobs(accountId, { ...all, status: 'running' }),
        listJobs(accountId, { ...all, status: 'queued' }),
      ]);
      const crawls = lists
        .flatMap(({ jobs }) => jobs)
        .map(({ jid, params, created_at: createdAt }) => {
          const { url, ...options } = params;
          return { id: uuidOf(jid), teamId: accountId, url: String(url), created_at: createdAt, options };
        });
      return freeReply(succeeded({ crawls }));
    },
  });
}

/** Everything that can be asked of crawls and batch scrapes; what has a name of its own comes before ids. */
export function jobCalls(ports: JobCallPorts): Operation[] {
  const types: PagedType[] = ['crawl', 'batch_scrape'];
  return [
    activeCall(ports, '/v2/crawl/active'),
    activeCall(ports, '/v2/crawl/ongoing'),
    ...types.flatMap((type) => [statusCall(ports, type), errorsCall(ports, type), cancelCall(ports, type)]),
  ];
}
