import { z } from 'zod';
import { Failure } from '../../domain/failure.ts';
import { type JobAction, type JobDocument, jobActions, jobStatuses, jobTypes } from '../../domain/job.ts';
import type { ResultsWish } from '../../jobs/job-results.ts';
import type { JobFilter, JobPage } from '../../jobs/job-view.ts';
import {
  defineOperation,
  freeOutcome,
  type Operation,
  type ServerEvent,
} from '../../operations/operation.ts';
import { jobSchema } from '../../operations/schemas/job.ts';
import { pageResultSchema } from '../../operations/schemas/page-result.ts';
import { receiptSchema } from '../../operations/schemas/receipt.ts';

/** What the jobs need of the other rooms. Another account's job is missing for all of them. */
export interface JobsPorts {
  listJobs(accountId: string, filter: JobFilter): Promise<JobPage>;
  findJob(accountId: string, jobId: string): Promise<JobDocument | null>;
  /** The answer as JSON text in UTF-8, or null. */
  readResults(accountId: string, jobId: string, page: ResultsWish): Promise<Uint8Array<ArrayBuffer> | null>;
  followJob(
    accountId: string,
    jobId: string,
    lastEventId: string | null,
  ): Promise<((signal: AbortSignal) => AsyncIterable<ServerEvent>) | null>;
  /** Throws Failure `conflict` when the action does not fit. */
  act(accountId: string, jobId: string, action: JobAction): Promise<void>;
  deleteJob(accountId: string, jobId: string): Promise<void>;
}

const jobPath = z.strictObject({ jid: z.string().min(1).max(100) });
const reading = { readOnly: true, destructive: false, idempotent: true, openWorld: false };

function missing(): Failure {
  return new Failure('not_found', 'there is no such job');
}

function listOperation({ listJobs }: JobsPorts): Operation {
  return defineOperation({
    name: 'list_jobs',
    title: 'List jobs',
    description: 'The background jobs of this account, newest first. Filters combine.',
    price: 'free',
    method: 'GET',
    path: '/v1/jobs',
    scope: 'read',
    stores: false,
    annotations: reading,
    agent: { tool: 'job', action: 'list', defaults: { limit: 20 } },
    input: {
      query: z.strictObject({
        type: z.enum(jobTypes).optional().describe('only jobs of this kind'),
        status: z.enum(jobStatuses).optional().describe('only jobs that stand so'),
        before: z.string().min(1).max(100).optional().describe('only jobs older than the one with this id'),
        offset: z.int().min(0).max(1_000_000).default(0),
        limit: z.int().min(1).max(1_000).default(50),
      }),
    },
    toCommand: ({ query: { type, status, before, offset, limit } }): JobFilter => ({
      type: type ?? null,
      status: status ?? null,
      before: before ?? null,
      offset,
      limit,
    }),
    output: z.object({ jobs: z.array(jobSchema), total: z.int(), next_offset: z.int().nullable() }),
    example: { query: { type: 'crawl', status: 'running' } },
    run: async (filter, { principal }) => freeOutcome(await listJobs(principal.accountId, filter)),
  });
}

function getOperation({ findJob }: JobsPorts): Operation {
  return defineOperation({
    name: 'get_job',
    title: 'Look at a job',
    description: 'Where a job stands: its status, how many pages became what, and what it was charged.',
    price: 'free',
    method: 'GET',
    path: '/v1/jobs/{jid}',
    scope: 'read',
    stores: false,
    annotations: reading,
    agent: { tool: 'job', action: 'get' },
    input: { path: jobPath },
    toCommand: ({ path }) => path.jid,
    output: jobSchema,
    example: { path: { jid: 'job_0123456789' } },
    run: async (jobId, { principal }) => {
      const job = await findJob(principal.accountId, jobId);
      if (job === null) throw missing();
      return freeOutcome(job);
    },
  });
}

function resultsOperation({ readResults }: JobsPorts): Operation {
  return defineOperation({
    name: 'get_job_results',
    title: 'Read the pages of a job',
    description:
      'The pages that a job has delivered, in order of completion. The list only grows, so that an offset stays true while the job runs. An answer that would pass some 16 MB ends early; `next_offset` says where to go on.',
    price: 'free',
    method: 'GET',
    path: '/v1/jobs/{jid}/results',
    scope: 'read',
    stores: false,
    annotations: reading,
    agent: {
      tool: 'job',
      action: 'results',
      description:
        'The pages that a job has delivered, in order of completion, `limit` at a time from `offset`; works while the job runs. The list only grows, so that an offset stays true.',
      defaults: { limit: 10 },
    },
    input: {
      path: jobPath,
      query: z.strictObject({
        offset: z.int().min(0).max(1_000_000).default(0),
        limit: z.int().min(1).max(1_000).default(50),
      }),
    },
    toCommand: ({ path, query }) => ({ jobId: path.jid, page: query }),
    output: z.object({
      jid: z.string(),
      status: z.enum(jobStatuses),
      results: z
        .array(z.union([pageResultSchema, z.looseObject({ receipt: receiptSchema })]))
        .describe(
          'pages; of a job that does one piece of work, the single answer that its direct call gives',
        ),
      offset: z.int(),
      total: z.int(),
      next_offset: z.int().nullable(),
    }),
    example: { path: { jid: 'job_0123456789' }, query: { offset: 0, limit: 50 } },
    run: async ({ jobId, page }, { principal, baseUrl }) => {
      const text = await readResults(principal.accountId, jobId, { ...page, baseUrl });
      if (text === null) throw missing();
      return { ...freeOutcome(null), answer: { kind: 'json_text', text } };
    },
  });
}

