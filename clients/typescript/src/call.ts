import { readEvents, type ServerEvent } from './events.ts';
import { pause } from './pause.ts';
import { createRequest, type Fields, type OperationEntry } from './request.ts';
import { errorOf, isUnanswered, WebdataError } from './webdata-error.ts';

/** Options of one call. */
export interface CallOptions {
  signal?: AbortSignal;
  /**
   * Unique value for a POST: the call takes effect once, however often it is sent within 24 hours. Default: a random
   * value, see `sendIdempotencyKeys`.
   */
  idempotencyKey?: string;
  /** Time limit of the response in milliseconds. Default: `timeoutMs` of the client. */
  timeoutMs?: number;
}

/** Options of a client. */
export interface ClientOptions {
  /** URL of the service, such as `https://data.example`. */
  url: string;
  /** API key. */
  key: string;
  /** Time limit of a response in milliseconds; event streams have none. Default: 150,000. */
  timeoutMs?: number;
  /** Maximum number of retries of a call that failed for a temporary reason. Default: 2. */
  retries?: number;
  /**
   * Sends every POST with an `Idempotency-Key`, so that it can be retried. The service then stores each response for
   * 24 hours. Default: true, unless `retries` is 0.
   */
  sendIdempotencyKeys?: boolean;
  /** Default: the global `fetch`. */
  fetch?: typeof fetch;
}

/** Sends the calls of a client. All methods throw {@link WebdataError}. */
export interface Caller {
  /** Returns the JSON of a response. */
  json(entry: OperationEntry, fields: Fields, options?: CallOptions): Promise<unknown>;
  /** Returns what `read` makes of a response; an error of the reading is that of a lost connection. */
  read<Value>(
    entry: OperationEntry,
    fields: Fields,
    read: (response: Response) => Promise<Value>,
    options?: CallOptions,
  ): Promise<Value>;
  /** Returns a response whose body is not read yet. */
  bytes(entry: OperationEntry, fields: Fields, options?: CallOptions): Promise<Response>;
  /** Returns the events of a stream. An interrupted stream continues after its last event. */
  events(entry: OperationEntry, fields: Fields, options?: CallOptions): AsyncGenerator<ServerEvent>;
}

const defaultTimeoutMs = 150_000;
const defaultRetries = 2;
const firstPauseMs = 500;
const maxPauseMs = 60_000;

/** A call with everything that its attempts share. */
interface Call {
  entry: OperationEntry;
  fields: Fields;
  options: CallOptions;
  idempotencyKey: string | undefined;
  timeoutMs: number;
}

/** Creates a random key. `crypto.randomUUID` is missing on pages that were loaded over plain HTTP. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** True if a repetition cannot have a second effect. */
function isRepeatable({ entry, fields, idempotencyKey }: Call): boolean {
  return (
    entry.method === 'GET' ||
    entry.method === 'PUT' ||
    fields.dry_run === true ||
    (entry.method === 'POST' && idempotencyKey !== undefined)
  );
}

/** True if the service still works on the first request with this Idempotency-Key. */
function isInProgress({ code, retryAfter }: WebdataError, { idempotencyKey }: Call): boolean {
  return code === 'conflict' && retryAfter !== null && idempotencyKey !== undefined;
}

function retryPauseMs({ retryAfter }: WebdataError, attempt: number): number {
  // Clients that failed together must not return together.
  const growing = firstPauseMs * 2 ** attempt * (1 + Math.random() / 4);
  return Math.min(retryAfter === null ? growing : retryAfter * 1_000, maxPauseMs);
}

