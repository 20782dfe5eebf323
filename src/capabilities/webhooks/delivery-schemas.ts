import { z } from 'zod';
import { maskText } from '../../account/mask-params.ts';
import { deliveryStatuses, webhookEventTypes } from '../../domain/webhook.ts';
import type { AttemptDocument, DeliveryDetail, DeliveryDocument } from '../../jobs/webhooks/deliveries.ts';
import type { TargetDocument } from '../../jobs/webhooks/targets.ts';
import { named } from '../../operations/schema-names.ts';
import { warningSchema } from '../../operations/schemas/page-result.ts';

const documentFields = {
  id: z.string().describe('the same as the header `webhook-id`, on every attempt'),
  type: z.enum(webhookEventTypes),
  jid: z.string().nullable(),
  url: z.string().describe('values of its query that look like secrets are masked'),
  status: z
    .enum(deliveryStatuses)
    .describe(
      '`disabled`: the receiver answered 410, so this job tells it nothing more, or took nothing for days, so nobody does; `failed`: given up after eight attempts in a day and a half',
    ),
  at: z.string().describe('when it happened'),
  attempt_count: z.int(),
  next_attempt_at: z.string().nullable(),
  delivered_at: z.string().nullable(),
};

const attemptSchema: z.ZodType<AttemptDocument> = named(
  'DeliveryAttempt',
  z.object({
    attempt: z.int(),
    at: z.string(),
    ms: z
      .int()
      .nullable()
      .describe('null while it runs, and when the process that made it ended unexpectedly'),
    status_code: z.int().nullable(),
    answer: z
      .string()
      .nullable()
      .describe('the first kilobyte of what the receiver answered; untrusted text'),
    error: z.string().nullable(),
  }),
);

/** A delivery as lists show it. */
export const deliverySchema: z.ZodType<DeliveryDocument> = named('Delivery', z.object(documentFields));

const detailFields = {
  ...documentFields,
  data: z.record(z.string(), z.unknown()),
  attempts: z.array(attemptSchema),
};

/** A target that fails. */
export const targetSchema: z.ZodType<TargetDocument> = named(
  'WebhookTarget',
  z.object({
    url: z.string().describe('values of its query that look like secrets are masked'),
    status: z.enum(['failing', 'disabled']),
    failing_since: z.string(),
    failures: z.int().describe('attempts that failed since then; none succeeded'),
    last_failure_at: z.string(),
    last_error: z.string(),
    disabled_at: z.string().nullable(),
    notice: z.string(),
  }),
);

/** A delivery with its data and attempts. */
export const deliveryDetailSchema: z.ZodType<DeliveryDetail> = named(
  'DeliveryDetail',
  z.object(detailFields),
);

/** The delivery of a test event, with what is to be said of its address. */
export const testedDeliverySchema = z.object({ ...detailFields, warnings: z.array(warningSchema) });

/** The document without the secrets that its address may hold. */
export function masked<Document extends { url: string }>(document: Document): Document {
  return { ...document, url: maskText(document.url) };
}
