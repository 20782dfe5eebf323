import { decodeBase64 } from './base64.ts';

/** Event that a webhook receives. */
export interface WebhookEvent {
  /** Such as `job.completed` or `monitor.changed`. */
  type: string;
  /** Time of the event. */
  timestamp: string;
  data: Record<string, unknown> & { links?: Record<string, string> };
}

/** Options of {@link verifyWebhook}. */
export interface VerifyOptions {
  /** Maximum difference between the time of the message and the clock of this machine. Default: 300. */
  toleranceSeconds?: number;
  /** Default: the current time. */
  now?: Date;
}

/** Error of a message that is not signed with the secret, is too old, or is not complete. */
export class WebhookSignatureError extends Error {
  override readonly name = 'WebhookSignatureError';
}

const defaultToleranceSeconds = 300;
const secretPrefix = 'whsec_';

type HeaderValues = Headers | Record<string, string | readonly string[] | undefined>;

function headerOf(headers: HeaderValues, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookSignatureError(`The message has no header ${name}.`);
}

function checkTime(timestamp: string, { toleranceSeconds = defaultToleranceSeconds, now }: VerifyOptions) {
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  const differenceSeconds = Math.abs((now?.getTime() ?? Date.now()) / 1_000 - seconds);
  if (differenceSeconds <= toleranceSeconds) return;
  const message = `The time of the message, ${timestamp}, differs from the clock by more than ${toleranceSeconds} seconds.`;
  throw new WebhookSignatureError(message);
}

async function importSecret(secret: string) {
  const bytes = secret.startsWith(secretPrefix) ? decodeBase64(secret.slice(secretPrefix.length)) : null;
  if (bytes === null) throw new TypeError('A webhook secret is `whsec_` and base64 text.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/**
 * Verifies a webhook message (Standard Webhooks) and returns its event. `secret` is the value of `webhookSecret()`, or
 * several secrets. `body` is the raw body, before it is parsed. Throws {@link WebhookSignatureError}.
 */
export async function verifyWebhook(
  secret: string | readonly string[],
  headers: HeaderValues,
  body: string | Uint8Array,
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature').split(' ', 16);
  checkTime(timestamp, options);
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  for (const one of typeof secret === 'string' ? [secret] : secret) {
    const key = await importSecret(one);
    for (const signature of signatures) {
      const bytes = signature.startsWith('v1,') ? decodeBase64(signature.slice('v1,'.length)) : null;
      if (bytes !== null && (await crypto.subtle.verify('HMAC', key, bytes, signed))) {
        return JSON.parse(text) as WebhookEvent;
      }
    }
  }
  throw new WebhookSignatureError('No signature of the message matches the secret.');
}
