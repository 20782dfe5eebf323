import { Pool } from 'undici';
import { messageOf } from '../domain/failure.ts';

/** Where an operator's service answers. */
export interface OperatorEndpointOptions {
  /** The only origin that is ever contacted. */
  origin: string;
  /** What it is, for messages: "the model endpoint". */
  name: string;
  /** Connections at most. */
  connections: number;
  /** Bytes of an answer at most. */
  maxBodyBytes: number;
  /** 10 s when left out. */
  connectWithinMs?: number;
}

/** A request to an endpoint. */
export interface EndpointRequest {
  method: 'GET' | 'POST';
  /** Path and query. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
}

/** An answer of an endpoint, whatever its status; redirects are not followed. */
export interface EndpointAnswer {
  kind: 'answer';
  statusCode: number;
  /** By name in lower case; repeated ones joined by `, ` (RFC 9110 section 5.3). */
  headers: Readonly<Record<string, string | undefined>>;
  text: string;
}

/** The same with the body as it came. */
export interface EndpointBytes extends Omit<EndpointAnswer, 'text'> {
  bytes: Buffer;
}

/** No answer, or one that was too big to be read. */
export interface EndpointFault {
  kind: 'fault';
  code: 'unreachable' | 'too_large';
  message: string;
  /** The code of the network error, such as ECONNREFUSED; null when the answer was too big. */
  reason: string | null;
}

/** A connection to one operator endpoint: nothing but its own origin is ever contacted. */
export interface OperatorEndpoint {
  /** Sends one request. Rejects only when `signal` aborts, with its reason; the deadline is the caller's. */
  send(request: EndpointRequest, signal: AbortSignal): Promise<EndpointAnswer | EndpointFault>;
  /** The same, of at most `maxBodyBytes`, without making text of it. */
  fetch(
    request: EndpointRequest,
    signal: AbortSignal,
    maxBodyBytes?: number,
  ): Promise<EndpointBytes | EndpointFault>;
  close(): Promise<void>;
}

const connectWithinMs = 10_000;

async function boundedBytes(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
}

/** The code of a network error, such as ECONNREFUSED; never an address. */
function reasonOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const code = first instanceof Error ? (first as NodeJS.ErrnoException).code : undefined;
  return code ?? messageOf(first);
}

function joined(headers: Record<string, string | string[] | undefined>): EndpointAnswer['headers'] {
  const values = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(', ') : value);
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, values(value)]));
}

/** Opens the connections to an endpoint; nothing is sent before somebody asks. */
export function openOperatorEndpoint(options: OperatorEndpointOptions): OperatorEndpoint {
  const { origin, name, connections } = options;
  // A small machine may think for minutes before the first byte; the caller's deadline decides.
  const patience = { headersTimeout: 0, bodyTimeout: 0 };
  const connectTimeout = options.connectWithinMs ?? connectWithinMs;
  const pool = new Pool(origin, { connections, connectTimeout, ...patience });

  async function fetch(
    { method, path, headers, body }: EndpointRequest,
    signal: AbortSignal,
    maxBodyBytes = options.maxBodyBytes,
  ): Promise<EndpointBytes | EndpointFault> {
    try {
      const answer = await pool.request({
        path,
        method,
        headers: { 'accept-encoding': 'identity', ...headers },
        body,
        signal,
      });
      const bytes = await boundedBytes(answer.body, maxBodyBytes);
      if (bytes === null) {
        const message = `${name} answered more than ${Math.ceil(maxBodyBytes / 1e6)} MB`;
        return { kind: 'fault', code: 'too_large', message, reason: null };
      }
      return { kind: 'answer', statusCode: answer.statusCode, headers: joined(answer.headers), bytes };
    } catch (error) {
      signal.throwIfAborted();
      const reason = reasonOf(error);
      return {
        kind: 'fault',
        code: 'unreachable',
        message: `${name} could not be reached: ${reason}`,
        reason,
      };
    }
  }

  return {
    fetch,
    async send(request, signal) {
      const answer = await fetch(request, signal);
      if (answer.kind === 'fault') return answer;
      const { bytes, ...rest } = answer;
      return { ...rest, text: bytes.toString('utf8') };
    },
    close: () => pool.destroy(),
  };
}

/** The `Authorization` header for the name and password of an address (RFC 7617); null when it has none. */
export function basicCredentials({ username, password }: URL): string | null {
  if (username === '') return null;
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}
