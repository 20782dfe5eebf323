import { z } from 'zod';
import { pageStatuses } from '../../domain/pages/outcome.ts';
import { jobStatuses, waitCodes } from '../../domain/resources/job.ts';
import type { WebhookEventType } from '../../domain/resources/webhook.ts';
import { keptErrorSchema } from './receipt.ts';

/** An event that the service sends: when, and with which data. */
export interface WebhookEventDeclaration {
  title: string;
  description: string;
  /** Fields of `data` without `links` and `truncated`. */
  data: z.ZodRawShape;
}

const jid = z.string().describe('Identifier of the job.');
const error = keptErrorSchema.optional().describe('Reason for the failure; absent if there was none.');

const endOfJob = {
  jid,
  status: z.enum(jobStatuses).describe('Final status of the job.'),
  pages: z.int().describe('Number of delivered pages.'),
  credits: z.int().describe('Credits charged for the job.'),
  error,
};

const monitorCheck = {
  mid: z.string().describe('Identifier of the monitor.'),
  name: z.string().nullable().describe('Name of the monitor. null: it has none.'),
  url: z.string().nullable().describe('URL of the watched page. null: no page is watched.'),
  check: z.int().describe('Number of the check.'),
  state: z.string().describe('Result of the check, as in `state` of the check.'),
  summary: z
    .string()
    .describe('Description of the change in one line. It contains untrusted text of the page.'),
  receipt: z.string().optional().describe('Identifier of the receipt; absent if no page was read.'),
};

const run = {
  jid,
  run_id: z.string().describe('Identifier of the run.'),
  workflow_id: z.string().describe('Identifier of the workflow.'),
  name: z.string().describe('Name of the workflow.'),
  status: z.string().describe('Status of the run.'),
  error,
};

/** All events that the service sends, by type (docs/webhooks.md). */
export const webhookEvents: Readonly<Record<WebhookEventType, WebhookEventDeclaration>> = {
  'job.started': { title: 'Job started', description: 'A job starts.', data: { jid } },
  'job.page': {
    title: 'Pages delivered',
    description: 'Pages of a job were delivered. One event can name several.',
    data: {
      jid,
      pages: z
        .array(
          z.object({
            offset: z.int().describe('Position of the page in the results of the job, from 0.'),
            url: z.string().describe('URL of the page.'),
            status: z.enum(pageStatuses).describe('Status of the page.'),
            receipt: z.string().describe('Identifier of the receipt of the page.'),
            credits: z.int().describe('Credits charged for the page.'),
          }),
        )
        .describe('Delivered pages.'),
    },
  },
  'job.paused': {
    title: 'Job paused',
    description:
      'The session of the login of a crawl ended and was not renewed. The job waits to be resumed.',
    data: {
      jid,
      code: z.enum(waitCodes).describe('Reason for the pause.'),
      origin: z.string().describe('Origin that asked for a login.'),
      until: z.string().nullable().describe('Always null: the job continues when it is resumed.'),
      login: z.string().describe('Identifier of the login.'),
      message: z.string().describe('Explanation of the pause, for people.'),
    },
  },
  'job.completed': { title: 'Job completed', description: 'A job ended.', data: endOfJob },
  'job.failed': { title: 'Job failed', description: 'A job ended with an error.', data: endOfJob },
  'job.cancelled': { title: 'Job cancelled', description: 'A job was cancelled.', data: endOfJob },
  'dataset.changed': {
    title: 'Dataset changed',
    description: 'A refresh changed records of a dataset.',
    data: {
      jid: jid.optional(),
      did: z.string().describe('Identifier of the dataset.'),
      name: z.string().describe('Name of the dataset.'),
      added: z.int().describe('Number of added records.'),
      changed: z.int().describe('Number of changed records.'),
      removed: z.int().describe('Number of removed records.'),
      returned: z.int().describe('Number of removed records that were found again.'),
      since: z.int().describe('Value of `since` that returns exactly these changes and later ones.'),
      last_seq: z.int().describe('Number of the last change.'),
    },
  },
  'monitor.changed': {
    title: 'Monitor changed',
    description: 'A check found a change that is notified.',
    data: {
      ...monitorCheck,
      diff: z
        .record(z.string(), z.unknown())
        .nullable()
        .describe('Differences as in `diff` of the check, shortened. null: there is no earlier content.'),
    },
  },
  'monitor.failing': {
    title: 'Monitor failing',
    description: 'Checks failed `failing_after` times in a row. Repeated daily.',
    data: {
      ...monitorCheck,
      error: keptErrorSchema.nullable().describe('Error of the check. null: it has none.'),
      consecutive_failures: z.int().describe('Number of failed checks since the last successful one.'),
      last_success_at: z.string().nullable().describe('Time of the last successful check. null: none yet.'),
    },
  },
  'monitor.recovered': {
    title: 'Monitor recovered',
    description: 'The checks of a failing monitor work again.',
    data: monitorCheck,
  },
  'monitor.digest': {
    title: 'Monitor digest',
    description: 'The events of monitors that are sent together, at the time of a digest.',
    data: {
      events: z
        .array(
          z.looseObject({
            type: z.string().describe('Type of the event.'),
            at: z.string().describe('Time of the event (ISO 8601, UTC).'),
            path: z.string().describe('Path of the check under the address of the service.'),
          }),
        )
        .describe('Events with their data, without `diff`.'),
      more: z.int().describe('Number of further events that did not fit.'),
    },
  },
  'workflow.needs_input': {
    title: 'Run needs input',
    description: 'A run of a workflow waits for an answer.',
    data: {
      ...run,
      step: z.string().describe('JSON Pointer of the step that asks.'),
      question: z.string().describe('Text of the question.'),
    },
  },
  'workflow.completed': {
    title: 'Run ended',
    description: 'A run of a workflow ended, also if it failed.',
    data: run,
  },
  'login.expired': {
    title: 'Login expired',
    description:
      'The session of a saved login ended, and no renewal helped. Sent once until it is saved again.',
    data: {
      lid: z.string().describe('Identifier of the login.'),
      name: z.string().describe('Name of the login.'),
      domain: z.string().describe('Site of the login.'),
      status: z.literal('expired').describe('Status of the login.'),
      error,
    },
  },
  'webhook.test': {
    title: 'Test event',
    description: 'A test that was requested with POST /v1/webhooks/test.',
    data: { message: z.string().describe('Text of the test.') },
  },
};

/**
 * Returns the schema of the body of an event. No field of `data` is required, because data above 18,000 bytes is
 * shortened.
 */
export function createEventSchema(type: WebhookEventType): z.ZodObject {
  const links = z
    .record(z.string(), z.string())
    .optional()
    .describe('URLs of the resource, by name; absent if the event has none.');
  const truncated = z
    .literal(true)
    .optional()
    .describe('Present if the data was too long and was shortened.');
  return z.object({
    type: z.literal(type).describe('Type of the event.'),
    timestamp: z.string().describe('Time of the event (ISO 8601, UTC).'),
    data: z
      .looseObject({ ...z.object(webhookEvents[type].data).partial().shape, links, truncated })
      .describe('Identifiers and figures of the event, no page content.'),
  });
}
