import { z } from 'zod';
import { pageStatuses } from '../../domain/pages/outcome.ts';
import {
  type JobDocument,
  jobStatuses,
  jobTypes,
  skipReasons,
  waitCodes,
} from '../../domain/resources/job.ts';
import { secretField } from '../declaration/secret-fields.ts';
import { fromPage } from '../page-origin.ts';
import { withSchemaName } from '../schema-names.ts';
import { warningSchema } from './page-result.ts';
import { keptErrorSchema } from './receipt.ts';

const statusCounts = Object.fromEntries(pageStatuses.map((status) => [status, z.int()])) as Record<
  (typeof pageStatuses)[number],
  z.ZodInt
>;

/** Job in API responses. */
export const jobSchema: z.ZodType<JobDocument> = withSchemaName(
  'Job',
  z.object({
    jid: z.string(),
    type: z.enum(jobTypes),
    status: z.enum(jobStatuses),
    paused: z.boolean(),
    created_at: z.string(),
    started_at: z.string().nullable(),
    finished_at: z.string().nullable(),
    expires_at: z
      .string()
      .nullable()
      .describe('time at which the job and its pages are deleted; null until it has ended'),
    params: z.record(z.string(), z.unknown()).describe('as requested, with secrets masked'),
    progress: z.object({
      discovered: z.int().describe('URLs found within the limits of the job'),
      queued: z.int(),
      running: z.int(),
      done: z.int().describe('finished pages of any status'),
      ...statusCounts,
    }),
    credits: z.object({ reserved: z.int(), charged: z.int() }),
    error: keptErrorSchema.nullable(),
    webhook: z
      .object({
        url: secretField(z.string(), 'webhook'),
        delivered: z.int(),
        failed: z.int(),
        notice: z.string().optional().describe('present if the target was disabled'),
      })
      .nullable(),
    robots_blocked: fromPage(z.array(z.string())).describe(
      'URLs excluded by robots rules, at most about a thousand',
    ),
    robots_blocked_total: z.int(),
    skipped: z
      .strictObject(Object.fromEntries(skipReasons.map((reason) => [reason, z.int().optional()])))
      .describe(
        'numbers of URLs that a crawl left out, by reason: `duplicate` (the content of a delivered page), `action` (a view, form or account page of the software), `trap` (an endless series), `path_rules`, `file`, `logout` (a link that ends the session of the login)',
      ),
    waiting: z
      .object({
        code: z
          .enum(waitCodes)
          .describe(
            '`retry_after`: the site asked for a pause. `login_expired`: the site asked for a login again, and the job is paused; save the login again and resume the job',
          ),
        origin: fromPage(z.string()).describe('origin that asked for the pause, or for a login'),
        until: z.string().nullable().describe('time at which the job continues; null until it is resumed'),
        login: z.string().optional().describe('id of the login whose session has ended'),
        renewal: z
          .string()
          .optional()
          .describe('id of the run that renews the login; the job continues after it'),
        message: z.string(),
      })
      .nullable()
      .describe('why pages of the job wait now; null if none waits'),
    warnings: z.array(warningSchema),
  }),
);
