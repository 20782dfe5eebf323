import { Failure, type FailureKind, type Fault, failureKinds, messageOf } from '../../domain/failure.ts';
import type { Answer, ServerEvent } from '../../operations/operation.ts';
import type { Caller, CallerOrder } from '../caller.ts';

/** Where a service is, and who calls. */
export interface RemoteService {
  url: string;
  key: string;
  /** Told to the service, so that its history says which door was used. */
  door: 'cli' | 'mcp';
}

/** Longer than any service takes for an answer. */
const answerWithinMs = 150_000;
const maxBytes = 256 * 1024 * 1024;

function addressOf({ operation, input }: CallerOrder, base: string): URL {
  const path = operation.path.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input.path[name] ?? '')),
  );
  const url = new URL(`${base.replace(/\/$/, '')}${path}`);
  for (const [name, value] of Object.entries(input.query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url;
}

/** What an error answer says (RFC 9457), or what can be said of one that is none. */
async function failureOf(response: Response): Promise<Failure> {
  const problem = (await response.json().catch(() => null)) as {
    code?: string;
    detail?: string;
    errors?: Fault[];
  } | null;
  const kind = failureKinds.find((known) => known === problem?.code);
  if (kind === undefined) return new Failure('unavailable', `the service answered ${response.status}`);
  const retryAfter = Number(response.headers.get('retry-after')) || undefined;
  return new Failure(kind satisfies FailureKind, problem?.detail ?? kind, {
    faults: problem?.errors ?? [],
    ...(retryAfter !== undefined && { retryAfter }),
  });
}

async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = '';
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() as string;
    yield* lines;
  }
}

/** The events of a stream (HTML standard, section 9.2), as far as our service writes them. */
async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  let fields: Record<string, string> = {};
  for await (const line of readLines(body)) {
    if (line === '') {
      const { id = '', event = 'message', data } = fields;
      if (data !== undefined) yield { id, type: event, data: JSON.parse(data) };
      fields = {};
      continue;
    }
    const at = line.indexOf(': ');
    if (at > 0) fields[line.slice(0, at)] = line.slice(at + 2);
  }
}

function bytesAnswer(response: Response): Answer {
  const length = response.headers.get('content-length');
  if (Number(length) > maxBytes) throw new Failure('too_large', 'the answer is too large');
  return {
    kind: 'bytes',
    body: response.body ?? new Uint8Array(),
    mediaType: response.headers.get('content-type') ?? 'application/octet-stream',
    filename: null,
    bytes: length === null ? null : Number(length),
  };
}

/** Calls the operations of a service over HTTP. */
export function createRemoteCaller({ url, key, door }: RemoteService): Caller {
  async function send(order: CallerOrder, signal: AbortSignal): Promise<Response> {
    const { operation, input } = order;
    const response = await fetch(addressOf(order, url), {
      method: operation.method,
      headers: {
        authorization: `Bearer ${key}`,
        'webdata-door': door,
        ...(input.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
      redirect: 'error',
      signal,
    }).catch((error: unknown) => {
      if (order.signal.aborted) throw error;
      const reason = messageOf((error as { cause?: unknown }).cause ?? error);
      throw new Failure('unavailable', `the service at ${url} cannot be reached: ${reason}`, {
        cause: error,
      });
    });
    if (!response.ok) throw await failureOf(response);
    return response;
  }

  return {
    async call(order) {
      if (order.operation.answers === 'events') {
        const response = await send(order, order.signal);
        const events = readEvents(response.body as ReadableStream<Uint8Array>);
        const requestId = response.headers.get('x-request-id') ?? '';
        return { answer: { kind: 'events', open: () => events }, requestId };
      }
      const within = AbortSignal.timeout(answerWithinMs);
      const response = await send(order, AbortSignal.any([order.signal, within]));
      const requestId = response.headers.get('x-request-id') ?? '';
      const isJson = /^application\/(\w+\+)?json\b/.test(response.headers.get('content-type') ?? '');
      if (!isJson) return { answer: bytesAnswer(response), requestId };
      return { answer: { kind: 'json', value: await response.json() }, requestId };
    },
  };
}