function eventsOperation({ followJob }: JobsPorts): Operation {
  return defineOperation({
    name: 'follow_job',
    title: 'Follow a job',
    description:
      'What happens to a job, as server-sent events (`job.started`, `job.page` with ids, `job.completed`, `job.failed`, `job.cancelled`): from the first, or after `Last-Event-ID`. The stream ends with the job.',
    price: 'free',
    method: 'GET',
    path: '/v1/jobs/{jid}/events',
    scope: 'read',
    stores: false,
    annotations: reading,
    answers: 'events',
    agent: {
      tool: 'job',
      action: 'follow',
      description:
        'Waits for a job: gives what happened to it so far, from the first event or after `last_event_id`, until it ends or about 50 seconds have passed. Call again with the `last_event_id` of the answer while `ended` is false.',
    },
    input: {
      path: jobPath,
      query: z.strictObject({
        last_event_id: z
          .string()
          .max(100)
          .optional()
          .describe('go on after this event; the header Last-Event-ID says the same'),
      }),
    },
    toCommand: ({ path, query }) => ({ jobId: path.jid, lastEventId: query.last_event_id ?? null }),
    output: z.object({ id: z.string(), type: z.string(), data: z.record(z.string(), z.unknown()) }),
    example: { path: { jid: 'job_0123456789' } },
    run: async ({ jobId, lastEventId }, { principal }) => {
      const open = await followJob(principal.accountId, jobId, lastEventId);
      if (open === null) throw missing();
      return { ...freeOutcome(null), answer: { kind: 'events', open } };
    },
  });
}

function actOperation({ act, findJob }: JobsPorts): Operation {
  return defineOperation({
    name: 'act_on_job',
    title: 'Act on a job',
    description:
      'Cancels, pauses or resumes a job, or tries the pages of an ended one again that failed (`failed`, `unavailable`, `budget_exhausted`). An action that does not fit the job’s state is 409.',
    price: 'free; pages that are read again are charged as before',
    method: 'POST',
    path: '/v1/jobs/{jid}/{action}',
    scope: 'write',
    stores: false,
    annotations: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
    agent: {
      tool: 'job',
      description:
        'Cancels, pauses or resumes a job, or tries the pages of an ended one again that failed (`failed`, `unavailable`, `budget_exhausted`). An action that does not fit the state of the job is refused.',
    },
    refuses: ['conflict'],
    input: { path: jobPath.extend({ action: z.enum(jobActions) }) },
    toCommand: ({ path }) => path,
    output: jobSchema,
    example: { path: { jid: 'job_0123456789', action: 'cancel' } },
    run: async ({ jid, action }, { principal: { accountId } }) => {
      await act(accountId, jid, action);
      return freeOutcome((await findJob(accountId, jid)) as JobDocument);
    },
  });
}

function deleteOperation({ deleteJob }: JobsPorts): Operation {
  return defineOperation({
    name: 'delete_job',
    title: 'Delete a job',
    description: 'Removes a job that has ended, with its pages. Its receipts and ledger rows stay.',
    price: 'free',
    method: 'DELETE',
    path: '/v1/jobs/{jid}',
    scope: 'write',
    stores: false,
    annotations: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
    refuses: ['conflict'],
    input: { path: jobPath },
    toCommand: ({ path }) => path.jid,
    output: z.object({ jid: z.string(), deleted: z.literal(true) }),
    example: { path: { jid: 'job_0123456789' } },
    run: async (jobId, { principal }) => {
      await deleteJob(principal.accountId, jobId);
      return freeOutcome({ jid: jobId, deleted: true as const });
    },
  });
}

/** Everything that can be asked of jobs, whatever their type. */
export function jobOperations(ports: JobsPorts): Operation[] {
  return [
    listOperation(ports),
    getOperation(ports),
    resultsOperation(ports),
    eventsOperation(ports),
    actOperation(ports),
    deleteOperation(ports),
  ];
}
