import { z } from 'zod';
import { type JobDocument, jobStatuses, jobTypes } from '../../domain/job.ts';
import { pageStatuses } from '../../domain/outcome.ts';
import { named } from '../schema-names.ts';
import { warningSchema } from './page-result.ts';

const statusCounts = Object.fromEntries(pageStatuses.map((status) => [status, z.int()])) as Record<
  (typeof pageStatuses)[number],
  z.ZodInt
>;

/** A job as every door gives it. */
export const jobSchema: z.ZodType<JobDocument> = named(
  'Job',
  z.object({
    jid: z.string(),
    type: z.enum(jobTypes),
    status: z.enum(jobStatuses),
    paused: z.boolean(),
    created_at: z.string(),
    started_at: z.string().nullable(),
    finished_at: z.string().nullable(),
    expires_at: z.string().nullable().describe('when the job is removed with its pages; null while it runs'),
    params: z.record(z.string(), z.unknown()).describe('as asked, secrets masked'),
    progress: z.object({
      discovered: z.int().describe('addresses found within the job’s bounds'),
      queued: z.int(),
      running: z.int(),
      done: z.int().describe('pages delivered, whatever became of them'),
      ...statusCounts,
    }),
    credits: z.object({ reserved: z.int(), charged: z.int() }),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    webhook: z
      .object({
        url: z.string(),
        delivered: z.int(),
        failed: z.int(),
        notice: z.string().optional().describe('present when the target was disabled'),
      })
      .nullable(),
    robots_blocked: z
      .array(z.string())
      .describe('addresses that robots rules exclude, at most about a thousand'),
    robots_blocked_total: z.int(),
    warnings: z.array(warningSchema),
  }),
);
