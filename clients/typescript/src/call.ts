import { readEvents, type ServerEvent } from './events.ts';
import { failureOf, WebdataError } from './webdata-error.ts';

/** How an operation is sent; the table of them is generated. */
export interface OperationEntry {
  method: string;
  /** With `{name}` for fields that stand in the path. */
  path: string;
  /** Fields that stand in the query. */
  query: readonly string[];
  /** Whether all other fields are the body. */
  hasBody: boolean;
  answers: 'json' | 'events' | 'bytes';
}

/** What can be said of one call beside its fields. */
export interface CallOptions {
  signal?: AbortSignal;
  /** A name of your own for a POST, by which it takes effect once however often it is sent (kept for 24 hours). */
  idempotencyKey?: string;
}

/** Where the service is, and who calls. */
export interface ClientOptions {
  /** Such as `https://data.example`. */
  url: string;
  key: string;
  /** Milliseconds for a whole answer; streams of events are not bounded. 150,000 unless told. */
  timeoutMs?: number;
  /** How often a call is sent again that could not be answered: 2 unless told, 0 for never. */
  retries?: number;
  /** `fetch` unless told. */
  fetch?: typeof fetch;
}

/** Path, query and body of a call as one object. */
export type Fields = Record<string, unknown>;

/** Sends calls of one client. */
export interface Caller {
  /** Throws WebdataError. */
  json(entry: OperationEntry, fields: Fields, options?: CallOptions): Promise<unknown>;
  bytes(entry: OperationEntry, fields: Fields, options?: CallOptions): Promise<Response>;
  /** Goes on by itself where a stream that broke had got to. */
  events(entry: OperationEntry, fields: Fields, options?: CallOptions): AsyncGenerator<ServerEvent>;
}

const defaultTimeoutMs = 150_000;
const defaultRetries = 2;
const firstPauseMs = 500;
const longestPauseMs = 60_000;

/** Resolves after so many milliseconds; rejects when `signal` is aborted before. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/** The request of a call. */
function requestOf(entry: OperationEntry, fields: Fields, base: string): { url: string; body?: string } {
  const rest = { ...fields };
  const path = entry.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    delete rest[name];
    return encodeURIComponent(String(fields[name] ?? ''));
  });
  const url = new URL(`${base.replace(/\/+$/, '')}${path}`);
  for (const name of entry.hasBody ? entry.query : Object.keys(rest)) {
    if (rest[name] !== undefined && rest[name] !== null) url.searchParams.set(name, String(rest[name]));
    delete rest[name];
  }
  return { url: url.href, ...(entry.hasBody && { body: JSON.stringify(rest) }) };
}

/** Whether sending the call again can do no harm: nothing was done yet, or it takes effect once. */
function mayRepeat(error: WebdataError, { method }: OperationEntry, options: CallOptions): boolean {
  if (error.code === 'rate_limited') return true;
  const isUnanswered =
    error.status === 0 || error.status === 502 || error.status === 503 || error.status === 504;
  return isUnanswered && (method === 'GET' || options.idempotencyKey !== undefined);
}

/** Makes what sends the calls of a client. */
export function createCaller(client: ClientOptions): Caller {
  const { url: base, key, timeoutMs = defaultTimeoutMs, retries = defaultRetries } = client;
  const send = client.fetch ?? fetch;

  async function once(
    entry: OperationEntry,
    fields: Fields,
    options: CallOptions,
    headers: Record<string, string>,
  ) {
    const { url, body } = requestOf(entry, fields, base);
    const isStream = entry.answers === 'events';
    const signals = [options.signal, isStream ? undefined : AbortSignal.timeout(timeoutMs)];
    const response = await send(url, {
      method: entry.method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(options.idempotencyKey !== undefined && { 'idempotency-key': options.idempotencyKey }),
        ...headers,
      },
      ...(body !== undefined && { body }),
      signal: AbortSignal.any(signals.filter((signal) => signal !== undefined)),
    }).catch((cause: unknown) => {
      options.signal?.throwIfAborted();
      throw new WebdataError({ status: 0, code: 'unreachable', message: `${base} does not answer`, cause });
    });
    if (!response.ok) throw await failureOf(response);
    return response;
  }

  async function answered(
    entry: OperationEntry,
    fields: Fields,
    options: CallOptions,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await once(entry, fields, options, headers);
      } catch (error) {
        if (!(error instanceof WebdataError) || attempt >= retries || !mayRepeat(error, entry, options))
          throw error;
        const wanted = error.retryAfter === null ? firstPauseMs * 2 ** attempt : error.retryAfter * 1_000;
        await pause(Math.min(wanted, longestPauseMs), options.signal);
      }
    }
  }

  async function* events(entry: OperationEntry, fields: Fields, options: CallOptions = {}) {
    let last: string | null = null;
    for (let broken = 0; ; ) {
      const headers: Record<string, string> = last === null ? {} : { 'last-event-id': last };
      const { body } = await answered(entry, fields, options, headers);
      try {
        for await (const event of readEvents(body as ReadableStream<Uint8Array>)) {
          last = event.id || last;
          broken = 0;
          yield event;
        }
        return;
      } catch (error) {
        options.signal?.throwIfAborted();
        broken += 1;
        if (broken > retries) throw error;
        await pause(firstPauseMs * 2 ** broken, options.signal);
      }
    }
  }

  return {
    async json(entry, fields, options = {}) {
      return (await answered(entry, fields, options)).json();
    },
    bytes: (entry, fields, options = {}) => answered(entry, fields, options),
    events,
  };
}
