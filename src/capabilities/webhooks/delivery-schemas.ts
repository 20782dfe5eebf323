import { z } from 'zod';
import { deliveryStatuses, webhookEventTypes } from '../../domain/resources/webhook.ts';
import { maskWebhook } from '../../domain/secrets/mask-address.ts';
import type { AttemptDocument, DeliveryDetail, DeliveryDocument } from '../../jobs/webhooks/deliveries.ts';
import type { TargetDocument } from '../../jobs/webhooks/targets.ts';
import { withSchemaName } from '../../operations/schema-names.ts';
import { warningsSchema } from '../../operations/schemas/page-result.ts';

const documentFields = {
  id: z
    .string()
    .describe('Identifier of the delivery; the header `webhook-id` has the same value on every attempt.'),
  type: z.enum(webhookEventTypes).describe('Type of the event.'),
  jid: z.string().nullable().describe('Identifier of the job. null: the event belongs to no job.'),
  url: z.string().describe('URL of the receiver. Tokens in the path and query values are masked.'),
  status: z
    .enum(deliveryStatuses)
    .describe(
      '`failed`: given up after eight attempts in a day and a half, or because the mail server rejected the recipient or the message permanently. `disabled`: not sent, because the receiver answered 410 to an event of this job or accepted nothing for five days.',
    ),
  at: z.string().describe('Time of the event.'),
  attempt_count: z.int().describe('Number of attempts so far.'),
  next_attempt_at: z.string().nullable().describe('Time of the next attempt. null: none is planned.'),
  delivered_at: z
    .string()
    .nullable()
    .describe('Time at which the receiver accepted the delivery. null: it did not.'),
};

const attemptSchema: z.ZodType<AttemptDocument> = withSchemaName(
  'DeliveryAttempt',
  z.object({
    attempt: z.int().describe('Number of the attempt; the first is 1.'),
    at: z.string().describe('Time of the attempt (ISO 8601, UTC).'),
    ms: z
      .int()
      .nullable()
      .describe('Duration in milliseconds. null: the attempt is running, or its process ended unexpectedly.'),
    status_code: z.int().nullable().describe('HTTP status code of the response. null: no response.'),
    answer: z.string().nullable().describe('First kilobyte of the response of the receiver. Untrusted text.'),
    error: z.string().nullable().describe('Reason why the attempt failed. null: it succeeded or is running.'),
  }),
);

/** Schema of a delivery in lists. */
export const deliverySchema: z.ZodType<DeliveryDocument> = withSchemaName(
  'Delivery',
  z.object(documentFields),
);

const detailFields = {
  ...documentFields,
  data: z
    .record(z.string(), z.unknown())
    .describe('Data of the event, as sent to the receiver without `links`.'),
  attempts: z.array(attemptSchema).describe('Attempts, oldest first.'),
};

/** Schema of a failing receiver. */
export const targetSchema: z.ZodType<TargetDocument> = withSchemaName(
  'WebhookTarget',
  z.object({
    url: z.string().describe('URL of the receiver. Tokens in the path and query values are masked.'),
    status: z
      .enum(['failing', 'disabled'])
      .describe('`failing`: attempts failed since the last success. `disabled`: no more events are sent.'),
    failing_since: z
      .string()
      .describe('Time of the first failed attempt since the last success (ISO 8601, UTC).'),
    failures: z.int().describe('Number of failed attempts since `failing_since`.'),
    last_failure_at: z.string().describe('Time of the last failed attempt.'),
    last_error: z.string().describe('Reason why the last attempt failed.'),
    disabled_at: z.string().nullable().describe('Time at which the receiver was disabled. null: it was not.'),
    notice: z.string().describe('Explanation of the status and what to do, for people.'),
  }),
);

/** Schema of a delivery with its data and attempts. */
export const deliveryDetailSchema: z.ZodType<DeliveryDetail> = withSchemaName(
  'DeliveryDetail',
  z.object(detailFields),
);

/** Schema of a test delivery with warnings about its URL. */
export const testDeliverySchema = z.object({ ...detailFields, warnings: warningsSchema });

/** Returns the document with secrets in its URL masked. */
export function maskUrl<Document extends { url: string }>(document: Document): Document {
  return { ...document, url: maskWebhook(document.url) };
}
