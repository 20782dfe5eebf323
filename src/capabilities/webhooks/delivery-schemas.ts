import { z } from 'zod';
import { deliveryStatuses, webhookEventTypes } from '../../domain/resources/webhook.ts';
import { maskWebhook } from '../../domain/secrets/mask-address.ts';
import type { AttemptDocument, DeliveryDetail, DeliveryDocument } from '../../jobs/webhooks/deliveries.ts';
import type { TargetDocument } from '../../jobs/webhooks/targets.ts';
import { withSchemaName } from '../../operations/schema-names.ts';
import { warningSchema } from '../../operations/schemas/page-result.ts';

const documentFields = {
  id: z
    .string()
    .describe('Identifier of the delivery; the header `webhook-id` has the same value on every attempt.'),
  type: z.enum(webhookEventTypes),
  jid: z.string().nullable(),
  url: z.string().describe('URL of the receiver. Tokens in the path and query values are masked.'),
  status: z
    .enum(deliveryStatuses)
    .describe(
      '`failed`: given up after eight attempts in a day and a half, or because the mail server rejected the recipient or the message permanently. `disabled`: not sent, because the receiver answered 410 to an event of this job or accepted nothing for five days.',
    ),
  at: z.string().describe('Time of the event.'),
  attempt_count: z.int(),
  next_attempt_at: z.string().nullable(),
  delivered_at: z.string().nullable(),
};

const attemptSchema: z.ZodType<AttemptDocument> = withSchemaName(
  'DeliveryAttempt',
  z.object({
    attempt: z.int(),
    at: z.string(),
    ms: z
      .int()
      .nullable()
      .describe('Duration in milliseconds. null: the attempt is running, or its process ended unexpectedly.'),
    status_code: z.int().nullable(),
    answer: z.string().nullable().describe('First kilobyte of the response of the receiver. Untrusted text.'),
    error: z.string().nullable(),
  }),
);

/** Schema of a delivery in lists. */
export const deliverySchema: z.ZodType<DeliveryDocument> = withSchemaName(
  'Delivery',
  z.object(documentFields),
);

const detailFields = {
  ...documentFields,
  data: z.record(z.string(), z.unknown()),
  attempts: z.array(attemptSchema),
};

/** Schema of a failing receiver. */
export const targetSchema: z.ZodType<TargetDocument> = withSchemaName(
  'WebhookTarget',
  z.object({
    url: z.string().describe('URL of the receiver. Tokens in the path and query values are masked.'),
    status: z.enum(['failing', 'disabled']),
    failing_since: z.string(),
    failures: z.int().describe('Number of failed attempts since `failing_since`.'),
    last_failure_at: z.string(),
    last_error: z.string(),
    disabled_at: z.string().nullable(),
    notice: z.string(),
  }),
);

/** Schema of a delivery with its data and attempts. */
export const deliveryDetailSchema: z.ZodType<DeliveryDetail> = withSchemaName(
  'DeliveryDetail',
  z.object(detailFields),
);

/** Schema of a test delivery with warnings about its URL. */
export const testDeliverySchema = z.object({ ...detailFields, warnings: z.array(warningSchema) });

/** Returns the document with secrets in its URL masked. */
export function maskUrl<Document extends { url: string }>(document: Document): Document {
  return { ...document, url: maskWebhook(document.url) };
}
