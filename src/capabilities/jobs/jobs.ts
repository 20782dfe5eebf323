import { z } from 'zod';
import {
  type JobAction,
  type JobDocument,
  jobActions,
  jobStatuses,
  jobTypes,
} from '../../domain/resources/job.ts';
import { missingResource } from '../../domain/resources/missing-resource.ts';
import { jobKind } from '../../jobs/records/job-kind.ts';
import type { ResultsRequest } from '../../jobs/records/job-results.ts';
import type { JobFilter, JobPage } from '../../jobs/records/job-view.ts';
import type { ServerEvent } from '../../operations/declaration/answer-view.ts';
import { defineListOperation, offsetQuery } from '../../operations/declaration/list-operation.ts';
import { defineOperation, freeOutcome, type Operation } from '../../operations/declaration/operation.ts';
import { defineReadOperation } from '../../operations/declaration/read-operation.ts';
import {
  defineDeleteOperation,
  defineGetOperation,
  type Resource,
} from '../../operations/declaration/resource-operations.ts';
import { fromPage } from '../../operations/page-origin.ts';
import { jobSchema } from '../../operations/schemas/job.ts';
import { pageResultSchema } from '../../operations/schemas/page-result.ts';
import { receiptSchema } from '../../operations/schemas/receipt.ts';
import { jobView } from '../../operations/views/job-view.ts';
import { type FindTaskView, followedView, jobResultsView, jobsView } from './jobs-view.ts';

/** Dependencies of the job operations. Jobs of other accounts count as missing. */
export interface JobsPorts {
  listJobs(accountId: string, filter: JobFilter): Promise<JobPage>;
  findJob(accountId: string, jobId: string): Promise<JobDocument | null>;
  /** Returns the response as UTF-8 JSON, or null. */
  readResults(
    accountId: string,
    jobId: string,
    page: ResultsRequest,
  ): Promise<Uint8Array<ArrayBuffer> | null>;
  followJob(
    accountId: string,
    jobId: string,
    lastEventId: string | null,
  ): Promise<((signal: AbortSignal) => AsyncIterable<ServerEvent>) | null>;
  /** Throws Failure `conflict` if the job’s status does not allow the action. */
  performAction(
    accountId: string,
    jobId: string,
    action: JobAction,
    limit: number | undefined,
  ): Promise<void>;
  deleteJob(accountId: string, jobId: string): Promise<void>;
  findTaskView: FindTaskView;
}

const jobPath = z.strictObject({ jid: z.string().min(1).max(100).describe('Identifier of the job.') });
const exampleId = 'job_0123456789';
const jobResource: Resource = {
  kind: jobKind,
  path: '/v1/jobs/{jid}',
  idName: 'jid',
  id: jobPath.shape.jid,
  exampleId,
};

function listJobsOperation({ listJobs }: JobsPorts): Operation {
  return defineListOperation({
    name: 'list_jobs',
    title: 'List jobs',
    description: 'Returns the background jobs of this account, newest first. Filters are combined with AND.',
    path: '/v1/jobs',
    agent: { tool: 'job', action: 'list', defaults: { limit: 20 } },
    input: {
      query: z.strictObject({
        type: z.enum(jobTypes).optional().describe('Return only jobs of this type.'),
        status: z.enum(jobStatuses).optional().describe('Return only jobs with this status.'),
        before: z
          .string()
          .min(1)
          .max(100)
          .optional()
          .describe('Identifier of a job; returns only older jobs.'),
        ...offsetQuery({ defaultLimit: 50, maxLimit: 1_000 }),
      }),
    },
    toCommand: ({ query: { type, status, before, offset, limit } }): JobFilter => ({
      type: type ?? null,
      status: status ?? null,
      before: before ?? null,
      offset,
      limit,
    }),
    items: 'jobs',
    item: jobSchema,
    view: jobsView,
    example: { query: { type: 'crawl', status: 'running' } },
    list: listJobs,
  });
}

function getJobOperation({ findJob }: JobsPorts): Operation {
  return defineGetOperation(jobResource, {
    name: 'get_job',
    title: 'Get a job',
    description: 'Returns a job: its status, the number of pages by outcome, and its charges.',
    agent: { tool: 'job', action: 'get' },
    output: jobSchema,
    view: jobView,
    find: findJob,
  });
}

