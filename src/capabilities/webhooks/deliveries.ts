import { z } from 'zod';
import { defaultFormatOf, messageFormats } from '../../domain/resources/message-format.ts';
import { deliveryStatuses } from '../../domain/resources/webhook.ts';
import { throwIfInvalid, type ValidationError } from '../../domain/system/failure.ts';
import { notConfigured } from '../../domain/system/not-configured.ts';
import type { Target } from '../../fetching/target-check.ts';
import type {
  DeliveryDetail,
  DeliveryFilter,
  DeliveryPage,
  TestTarget,
} from '../../jobs/webhooks/deliveries.ts';
import { deliveryKind } from '../../jobs/webhooks/delivery-kind.ts';
import type { TargetDocument } from '../../jobs/webhooks/targets.ts';
import { exactlyOne, needsField, withFieldRules } from '../../operations/declaration/field-rules.ts';
import { defineOperation, freeOutcome, type Operation } from '../../operations/declaration/operation.ts';
import { defineReadOperation } from '../../operations/declaration/read-operation.ts';
import { defineGetOperation, type Resource } from '../../operations/declaration/resource-operations.ts';
import { webhookUrlSchema } from '../../operations/schemas/webhook-url.ts';
import {
  deliveryDetailSchema,
  deliverySchema,
  maskUrl,
  targetSchema,
  testDeliverySchema,
} from './delivery-schemas.ts';

/** Dependencies of the delivery operations. */
export interface DeliveryPorts {
  listDeliveries(accountId: string, filter: DeliveryFilter): Promise<DeliveryPage>;
  findDelivery(accountId: string, deliveryId: string): Promise<DeliveryDetail | null>;
  redeliver(accountId: string, deliveryId: string): Promise<DeliveryDetail>;
  sendTestEvent(accountId: string, target: TestTarget): Promise<DeliveryDetail>;
  /** True when e-mail is configured. */
  hasMail(): boolean;
  /** Returns a validation error for each URL that the guard does not allow. */
  addressErrors(targets: readonly Target[]): Promise<ValidationError[]>;
  listFailingTargets(accountId: string, limit: number): Promise<TargetDocument[]>;
}

const id = z
  .string()
  .regex(/^[\w-]{1,100}$/)
  .describe('Identifier of the delivery.');
const exampleId = 'evt_06f3p8k2v1s4m7q9w5x0y2z3a4';
const deliveryResource: Resource = {
  kind: deliveryKind,
  path: '/v1/webhooks/deliveries/{id}',
  idName: 'id',
  id,
  exampleId,
};
const insecureWarning = {
  code: 'insecure_target',
  message: 'This URL uses unencrypted http, so that others can read the messages. Use https.',
};
const writeAnnotations = { readOnly: false, destructive: false, idempotent: false, openWorld: true };

/** Lists pending, delivered and failed deliveries. */
export function listDeliveriesOperation(ports: Pick<DeliveryPorts, 'listDeliveries'>): Operation {
  return defineReadOperation({
    name: 'list_webhook_deliveries',
    title: 'List webhook deliveries',
    description:
      'Returns the webhook deliveries of this account, newest first. Filters are combined with AND.',
    path: '/v1/webhooks/deliveries',
    input: {
      query: z.strictObject({
        limit: z.int().min(1).max(1_000).default(50).describe('Maximum number of items in the response.'),
        before: id
          .optional()
          .describe(
            'Identifier of a delivery; returns only older deliveries. Use `next_before` of the previous page.',
          ),
        status: z.enum(deliveryStatuses).optional().describe('Only deliveries with this status.'),
        job: id.optional().describe('Only deliveries of this job.'),
      }),
    },
    toCommand: ({ query }): DeliveryFilter => ({
      limit: query.limit,
      before: query.before ?? null,
      status: query.status ?? null,
      jobId: query.job ?? null,
    }),
    output: z.object({
      deliveries: z.array(deliverySchema).describe('Deliveries, newest first.'),
      next_before: z
        .string()
        .nullable()
        .describe('Value of `before` for the next request. null: there are no older deliveries.'),
    }),
    example: { query: { status: 'failed' } },
    run: async (filter, { principal }) => {
      const { deliveries, nextBefore } = await ports.listDeliveries(principal.accountId, filter);
      return freeOutcome({ deliveries: deliveries.map(maskUrl), next_before: nextBefore });
    },
  });
}

