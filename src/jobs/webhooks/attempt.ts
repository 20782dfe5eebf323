import type { Clock } from '../../domain/clock.ts';
import type { Poster } from '../../web/post.ts';
import { retryAfterMs } from '../../web/retry-after.ts';
import type { AttemptOutcome, Claim } from './claims.ts';
import type { WebhookSecrets } from './secrets.ts';
import { signedHeaders } from './sign.ts';

/** How long a receiver may take to answer. */
export const attemptTimeoutMs = 15_000;
const mailto = 'mailto:';
/** Of an answer so much is kept. */
export const keptAnswerBytes = 1_024;

/** A message for a person. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The same on every attempt. */
  id: string;
  at: Date;
}

/** Sends a message; its answer is the server's, whose faults are values. Rejects only when `signal` aborts. */
export type SendMail = (
  mail: Mail,
  signal: AbortSignal,
) => Promise<{ statusCode: number | null; answer: string; error: string | null }>;

/** What an attempt needs of the other rooms. */
export interface AttemptPorts {
  poster: Poster;
  secrets: WebhookSecrets;
  clock: Clock;
  /** Address that links start with, without a trailing slash. */
  linkBase(): string;
  userAgent: string;
  /** The message where it is told in a third party's way, with what proves it; null for our own way. */
  inTheirWay?(claim: Claim, secret: string): Promise<TheirMessage | null>;
  /** How deliveries to `mailto:` addresses are made; absent where there are none. */
  mail?: { send: SendMail; write(claim: Claim, base: string): Pick<Mail, 'subject' | 'text'> };
}

/** A message of another shape than ours. */
export interface TheirMessage {
  body: string;
  headers: Record<string, string>;
}

/** Makes one attempt; rejects only when `signal` aborts or the secret cannot be read. */
export type MakeAttempt = (claim: Claim, signal: AbortSignal) => Promise<AttemptOutcome>;

/** The message as the receiver reads it; links are made now, as the service's address may have changed. */
function bodyOf({ type, at, data, links }: Claim, base: string): string {
  const absolute = Object.entries(links).map(([name, path]) => [name, base + path]);
  const whole = absolute.length === 0 ? data : { ...data, links: Object.fromEntries(absolute) };
  return JSON.stringify({ type, timestamp: at.toISOString(), data: whole });
}

/** Text that PostgreSQL takes, whatever bytes were sent. */
function readable(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).replaceAll('\0', '\uFFFD');
}

/** Why an answer does not count as received, null when it does (Standard Webhooks: only 2xx). */
function errorOf(statusCode: number): string | null {
  if (statusCode >= 200 && statusCode < 300) return null;
  if (statusCode === 410) return 'The receiver answered 410: it is gone and gets no more of these events.';
  const redirects = statusCode >= 300 && statusCode < 400;
  const why = redirects ? ': redirects are not followed' : '';
  return `The receiver answered ${statusCode}${why}.`;
}

const nothing = { statusCode: null, answer: null, retryAfterMs: null };

/** Sends a delivery to the address of a person. */
async function attemptMail(ports: AttemptPorts, claim: Claim, signal: AbortSignal) {
  if (ports.mail === undefined) return { ...nothing, error: 'No e-mail is sent here.' };
  const { send, write } = ports.mail;
  const to = decodeURIComponent(claim.url.slice(mailto.length));
  const message = write(claim, ports.linkBase());
  const sent = await send({ ...message, to, id: claim.deliveryId, at: claim.at }, signal);
  return { ...nothing, ...sent, answer: sent.answer.replaceAll('\0', '\uFFFD') };
}

/** Composes attempts: the body is made, signed with every secret in force, and sent through the guard. */
export function createAttempt(ports: AttemptPorts): MakeAttempt {
  const { poster, secrets, clock, linkBase, userAgent } = ports;

  async function attemptPost(claim: Claim, deadline: AbortSignal) {
    const now = clock.now();
    const keys = await secrets.signing(claim.accountId, now);
    const theirs = (await ports.inTheirWay?.(claim, keys[0] ?? '')) ?? null;
    const body = theirs?.body ?? bodyOf(claim, linkBase());
    const headers = {
      'content-type': 'application/json',
      ...theirs?.headers,
      'user-agent': userAgent,
      ...signedHeaders(keys, { id: claim.deliveryId, at: now, body }),
    };
    const url = URL.parse(claim.url);
    if (url === null) return { ...nothing, error: 'This is no address.' };
    const answer = await poster.post({ url, headers, body }, deadline);
    if (answer.kind === 'fault') return { ...nothing, error: answer.message };
    return {
      statusCode: answer.statusCode,
      answer: readable(answer.beginning),
      error: errorOf(answer.statusCode),
      retryAfterMs: retryAfterMs(answer.retryAfter ?? undefined, clock.now()),
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
