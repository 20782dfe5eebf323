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
import { warningsSchema } from './page-result.ts';
import { keptErrorSchema } from './receipt.ts';

const statusCounts = Object.fromEntries(
  pageStatuses.map((status) => [status, z.int().describe(`finished pages with the status \`${status}\``)]),
) as Record<(typeof pageStatuses)[number], z.ZodInt>;

/** Job in API responses. */
export const jobSchema: z.ZodType<JobDocument> = withSchemaName(
  'Job',
  z.object({
    jid: z.string().describe('Identifier of the job.'),
    type: z.enum(jobTypes).describe('Type of the job: the operation that it runs.'),
    status: z
      .enum(jobStatuses)
      .describe('Status of the job. `completed`, `failed` and `cancelled` are final.'),
    paused: z.boolean().describe('True while the job is paused; its status stays as it is.'),
    created_at: z.string().describe('Time of creation (ISO 8601, UTC).'),
    started_at: z
      .string()
      .nullable()
      .describe('Time at which the first work of the job started. null: not started yet.'),
    finished_at: z
      .string()
      .nullable()
      .describe('Time at which the job reached its final status. null: not ended yet.'),
    expires_at: z
      .string()
      .nullable()
      .describe('time at which the job and its pages are deleted; null until it has ended'),
    params: z.record(z.string(), z.unknown()).describe('as requested, with secrets masked'),
    progress: z
      .object({
        discovered: z.int().describe('URLs found within the limits of the job'),
        queued: z.int().describe('URLs that wait to be read'),
        running: z.int().describe('URLs that are being read'),
        done: z.int().describe('finished pages of any status'),
        ...statusCounts,
      })
      .describe('Numbers of URLs and pages of the job.'),
    credits: z
      .object({
        reserved: z.int().describe('Credits held for pages that were not read yet.'),
        charged: z.int().describe('Credits charged so far.'),
      })
      .describe('Credits of the job.'),
    error: keptErrorSchema.nullable().describe('Reason why the job failed. null: the job did not fail.'),
    webhook: z
      .object({
        url: secretField(z.string(), 'webhook').describe('URL of the receiver; tokens in it are masked'),
        delivered: z.int().describe('Number of events that the receiver accepted.'),
        failed: z.int().describe('Number of events that were given up.'),
        notice: z.string().optional().describe('present if the target was disabled'),
      })
      .nullable()
      .describe('Receiver of the events of the job and its deliveries. null: the job has no webhook.'),
    robots_blocked: fromPage(z.array(z.string())).describe(
      'URLs excluded by robots rules, at most about a thousand',
    ),
    robots_blocked_total: z.int().describe('Number of all URLs excluded by robots rules.'),
    skipped: z
      .strictObject(
        Object.fromEntries(
          skipReasons.map((reason) => [
            reason,
            z.int().optional().describe(`number of URLs left out as \`${reason}\`; absent for 0`),
          ]),
        ),
      )
      .describe(
        'numbers of URLs that a crawl left out, by reason: `duplicate` (the content of a delivered page), `action` (a view, form or account page of the software), `trap` (an endless series), `path_rules`, `file`, `logout` (a link that ends the session of the login), `depth` (further from the start page than `max_depth` when they were found; one that is found again by a shorter way, or after a restart, may be counted as well)',
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
        message: z.string().describe('Explanation of the wait, for people.'),
      })
      .nullable()
      .describe('why pages of the job wait now; null if none waits'),
    warnings: warningsSchema,
  }),
);
