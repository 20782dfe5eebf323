import { z } from 'zod';
import type { Clock } from '../../domain/system/clock.ts';
import type { WebhookSecret, WebhookSecrets } from '../../jobs/webhooks/secrets.ts';
import { defineOperation, freeOutcome, type Operation } from '../../operations/declaration/operation.ts';
import { defineReadOperation } from '../../operations/declaration/read-operation.ts';
import { withSchemaName } from '../../operations/schema-names.ts';

/** Dependencies of the webhook secret operations. */
export interface SecretPorts {
  secrets: Pick<WebhookSecrets, 'current' | 'rotate'>;
  clock: Clock;
}

const secretSchema = withSchemaName(
  'WebhookSecret',
  z.object({
    secret: z
      .string()
      .describe('Secret: `whsec_` followed by the key in base64, as Standard Webhooks libraries expect it.'),
    created_at: z.string().describe('Time of creation (ISO 8601, UTC).'),
    previous_valid_until: z
      .string()
      .nullable()
      .describe('Time until which messages are also signed with the previous secret.'),
  }),
);

function toDocument({ secret, createdAt, previousValidUntil }: WebhookSecret): z.output<typeof secretSchema> {
  return {
    secret,
    created_at: createdAt.toISOString(),
    previous_valid_until: previousValidUntil?.toISOString() ?? null,
  };
}

/** Returns the secret with which receivers verify messages. */
export function webhookSecretOperation({ secrets, clock }: SecretPorts): Operation {
  return defineReadOperation({
    name: 'webhook_secret',
    title: 'Get the webhook secret',
    description:
      'Returns the secret that signs the webhooks of this account (Standard Webhooks: headers webhook-id, webhook-timestamp and webhook-signature). It is created on first use.',
    path: '/v1/webhooks/secret',
    scope: 'admin',
    input: {},
    toCommand: () => null,
    output: secretSchema,
    example: {},
    run: async (_command, { principal }) =>
      freeOutcome(toDocument(await secrets.current(principal.accountId, clock.now()))),
  });
}

/** Creates a new secret; the previous one also signs for one day. */
export function rotateWebhookSecretOperation({ secrets, clock }: SecretPorts): Operation {
  return defineOperation({
    name: 'rotate_webhook_secret',
    title: 'Rotate the webhook secret',
    description:
      'Creates a new webhook secret. For one day, messages have two signatures, of the new and of the previous secret, so that receivers can be updated one by one.',
    price: 'free',
    method: 'POST',
    path: '/v1/webhooks/secret/rotate',
    scope: 'admin',
    writesToDisk: false,
    annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
    input: { body: z.strictObject({}) },
    toCommand: () => null,
    secretFields: ['secret'],
    output: secretSchema.extend({
      secret: z.string().nullable().describe('null in a response that is replayed for an Idempotency-Key.'),
    }),
    example: { body: {} },
    run: async (_command, { principal }) =>
      freeOutcome(toDocument(await secrets.rotate(principal.accountId, clock.now()))),
  });
}
