import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** Creates a signing secret: `whsec_` and 32 random bytes in base64 (Standard Webhooks, "Signature scheme"). */
export function newWebhookSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

function computeSignature(secret: string, signedContent: string): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  return `v1,${createHmac('sha256', key).update(signedContent).digest('base64')}`;
}

/**
 * Creates the headers that authenticate a message (Standard Webhooks), with one signature per secret, separated by
 * spaces.
 */
export function createSignedHeaders(
  secrets: readonly string[],
  message: { id: string; at: Date; body: string },
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(message.at.getTime() / 1_000));
  const signedContent = `${message.id}.${timestamp}.${message.body}`;
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => computeSignature(secret, signedContent)).join(' '),
  };
}
