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
  /** By name in lower case; of repeated ones the first. */
  headers: Readonly<Record<string, string | undefined>>;
  text: string;
}

/** No answer, or one that was too big to be read. */
export interface EndpointFault {
  kind: 'fault';
  code: 'unreachable' | 'too_large';
  message: string;
}

/** A connection to one operator endpoint: nothing but its own origin is ever contacted. */
export interface OperatorEndpoint {
  /** Sends one request. Rejects only when `signal` aborts, with its reason; the deadline is the caller's. */
  send(request: EndpointRequest, signal: AbortSignal): Promise<EndpointAnswer | EndpointFault>;
  close(): Promise<void>;
}

const connectWithinMs = 10_000;

async function boundedText(body: AsyncIterable<Buffer>, maxBytes: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The code of a network error, such as ECONNREFUSED; never an address. */
function reasonOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const code = first instanceof Error ? (first as NodeJS.ErrnoException).code : undefined;
  return code ?? messageOf(first);
}

function firstOf(headers: Record<string, string | string[] | undefined>): EndpointAnswer['headers'] {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat()[0]]));
}

/** Opens the connections to an endpoint; nothing is sent before somebody asks. */
export function openOperatorEndpoint(options: OperatorEndpointOptions): OperatorEndpoint {
  const { origin, name, connections, maxBodyBytes } = options;
  // A small machine may think for minutes before the first byte; the caller's deadline decides.
  const patience = { headersTimeout: 0, bodyTimeout: 0 };
  const pool = new Pool(origin, { connections, connectTimeout: connectWithinMs, ...patience });
  return {
    async send({ method, path, headers, body }, signal) {
      try {
        const answer = await pool.request({
          path,
          method,
          headers: { 'accept-encoding': 'identity', ...headers },
          body,
          signal,
        });
        const text = await boundedText(answer.body, maxBodyBytes);
        if (text === null) {
          const message = `${name} answered more than ${Math.round(maxBodyBytes / 1e6)} MB`;
          return { kind: 'fault', code: 'too_large', message };
        }
        return { kind: 'answer', statusCode: answer.statusCode, headers: firstOf(answer.headers), text };
      } catch (error) {
        signal.throwIfAborted();
        const message = `${name} could not be reached: ${reasonOf(error)}`;
        return { kind: 'fault', code: 'unreachable', message };
      }
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