/** Creates the part of a client that sends requests. */
export function createCaller(client: ClientOptions): Caller {
  const { timeoutMs = defaultTimeoutMs, retries = defaultRetries } = client;
  const sendsKeys = client.sendIdempotencyKeys ?? retries > 0;
  const send: typeof fetch = client.fetch ?? ((input, init) => fetch(input, init));

  function prepare(entry: OperationEntry, fields: Fields, options: CallOptions): Call {
    const isNewKeyUseful =
      sendsKeys && entry.method === 'POST' && entry.takesKey !== false && fields.dry_run !== true;
    return {
      entry,
      fields,
      options,
      idempotencyKey: options.idempotencyKey ?? (isNewKeyUseful ? newIdempotencyKey() : undefined),
      timeoutMs: options.timeoutMs ?? timeoutMs,
    };
  }

  async function once<Value>(
    call: Call,
    read: (response: Response) => Promise<Value>,
    lastEventId: string | null,
  ): Promise<Value> {
    const { entry, fields, options, idempotencyKey } = call;
    const { url, body } = createRequest(entry, fields, client.url);
    const limit = entry.answers === 'events' ? undefined : AbortSignal.timeout(call.timeoutMs);
    try {
      const response = await send(url, {
        method: entry.method,
        headers: {
          authorization: `Bearer ${client.key}`,
          ...(entry.accept !== undefined && { accept: entry.accept }),
          ...(typeof body === 'string' && { 'content-type': 'application/json' }),
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
          ...(lastEventId !== null && { 'last-event-id': lastEventId }),
        },
        ...(body !== undefined && { body }),
        signal: AbortSignal.any([options.signal, limit].filter((signal) => signal !== undefined)),
      });
      if (!response.ok) throw await errorOf(response);
      return await read(response);
    } catch (cause) {
      options.signal?.throwIfAborted();
      if (cause instanceof WebdataError) throw cause;
      if (limit?.aborted === true) {
        const message = `${client.url} did not respond within ${call.timeoutMs} ms.`;
        throw new WebdataError({ status: 0, code: 'timeout', message, cause });
      }
      const message = `${client.url} cannot be reached, or the connection was lost.`;
      throw new WebdataError({ status: 0, code: 'unreachable', message, cause });
    }
  }

  async function answered<Value>(
    call: Call,
    read: (response: Response) => Promise<Value>,
    lastEventId: string | null = null,
  ): Promise<Value> {
    const startedAt = Date.now();
    for (let attempt = 0; ; ) {
      try {
        return await once(call, read, lastEventId);
      } catch (error) {
        if (!(error instanceof WebdataError)) throw error;
        const { signal } = call.options;
        if (isInProgress(error, call) && Date.now() - startedAt < call.timeoutMs) {
          await pause(retryPauseMs(error, 0), signal);
          continue;
        }
        const mayRetry = error.code === 'rate_limited' || (isUnanswered(error) && isRepeatable(call));
        if (!mayRetry || attempt >= retries) throw error;
        await pause(retryPauseMs(error, attempt), signal);
        attempt += 1;
      }
    }
  }

  async function* events(entry: OperationEntry, fields: Fields, options: CallOptions = {}) {
    const call = prepare(entry, fields, options);
    let last: string | null = null;
    for (let interruptions = 0; ; ) {
      const response: Response = await answered(call, async (opened) => opened, last);
      try {
        for await (const event of readEvents(response.body as ReadableStream<Uint8Array>)) {
          last = event.id || last;
          interruptions = 0;
          yield event;
        }
        return;
      } catch (cause) {
        options.signal?.throwIfAborted();
        const message = `The event stream of ${client.url} was interrupted.`;
        const error = new WebdataError({ status: 0, code: 'unreachable', message, cause });
        if (interruptions >= retries) throw error;
        await pause(retryPauseMs(error, interruptions), options.signal);
        interruptions += 1;
      }
    }
  }

  const read: Caller['read'] = (entry, fields, reader, options = {}) =>
    answered(prepare(entry, fields, options), reader);
  return {
    read,
    json: (entry, fields, options) => read(entry, fields, (response) => response.json(), options),
    bytes: (entry, fields, options) => read(entry, fields, async (opened) => opened, options),
    events,
  };
}
