import { z } from 'zod';
import type { Clock } from '../../domain/clock.ts';
import type { WebhookSecret, WebhookSecrets } from '../../jobs/webhooks/secrets.ts';
import { defineOperation, freeOutcome, type Operation } from '../../operations/operation.ts';
import { named } from '../../operations/schema-names.ts';

/** What the signing secret needs of the other rooms. */
export interface SecretPorts {
  secrets: Pick<WebhookSecrets, 'current' | 'rotate'>;
  clock: Clock;
}

const secretSchema = named(
  'WebhookSecret',
  z.object({
    secret: z.string().describe('`whsec_` and the key in base64, as Standard Webhooks libraries take it'),
    created_at: z.string(),
    previous_valid_until: z
      .string()
      .nullable()
      .describe('until when messages are signed with the secret before as well'),
  }),
);

function toDocument({ secret, createdAt, previousValidUntil }: WebhookSecret): z.output<typeof secretSchema> {
  return {
    secret,
    created_at: createdAt.toISOString(),
    previous_valid_until: previousValidUntil?.toISOString() ?? null,
  };
}

/** The secret that the account's receivers verify with. */
export function webhookSecretOperation({ secrets, clock }: SecretPorts): Operation {
  return defineOperation({
    name: 'webhook_secret',
    title: 'Show the webhook secret',
    description:
      'The secret that signs this account\u2019s webhooks (Standard Webhooks: headers webhook-id, webhook-timestamp and webhook-signature). It is made when first asked for.',
    price: 'free',
    method: 'GET',
    path: '/v1/webhooks/secret',
    scope: 'admin',
    stores: false,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    input: {},
    toCommand: () => null,
    output: secretSchema,
    example: {},
    run: async (_command, { principal }) =>
      freeOutcome(toDocument(await secrets.current(principal.accountId, clock.now()))),
  });
}

/** A new secret beside the old one, which signs for another day. */
export function rotateWebhookSecretOperation({ secrets, clock }: SecretPorts): Operation {
  return defineOperation({
    name: 'rotate_webhook_secret',
    title: 'Rotate the webhook secret',
    description:
      'Makes a new webhook secret. For a day every message carries two signatures, of the new and of the old secret, so that receivers can be changed one after the other.',
    price: 'free',
    method: 'POST',
    path: '/v1/webhooks/secret/rotate',
    scope: 'admin',
    stores: false,
    annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
    input: { body: z.strictObject({}) },
    toCommand: () => null,
    secretFields: ['secret'],
    output: secretSchema.extend({
      secret: z.string().nullable().describe('null when the answer is given again for an Idempotency-Key'),
    }),
    example: { body: {} },
    run: async (_command, { principal }) =>
      freeOutcome(toDocument(await secrets.rotate(principal.accountId, clock.now()))),
  });
}
