import { Pool } from 'undici';
import { messageOf } from '../../domain/failure.ts';

/** Where an OpenAI-compatible service answers chat completions. */
export interface ChatEndpointOptions {
  /** The service's base address (`http://127.0.0.1:11434/v1`), its bare origin, or the completions address itself. */
  url: string;
  key: string | null;
  /** Connections at most. */
  connections: number;
}

/** An answer of the endpoint, whatever its status; redirects are not followed. */
export interface EndpointAnswer {
  kind: 'answer';
  statusCode: number;
  retryAfter: string | undefined;
  text: string;
}

/** No answer, or one that was too big to be read. */
export interface EndpointFault {
  kind: 'fault';
  code: 'unreachable' | 'too_large';
  message: string;
}

/** A connection to one operator endpoint: nothing but its own origin is ever contacted. */
export interface ChatEndpoint {
  /** Origin and path, without query and secrets. */
  readonly shown: string;
  /** Sends one question. Rejects only when `signal` aborts, with its reason. */
  post(body: unknown, signal: AbortSignal): Promise<EndpointAnswer | EndpointFault>;
  /** Names of the models that the endpoint lists, or none when it lists none. */
  listModels(signal: AbortSignal): Promise<string[]>;
  close(): Promise<void>;
}

/** Bounds on the answer: the longest that is asked for has some ten thousand tokens. */
const maxBodyBytes = 1_000_000;
const connectWithinMs = 10_000;

/** The address of `leaf` (`chat/completions`, `models`) at a service that was written in any of the usual ways. */
export function chatAddress(base: string, leaf: string): URL {
  const url = new URL(base);
  const path = url.pathname.replace(/\/+$/, '').replace(/\/chat\/completions$/, '');
  url.pathname = `${path === '' ? '/v1' : path}/${leaf}`;
  url.hash = '';
  return url;
}

async function boundedText(body: AsyncIterable<Buffer>): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBodyBytes) return null;
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

/** Opens the connections to an endpoint; nothing is sent before somebody asks. */
export function openChatEndpoint({ url, key, connections }: ChatEndpointOptions): ChatEndpoint {
  const completions = chatAddress(url, 'chat/completions');
  const pool = new Pool(completions.origin, {
    connections,
    connectTimeout: connectWithinMs,
    // A small machine may think for minutes before the first byte; the caller's deadline decides.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const credentials = completions.username === '' ? null : basicCredentials(completions);
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    ...(key !== null ? { authorization: `Bearer ${key}` } : credentials !== null && credentials),
  };

  async function send(
    method: 'GET' | 'POST',
    target: URL,
    body: unknown,
    signal: AbortSignal,
  ): Promise<EndpointAnswer | EndpointFault> {
    try {
      const answer = await pool.request({
        path: `${target.pathname}${target.search}`,
        method,
        headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
        signal,
      });
      const text = await boundedText(answer.body);
      if (text === null) {
        return { kind: 'fault', code: 'too_large', message: 'the model endpoint answered more than 1 MB' };
      }
      const retryAfter = [answer.headers['retry-after']].flat()[0];
      return { kind: 'answer', statusCode: answer.statusCode, retryAfter, text };
    } catch (error) {
      signal.throwIfAborted();
      const message = `the model endpoint could not be reached: ${reasonOf(error)}`;
      return { kind: 'fault', code: 'unreachable', message };
    }
  }

  return {
    shown: `${completions.origin}${completions.pathname}`,
    post: (body, signal) => send('POST', completions, body, signal),
    async listModels(signal) {
      const answer = await send('GET', chatAddress(url, 'models'), undefined, signal);
      return answer.kind === 'answer' && answer.statusCode === 200 ? modelNames(answer.text) : [];
    },
    close: () => pool.destroy(),
  };
}

function basicCredentials({ username, password }: URL): { authorization: string } {
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

function modelNames(text: string): string[] {
  try {
    const { data } = JSON.parse(text) as { data?: unknown };
    const rows: unknown[] = Array.isArray(data) ? data.slice(0, 1_000) : [];
    return rows.flatMap((row) => {
      const id = (row as { id?: unknown } | null)?.id;
      return typeof id === 'string' ? [id] : [];
    });
  } catch {
    return [];
  }
}
