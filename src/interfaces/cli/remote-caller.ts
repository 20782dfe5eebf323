import {
  errorMessage,
  Failure,
  type FailureKind,
  failureKinds,
  type ValidationError,
} from '../../domain/system/failure.ts';
import { checkInput } from '../../operations/call-path/check-input.ts';
import type { ServerEvent } from '../../operations/declaration/answer-view.ts';
import { sentFileOf } from '../../operations/declaration/file-field.ts';
import type { Answer } from '../../operations/declaration/operation.ts';
import type { Caller, CallerRequest } from '../caller.ts';
import { createFileForm } from './file-form.ts';

/** URL and key of a service. */
export interface RemoteService {
  url: string;
  key: string;
  /** Sent to the service, for the origin in its request history. */
  interfaceName: 'cli' | 'mcp';
}

/** Longer than the time limit of any operation. */
const responseTimeoutMs = 150_000;
const maxBytes = 256 * 1024 * 1024;

function createUrl({ operation, input }: CallerRequest, base: string): URL {
  const path = operation.path.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input.path[name] ?? '')),
  );
  const url = new URL(`${base.replace(/\/$/, '')}${path}`);
  for (const [name, value] of Object.entries(input.query)) {
    if (value === undefined) continue;
    url.searchParams.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  return url;
}

/** Converts an error response (RFC 9457, or any other) to a Failure. */
async function parseFailure(response: Response): Promise<Failure> {
  // A response without JSON, for example from a proxy, is described by its status.
  const problem = (await response.json().catch(() => null)) as {
    code?: string;
    detail?: string;
    errors?: ValidationError[];
    setting?: string;
    documentation?: string;
  } | null;
  const kind = failureKinds.find((knownKind) => knownKind === problem?.code);
  if (kind === undefined)
    return new Failure('unavailable', `the service responded with status ${response.status}`);
  const retryAfter = Number(response.headers.get('retry-after')) || undefined;
  return new Failure(kind satisfies FailureKind, problem?.detail ?? kind, {
    errors: problem?.errors ?? [],
    ...(retryAfter !== undefined && { retryAfter }),
    ...(problem?.setting !== undefined && {
      configuration: { setting: problem.setting, page: problem.documentation?.split('/docs/').at(-1) ?? '' },
    }),
  });
}

/** Returns a failure with what to do if the key is wrong: the service does not know where the command has it from. */
function withKeyAdvice(failure: Failure, url: string): Failure {
  if (failure.kind !== 'unauthorized') return failure;
  const advice = `Set WEBDATA_KEY to a key of the service at ${url}.`;
  return new Failure(failure.kind, `${failure.message} ${advice}`, { cause: failure });
}

async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = '';
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() as string;
    yield* lines;
  }
}

/** Parses an event stream (HTML standard, section 9.2), limited to what this service sends. */
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

function createBytesAnswer(response: Response): Answer {
  const length = response.headers.get('content-length');
  if (Number(length) > maxBytes)
    throw new Failure('too_large', `The response has more than ${maxBytes} bytes.`);
  return {
    kind: 'bytes',
    body: response.body ?? new Uint8Array(),
    mediaType: response.headers.get('content-type') ?? 'application/octet-stream',
    filename: null,
    bytes: length === null ? null : Number(length),
  };
}

/** Returns the body of a request and its type; a form sets its type itself. */
function encodeBody(body: unknown): { headers: Record<string, string>; body?: string | FormData } {
  if (body === undefined) return { headers: {} };
  const file = sentFileOf(body);
  if (file !== null) return { headers: {}, body: createFileForm(file, body as Record<string, unknown>) };
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** Creates a caller for a service over HTTP. */
export function createRemoteCaller({ url, key, interfaceName }: RemoteService): Caller {
  async function send(request: CallerRequest, signal: AbortSignal): Promise<Response> {
    const { operation, input, idempotencyKey } = request;
    const { headers, ...encoded } = encodeBody(input.body);
    const response = await fetch(createUrl(request, url), {
      method: operation.method,
      headers: {
        authorization: `Bearer ${key}`,
        'webdata-interface': interfaceName,
        ...(idempotencyKey != null && { 'idempotency-key': idempotencyKey }),
        ...headers,
      },
      ...encoded,
      redirect: 'error',
      signal,
    }).catch((error: unknown) => {
      if (request.signal.aborted) throw error;
      const reason = errorMessage((error as { cause?: unknown }).cause ?? error);
      throw new Failure(
        'unavailable',
        `The service at ${url} cannot be reached: ${reason}. Start it, or correct WEBDATA_URL.`,
        {
          cause: error,
        },
      );
    });
    if (!response.ok) throw withKeyAdvice(await parseFailure(response), url);
    return response;
  }

  return {
    async call(uncheckedRequest) {
      // Also checked at the service; here, because JSON.stringify overflows the stack for deeply nested values.
      const request = { ...uncheckedRequest, input: checkInput(uncheckedRequest.input) };
      if (request.operation.responseStream === 'events') {
        const response = await send(request, request.signal);
        const events = readEvents(response.body as ReadableStream<Uint8Array>);
        const requestId = response.headers.get('x-request-id') ?? '';
        return { answer: { kind: 'events', open: () => events }, requestId };
      }
      const timeoutSignal = AbortSignal.timeout(responseTimeoutMs);
      const response = await send(request, AbortSignal.any([request.signal, timeoutSignal]));
      const requestId = response.headers.get('x-request-id') ?? '';
      const isJson = /^application\/(\w+\+)?json\b/.test(response.headers.get('content-type') ?? '');
      if (!isJson) return { answer: createBytesAnswer(response), requestId };
      return { answer: { kind: 'json', value: await response.json() }, requestId };
    },
  };
}
