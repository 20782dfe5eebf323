import { z } from 'zod';
import { Failure } from '../../domain/failure.ts';
import { deliveryStatuses } from '../../domain/webhook.ts';
import type { DeliveryDetail, DeliveryFilter, DeliveryPage } from '../../jobs/webhooks/deliveries.ts';
import type { TargetDocument } from '../../jobs/webhooks/targets.ts';
import { defineOperation, freeOutcome, type Operation } from '../../operations/operation.ts';
import { webhookUrlSchema } from '../../operations/schemas/webhook-url.ts';
import {
  deliveryDetailSchema,
  deliverySchema,
  masked,
  targetSchema,
  testedDeliverySchema,
} from './delivery-schemas.ts';

/** What looking at deliveries needs of the other rooms. */
export interface DeliveryPorts {
  listDeliveries(accountId: string, filter: DeliveryFilter): Promise<DeliveryPage>;
  findDelivery(accountId: string, deliveryId: string): Promise<DeliveryDetail | null>;
  redeliver(accountId: string, deliveryId: string): Promise<DeliveryDetail>;
  sendTestEvent(accountId: string, url: string): Promise<DeliveryDetail>;
  listFailingTargets(accountId: string, limit: number): Promise<TargetDocument[]>;
}

const id = z.string().regex(/^[\w-]{1,100}$/);
const example = 'evt_06f3p8k2v1s4m7q9w5x0y2z3a4';
const insecure = {
  code: 'insecure_target',
  message: 'Over plain http anybody on the way can read what is delivered; https is better.',
};
const reading = { readOnly: true, destructive: false, idempotent: true, openWorld: false };
const sending = { readOnly: false, destructive: false, idempotent: false, openWorld: true };

/** What was delivered, is about to be, or could not be. */
export function listDeliveriesOperation(ports: Pick<DeliveryPorts, 'listDeliveries'>): Operation {
  return defineOperation({
    name: 'list_webhook_deliveries',
    title: 'List webhook deliveries',
    description: 'The events that this account was to be told of by webhook, newest first. Filters combine.',
    price: 'free',
    method: 'GET',
    path: '/v1/webhooks/deliveries',
    scope: 'read',
    stores: false,
    annotations: reading,
    input: {
      query: z.strictObject({
        limit: z.int().min(1).max(1_000).default(50),
        before: id
          .optional()
          .describe('a delivery: only what came before it; `next_before` of the page before'),
        status: z.enum(deliveryStatuses).optional(),
        job: id.optional(),
      }),
    },
    toCommand: ({ query }): DeliveryFilter => ({
      limit: query.limit,
      before: query.before ?? null,
      status: query.status ?? null,
      jobId: query.job ?? null,
    }),
    output: z.object({ deliveries: z.array(deliverySchema), next_before: z.string().nullable() }),
    example: { query: { status: 'failed' } },
    run: async (filter, { principal }) => {
      const { deliveries, nextBefore } = await ports.listDeliveries(principal.accountId, filter);
      return freeOutcome({ deliveries: deliveries.map(masked), next_before: nextBefore });
    },
  });
}

/** One delivery with every attempt. */
export function getDeliveryOperation(ports: Pick<DeliveryPorts, 'findDelivery'>): Operation {
  return defineOperation({
    name: 'get_webhook_delivery',
    title: 'Look at a webhook delivery',
    description: 'What was told, and every attempt with what the receiver answered.',
    price: 'free',
    method: 'GET',
    path: '/v1/webhooks/deliveries/{id}',
    scope: 'read',
    stores: false,
    annotations: reading,
    input: { path: z.strictObject({ id }) },
    toCommand: ({ path }) => path.id,
    output: deliveryDetailSchema,
    example: { path: { id: example } },
    run: async (deliveryId, { principal }) => {
      const delivery = await ports.findDelivery(principal.accountId, deliveryId);
      if (delivery === null) throw new Failure('not_found', 'there is no such delivery');
      return freeOutcome(masked(delivery));
    },
  });
}

/** Once more, under the same id. */
export function redeliverOperation(ports: Pick<DeliveryPorts, 'redeliver'>): Operation {
  return defineOperation({
    name: 'redeliver_webhook',
    title: 'Deliver a webhook again',
    description:
      'Sends a delivery again at once, whatever became of it, under the same webhook-id; when that fails, it is tried again as a new one would be.',
    price: 'free',
    method: 'POST',
    path: '/v1/webhooks/deliveries/{id}/redeliver',
    scope: 'write',
    stores: false,
    annotations: sending,
    refuses: ['conflict'],
    input: { path: z.strictObject({ id }), body: z.strictObject({}) },
    toCommand: ({ path }) => path.id,
    output: deliveryDetailSchema,
    example: { path: { id: example }, body: {} },
    run: async (deliveryId, { principal }) =>
      freeOutcome(masked(await ports.redeliver(principal.accountId, deliveryId))),
  });
}

/** Receivers that do not take what they are sent. */
export function listTargetsOperation(ports: Pick<DeliveryPorts, 'listFailingTargets'>): Operation {
  return defineOperation({
    name: 'list_webhook_targets',
    title: 'List failing webhook targets',
    description:
      'Addresses that did not take what was last sent to them, the last to fail first. One that took nothing for five days is disabled when the next delivery to it is given up: whatever would be sent there is listed as a disabled delivery. A test event, or a delivery sent again, that it takes enables it.',
    price: 'free',
    method: 'GET',
    path: '/v1/webhooks/targets',
    scope: 'read',
    stores: false,
    annotations: reading,
    input: { query: z.strictObject({ limit: z.int().min(1).max(1_000).default(100) }) },
    toCommand: ({ query }) => query.limit,
    output: z.object({ targets: z.array(targetSchema) }),
    example: { query: { limit: 100 } },
    run: async (limit, { principal }) => {
      const targets = await ports.listFailingTargets(principal.accountId, limit);
      return freeOutcome({ targets: targets.map(masked) });
    },
  });
}

/** An event for trying out a receiver. */
export function testWebhookOperation(ports: Pick<DeliveryPorts, 'sendTestEvent'>): Operation {
  return defineOperation({
    name: 'test_webhook',
    title: 'Test a webhook',
    description:
      'Sends an event of type webhook.test to an address, signed and repeated like any other; also to one that was disabled, which a success enables. Its delivery tells what became of it.',
    price: 'free',
    method: 'POST',
    path: '/v1/webhooks/test',
    scope: 'write',
    stores: true,
    annotations: sending,
    input: { body: z.strictObject({ url: webhookUrlSchema }) },
    toCommand: ({ body }) => body.url,
    output: testedDeliverySchema,
    example: { body: { url: 'https://example.com/hooks/webdata' } },
    run: async (url, { principal }) => {
      const delivery = masked(await ports.sendTestEvent(principal.accountId, url));
      const warnings = new URL(url).protocol === 'https:' ? [] : [insecure];
      return { ...freeOutcome({ ...delivery, warnings }), url: delivery.url };
    },
  });
}