function resultsOperation({ readResults, findTaskView }: JobsPorts): Operation {
  return defineReadOperation({
    name: 'get_job_results',
    title: 'Get the results of a job',
    description:
      'Returns the delivered pages of a job, in order of completion, or with `order=list` in the order of the lines of a batch. New pages are only appended, so that an offset stays valid while the job runs. A response is limited to about 16 MB; `next_offset` is the offset of the rest.',
    path: '/v1/jobs/{jid}/results',
    agent: {
      tool: 'job',
      action: 'results',
      instead: (fields) => ('focus' in fields ? { operation: 'find_job_passages', fields } : null),
      defaults: { limit: 10 },
    },
    input: {
      path: jobPath,
      query: z.strictObject({
        ...offsetQuery({ defaultLimit: 50, maxLimit: 1_000 }),
        order: z
          .enum(['delivery', 'list'])
          .default('delivery')
          .describe(
            '`list`: in the order of the lines of a batch, where `offset` is the line after which the results start. Pages that `retry` replaced are left out.',
          ),
      }),
    },
    toCommand: ({ path, query }) => ({ jobId: path.jid, page: query }),
    output: z.object({
      jid: z.string().describe('Identifier of the job.'),
      type: z.enum(jobTypes).describe('Type of the job.'),
      status: z.enum(jobStatuses).describe('Status of the job.'),
      results: z
        .array(
          z.union([pageResultSchema, z.object({ receipt: receiptSchema }).catchall(fromPage(z.unknown()))]),
        )
        .describe('Delivered pages. For a job of one task: the response that its direct call returns.'),
      offset: z.int().describe('Number of results before the first one of this response.'),
      total: z.int().describe('Number of all results so far.'),
      next_offset: z
        .int()
        .nullable()
        .describe('Value of `offset` for the next request. null: there are no more results so far.'),
    }),
    view: jobResultsView(findTaskView),
    example: { path: { jid: exampleId }, query: { offset: 0, limit: 50 } },
    run: async ({ jobId, page }, { principal, baseUrl }) => {
      const text = await readResults(principal.accountId, jobId, { ...page, baseUrl });
      if (text === null) throw missingResource(jobKind);
      return { ...freeOutcome(null), answer: { kind: 'json_text', text } };
    },
  });
}

function eventsOperation({ followJob }: JobsPorts): Operation {
  return defineReadOperation({
    name: 'follow_job',
    title: 'Follow a job',
    description:
      'Streams the events of a job as server-sent events (`job.started`, `job.page` with ids, `job.completed`, `job.failed`, `job.cancelled`), from the first one or after `Last-Event-ID`. The stream ends with the job.',
    path: '/v1/jobs/{jid}/events',
    responseStream: 'events',
    agent: {
      tool: 'job',
      action: 'follow',
    },
    input: {
      path: jobPath,
      query: z.strictObject({
        last_event_id: z
          .string()
          .max(100)
          .optional()
          .describe('Return only events after this one. Equivalent to the header Last-Event-ID.'),
      }),
    },
    toCommand: ({ path, query }) => ({ jobId: path.jid, lastEventId: query.last_event_id ?? null }),
    output: z.object({
      id: z.string().describe('Identifier of the event, for `last_event_id`.'),
      type: z.string().describe('Type of the event, such as `job.page`.'),
      data: fromPage(z.record(z.string(), z.unknown())).describe('Data of the event.'),
    }),
    eventsView: followedView,
    example: { path: { jid: exampleId } },
    run: async ({ jobId, lastEventId }, { principal }) => {
      const openStream = await followJob(principal.accountId, jobId, lastEventId);
      if (openStream === null) throw missingResource(jobKind);
      return { ...freeOutcome(null), answer: { kind: 'events', open: openStream } };
    },
  });
}

function performActionOperation({ performAction, findJob }: JobsPorts): Operation {
  return defineOperation({
    name: 'act_on_job',
    title: 'Cancel, pause, resume, retry or continue a job',
    description:
      'Cancels, pauses or resumes a job, retries the failed pages of an ended job (`failed`, `unavailable`, `budget_exhausted`), or continues a crawl that ended at its limit with a higher `limit`, without reading its pages again. If the status of the job does not allow the action, the response is 409.',
    price: 'free; pages that are read again are charged normally',
    method: 'POST',
    path: '/v1/jobs/{jid}/{action}',
    scope: 'write',
    writesToDisk: false,
    annotations: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
    agent: {
      tool: 'job',
    },
    errors: ['conflict'],
    input: {
      path: jobPath.extend({ action: z.enum(jobActions).describe('Action on the job.') }),
      body: z.strictObject({
        limit: z
          .int()
          .min(1)
          .max(5_000)
          .optional()
          .describe('new maximum number of pages, including those that were read; only for `continue`'),
      }),
    },
    toCommand: ({ path, body }) => ({ ...path, limit: body.limit }),
    output: jobSchema,
    view: jobView,
    example: { path: { jid: exampleId, action: 'cancel' }, body: {} },
    run: async ({ jid, action, limit }, { principal: { accountId } }) => {
      await performAction(accountId, jid, action, limit);
      return freeOutcome((await findJob(accountId, jid)) as JobDocument);
    },
  });
}

function deleteJobOperation({ deleteJob }: JobsPorts): Operation {
  return defineDeleteOperation(jobResource, {
    name: 'delete_job',
    title: 'Delete a job',
    description:
      'Deletes an ended job with its pages, their stored texts, files and cached results. Its receipts and ledger rows remain.',
    errors: ['conflict'],
    remove: deleteJob,
  });
}

/** Creates the operations for jobs of all types. */
export function jobOperations(ports: JobsPorts): Operation[] {
  return [
    listJobsOperation(ports),
    getJobOperation(ports),
    resultsOperation(ports),
    eventsOperation(ports),
    performActionOperation(ports),
    deleteJobOperation(ports),
  ];
}
