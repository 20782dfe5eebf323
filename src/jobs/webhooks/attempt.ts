import type { Clock } from '../../domain/system/clock.ts';
import { configurationAdvice } from '../../domain/system/not-configured.ts';
import { cleanJson, cleanText } from '../../domain/values/clean-text.ts';
import type { HttpPoster } from '../../web/http/http-poster.ts';
import { parseRetryAfterMs } from '../../web/http/retry-after.ts';
import type { AttemptOutcome, DeliveryClaim } from './claims.ts';
import type { WebhookSecrets } from './secrets.ts';
import { createSignedHeaders } from './sign.ts';

/** Timeout of one attempt. */
export const attemptTimeoutMs = 15_000;
const mailto = 'mailto:';
/** Maximum number of stored bytes of a response. */
export const maxStoredResponseBytes = 1_024;

/** E-mail message to a person. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** Same value on every attempt. */
  id: string;
  at: Date;
}

/** Sends a message; errors of the server are values. Rejects only when `signal` aborts. */
export type SendMail = (
  mail: Mail,
  signal: AbortSignal,
) => Promise<Pick<AttemptOutcome, 'statusCode' | 'error' | 'isPermanent'> & { answer: string }>;

/** Dependencies of an attempt. */
export interface AttemptPorts {
  poster: HttpPoster;
  secrets: WebhookSecrets;
  clock: Clock;
  /** Base URL of links, without a trailing slash. */
  getLinkBase(): string;
  userAgent: string;
  /** Returns the message in a third-party format with its signature; null for the service's own format. */
  inTheirWay?(claim: DeliveryClaim, secret: string): Promise<ThirdPartyMessage | null>;
  /** Returns how mail is sent with the present settings; null without a mail server. */
  findMail(): MailPorts | null;
}

/** Delivers to `mailto:` addresses. */
export interface MailPorts {
  send: SendMail;
  write(claim: DeliveryClaim, base: string): Pick<Mail, 'subject' | 'text'>;
}

/** Message in a third-party format. */
export interface ThirdPartyMessage {
  body: string;
  headers: Record<string, string>;
  /** URL of the request, if it differs from that of the delivery. */
  url?: string;
  /** Default: POST. */
  method?: 'POST' | 'PUT';
  /** Errors of statuses that are a success in general, by status. */
  errors?: Readonly<Record<number, string>>;
}

/** Makes one attempt; rejects only when `signal` aborts or the secret cannot be read. */
export type MakeAttempt = (claim: DeliveryClaim, signal: AbortSignal) => Promise<AttemptOutcome>;

/** Formats the body; links are created now, because the service's address may have changed. */
function formatBody({ type, at, data, links }: DeliveryClaim, base: string): string {
  const absolute = Object.entries(links).map(([name, path]) => [name, base + path]);
  const fullData = absolute.length === 0 ? data : { ...data, links: Object.fromEntries(absolute) };
  return cleanJson({ type, timestamp: at.toISOString(), data: fullData });
}

/** Returns the error of a status code, null for success (Standard Webhooks: only 2xx). */
function findStatusError(statusCode: number): string | null {
  if (statusCode >= 200 && statusCode < 300) return null;
  if (statusCode === 410) return 'The receiver answered 410 Gone, so it receives no more of these events.';
  const redirects = statusCode >= 300 && statusCode < 400;
  const reason = redirects ? ': redirects are not followed' : '';
  return `The receiver answered ${statusCode}${reason}.`;
}

const noResponse = { statusCode: null, answer: null, retryAfterMs: null };

/** Sends a delivery to an e-mail address. */
async function attemptMail(ports: AttemptPorts, claim: DeliveryClaim, signal: AbortSignal) {
  const mail = ports.findMail();
  if (mail === null)
    return { ...noResponse, error: `This service sends no e-mail. ${configurationAdvice('mail')}` };
  const { send, write } = mail;
  const to = decodeURIComponent(claim.url.slice(mailto.length));
  const { subject, text } = write(claim, ports.getLinkBase());
  const message = { subject: cleanText(subject), text: cleanText(text) };
  const sent = await send({ ...message, to, id: claim.deliveryId, at: claim.at }, signal);
  return { ...noResponse, ...sent };
}

/**
 * Creates the function that makes attempts: it formats the body, signs it with every valid secret, and sends it
 * through the guard.
 */
export function createAttempt(ports: AttemptPorts): MakeAttempt {
  const { poster, secrets, clock, getLinkBase, userAgent } = ports;

  async function attemptPost(claim: DeliveryClaim, deadline: AbortSignal) {
    const now = clock.now();
    const keys = await secrets.signing(claim.accountId, now);
    const thirdParty = (await ports.inTheirWay?.(claim, keys[0] ?? '')) ?? null;
    const body = thirdParty?.body ?? formatBody(claim, getLinkBase());
    const headers = {
      'content-type': 'application/json',
      ...thirdParty?.headers,
      'user-agent': userAgent,
      ...createSignedHeaders(keys, { id: claim.deliveryId, at: now, body }),
    };
    const url = URL.parse(thirdParty?.url ?? claim.url);
    if (url === null) return { ...noResponse, error: 'The URL of the webhook is not valid. Correct it.' };
    const answer = await poster.post({ url, headers, body, method: thirdParty?.method ?? 'POST' }, deadline);
    if (answer.kind === 'fault') return { ...noResponse, error: answer.message };
    return {
      statusCode: answer.statusCode,
      answer: new TextDecoder().decode(answer.firstBytes),
      error: thirdParty?.errors?.[answer.statusCode] ?? findStatusError(answer.statusCode),
      retryAfterMs: parseRetryAfterMs(answer.retryAfter ?? undefined, clock.now()),
    };
  }

  return async (claim, signal) => {
    const startedAt = performance.now();
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(attemptTimeoutMs)]);
    const isMail = claim.url.startsWith(mailto);
    const outcome = isMail ? await attemptMail(ports, claim, deadline) : await attemptPost(claim, deadline);
    return { ms: Math.round(performance.now() - startedAt), ...outcome };
  };
}