/** Returns one delivery with all attempts. */
export function getDeliveryOperation({ findDelivery }: Pick<DeliveryPorts, 'findDelivery'>): Operation {
  return defineGetOperation(deliveryResource, {
    name: 'get_webhook_delivery',
    title: 'Get a webhook delivery',
    description: 'Returns one delivery: the event, and every attempt with the response of the receiver.',
    output: deliveryDetailSchema,
    find: async (accountId, deliveryId) => {
      const delivery = await findDelivery(accountId, deliveryId);
      return delivery === null ? null : maskUrl(delivery);
    },
  });
}

/** Sends a delivery again under the same identifier. */
export function redeliverOperation(ports: Pick<DeliveryPorts, 'redeliver'>): Operation {
  return defineOperation({
    name: 'redeliver_webhook',
    title: 'Redeliver a webhook',
    description:
      'Sends a delivery again immediately, whatever its status, with the same webhook-id. If it fails, it is retried like a new delivery.',
    price: 'free',
    method: 'POST',
    path: '/v1/webhooks/deliveries/{id}/redeliver',
    scope: 'write',
    writesToDisk: false,
    annotations: writeAnnotations,
    errors: ['conflict'],
    input: { path: z.strictObject({ id }), body: z.strictObject({}) },
    toCommand: ({ path }) => path.id,
    output: deliveryDetailSchema,
    example: { path: { id: exampleId }, body: {} },
    run: async (deliveryId, { principal }) =>
      freeOutcome(maskUrl(await ports.redeliver(principal.accountId, deliveryId))),
  });
}

/** Lists receivers that reject deliveries. */
export function listTargetsOperation(ports: Pick<DeliveryPorts, 'listFailingTargets'>): Operation {
  return defineReadOperation({
    name: 'list_webhook_targets',
    title: 'List failing webhook targets',
    description:
      'Returns the webhook URLs whose last delivery failed, most recent failure first. A URL without a successful delivery for five days is disabled when its next delivery is given up; later events for it are listed as disabled deliveries. A successful test event or redelivery enables it again.',
    path: '/v1/webhooks/targets',
    input: {
      query: z.strictObject({
        limit: z.int().min(1).max(1_000).default(100).describe('Maximum number of items in the response.'),
      }),
    },
    toCommand: ({ query }) => query.limit,
    output: z.object({
      targets: z.array(targetSchema).describe('Receivers that did not accept the last delivery.'),
    }),
    example: { query: { limit: 100 } },
    run: async (limit, { principal }) => {
      const targets = await ports.listFailingTargets(principal.accountId, limit);
      return freeOutcome({ targets: targets.map(maskUrl) });
    },
  });
}

const oneTarget = 'must contain either `url`, with `form` if it is needed, or `email`';
const testBody = withFieldRules(
  z.strictObject({
    url: webhookUrlSchema.optional(),
    form: z
      .enum(messageFormats)
      .optional()
      .describe('Format of the message. Default: the format of the URL’s service, otherwise `standard`.'),
    email: z.email().max(254).optional().describe('E-mail address, instead of a URL.'),
  }),
  [exactlyOne(['url', 'email'], oneTarget), needsField('form', 'url', oneTarget)],
);

function toTestTarget({ url, form, email }: z.output<typeof testBody>): TestTarget {
  if (url === undefined) return { url: `mailto:${email}`, form: 'mail' };
  return { url, form: form ?? defaultFormatOf(url) };
}

/** Sends a test event to a receiver. */
export function testWebhookOperation(
  ports: Pick<DeliveryPorts, 'sendTestEvent' | 'addressErrors' | 'hasMail'>,
): Operation {
  return defineOperation({
    name: 'test_webhook',
    title: 'Test a webhook',
    description:
      'Sends an event of type `webhook.test` to a URL, signed and retried like any other event, or a test message to an e-mail address. It is also sent to a disabled URL, which is enabled again on success. The delivery states the result.',
    price: 'free',
    method: 'POST',
    path: '/v1/webhooks/test',
    scope: 'write',
    writesToDisk: true,
    annotations: writeAnnotations,
    errors: ['not_configured'],
    input: { body: testBody },
    toCommand: ({ body }) => toTestTarget(body),
    output: testDeliverySchema,
    example: { body: { url: 'https://example.com/hooks/webdata' } },
    run: async (target, { principal }) => {
      const { url, form } = target;
      if (form !== 'mail') throwIfInvalid(await ports.addressErrors([{ pointer: '/url', url }]));
      else if (!ports.hasMail()) throw notConfigured('mail', 'This service has no mail server.');
      const delivery = maskUrl(await ports.sendTestEvent(principal.accountId, target));
      const warnings = new URL(url).protocol === 'http:' ? [insecureWarning] : [];
      return { ...freeOutcome({ ...delivery, warnings }), url: delivery.url };
    },
  });
}
