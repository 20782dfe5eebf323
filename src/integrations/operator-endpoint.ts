import { Pool } from 'undici';
import { createSecretFilter } from '../domain/secrets/secret-filter.ts';
import { isUntrustedIssuer, trustAdvice } from '../domain/system/certificate-errors.ts';
import { errorMessage } from '../domain/system/failure.ts';
import { itemAt } from '../domain/values/elements.ts';

/** Options of a connection to a service of the operator. */
export interface OperatorEndpointOptions {
  /** Only origin that is ever contacted. */
  origin: string;
  /** Name used in messages: "the model endpoint". */
  name: string;
  /** Maximum number of connections. */
  connections: number;
  /** Maximum number of bytes of a response. */
  maxBodyBytes: number;
  /** Keys and passwords that the endpoint receives. They are masked in its texts, because some services echo them. */
  secrets?: readonly (string | null)[];
  /** Timeout of a connection attempt; default 10 s. */
  connectWithinMs?: number;
}

/** Request to an endpoint. */
export interface EndpointRequest {
  method: 'GET' | 'POST';
  /** Path and query. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
}

/** Response of an endpoint with any status; redirects are not followed. */
export interface EndpointResponse {
  kind: 'answer';
  statusCode: number;
  /** Headers by name in lower case; repeated ones are joined by `, ` (RFC 9110 section 5.3). */
  headers: Readonly<Record<string, string | undefined>>;
  text: string;
}

/** Response with the body as bytes. */
export interface EndpointByteResponse extends Omit<EndpointResponse, 'text'> {
  bytes: Buffer;
}

/** Failure without a response, or a response that exceeds the size limit. */
export interface EndpointError {
  kind: 'fault';
  code: 'unreachable' | 'too_large';
  message: string;
  /** Code of the network error, such as ECONNREFUSED; null if the response was too large. */
  reason: string | null;
}

/** Connection to one operator endpoint, which contacts only its own origin. */
export interface OperatorEndpoint {
  /** Sends one request. Rejects only when `signal` aborts, with its reason; the caller sets the deadline. */
  send(request: EndpointRequest, signal: AbortSignal): Promise<EndpointResponse | EndpointError>;
  /** Sends one request and returns at most `maxBodyBytes` bytes without decoding them. */
  fetch(
    request: EndpointRequest,
    signal: AbortSignal,
    maxBodyBytes?: number,
  ): Promise<EndpointByteResponse | EndpointError>;
  close(): Promise<void>;
}

const connectWithinMs = 10_000;

async function readBounded(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return chunks.length === 1 ? itemAt(chunks, 0) : Buffer.concat(chunks);
}

/** Returns the code of a network error, such as ECONNREFUSED; never an address. */
function findErrorCode(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const code = first instanceof Error ? (first as NodeJS.ErrnoException).code : undefined;
  return code ?? errorMessage(first);
}

function adviceFor(errorCode: string): string {
  return isUntrustedIssuer(errorCode)
    ? `The authority of its certificate is not trusted. If you trust it, ${trustAdvice}.`
    : 'Check its URL and that it is running.';
}

function joinHeaders(headers: Record<string, string | string[] | undefined>): EndpointResponse['headers'] {
  const values = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(', ') : value);
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, values(value)]));
}

/** Opens the connections to an endpoint; nothing is sent before the first request. */
export function openOperatorEndpoint(options: OperatorEndpointOptions): OperatorEndpoint {
  const { origin, name, connections } = options;
  // A small machine may take minutes until the first byte; the caller's deadline applies.
  const noTimeouts = { headersTimeout: 0, bodyTimeout: 0 };
  const connectTimeout = options.connectWithinMs ?? connectWithinMs;
  // Shorter keys are placeholders, such as `none`, and occur in ordinary text.
  const values = (options.secrets ?? []).flatMap((secret) =>
    secret !== null && secret.length >= 6 ? [secret] : [],
  );
  const secrets = createSecretFilter(values);
  const pool = new Pool(origin, { connections, connectTimeout, ...noTimeouts });

  async function fetch(
    { method, path, headers, body }: EndpointRequest,
    signal: AbortSignal,
    maxBodyBytes = options.maxBodyBytes,
  ): Promise<EndpointByteResponse | EndpointError> {
    try {
      const answer = await pool.request({
        path,
        method,
        headers: { 'accept-encoding': 'identity', ...headers },
        body,
        signal,
      });
      const bytes = await readBounded(answer.body, maxBodyBytes);
      if (bytes === null) {
        const message = `The response of ${name} exceeds ${Math.ceil(maxBodyBytes / 1e6)} MB.`;
        return { kind: 'fault', code: 'too_large', message, reason: null };
      }
      return { kind: 'answer', statusCode: answer.statusCode, headers: joinHeaders(answer.headers), bytes };
    } catch (error) {
      signal.throwIfAborted();
      const reason = findErrorCode(error);
      return {
        kind: 'fault',
        code: 'unreachable',
        message: `A connection to ${name} failed: ${reason}. ${adviceFor(reason)}`,
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
      return { ...rest, text: secrets.mask(bytes.toString('utf8')) };
    },
    close: () => pool.destroy(),
  };
}

/** Returns the `Authorization` header for the user name and password of a URL (RFC 7617); null if it has none. */
export function createBasicCredentials({ username, password }: URL): string | null {
  if (username === '') return null;
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}
