import { type WebhookEventType, webhookEventTypes } from '../../domain/resources/webhook.ts';
import type { JsonObject } from '../../operations/json-schema.ts';
import { createEventSchema, webhookEvents } from '../../operations/schemas/webhook-event.ts';
import type { NamedSchemas } from './named-schemas.ts';

/** Headers of every message (Standard Webhooks). */
const messageHeaders: readonly JsonObject[] = [
  ['webhook-id', 'Identifier of the delivery, the same on every attempt.', 'evt_06h091zz5ntmb8sw71f19pxx48'],
  ['webhook-timestamp', 'Time of the attempt, as Unix time in seconds.', '1795372351'],
  [
    'webhook-signature',
    'Signatures of the message: `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. Two, separated by a space, for one day after the rotation of the secret.',
    'v1,Xv4L8M9NZwzybXHcjmLkXKh5sqNSGDp2uvhk41qLsp8=',
  ],
].map(([name, description, example]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
}));

const responses = {
  '2XX': { description: 'The receiver accepted the event. Other responses are failures, and are retried.' },
  410: { description: 'The receiver wants no further events of the same job or, for monitors, none at all.' },
};

/** Converts a type such as `workflow.needs_input` to WorkflowNeedsInputEvent. */
function schemaNameOf(type: WebhookEventType): string {
  const words = type.split(/[._]/).map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  return `${words.join('')}Event`;
}

/** Returns `webhooks`: the request that the service sends for each type of event. */
export function createWebhooks(schemas: NamedSchemas): Record<string, JsonObject> {
  const entries = webhookEventTypes.map((type) => {
    const { title, description } = webhookEvents[type];
    const schema = schemas.referAs(schemaNameOf(type), createEventSchema(type), 'output');
    const post = {
      operationId: `on_${type.replace('.', '_')}`,
      summary: title,
      description,
      security: [],
      parameters: messageHeaders,
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses,
    };
    return [type, { post }] as const;
  });
  return Object.fromEntries(entries);
}
