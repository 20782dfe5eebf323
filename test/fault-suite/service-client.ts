/** Parsed JSON response without static types: the suite reads it like a client. */
// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
export type Json = any;

/** Result of a request. */
export type Reply =
  | { kind: 'answer'; status: number; json: Json; bytes: Buffer }
  /** The connection was refused or cut. */
  | { kind: 'cut' }
  /** No complete response arrived within the client's timeout. */
  | { kind: 'hung' };

/** Called with a description of an unexpected reply. */
export type OnProblem = (problem: string) => void;

/** Options of a request. */
export interface RequestOptions {
  body?: unknown;
  idempotencyKey?: string;
  /** Additional expected statuses, such as 404 for the objects of another account. */
  expected?: readonly number[];
}

/** Sends requests with one key. */
export interface ServiceClient {
  key: string;
  request(method: string, path: string, options?: RequestOptions): Promise<Reply>;
  /** Returns the JSON of a response with status 200; null for any other. */
  ask(method: string, path: string, options?: RequestOptions): Promise<Json | null>;
}

/** Counts of replies by `METHOD status`. */
export type ReplyCounts = Map<string, number>;

const patienceMs = 75_000;
/**
 * Temporary statuses: `503` is unavailable, `409` a running request with the same idempotency key, `429` a reached
 * limit.
 */
const passing = [409, 429, 503];

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns what is wrong with a reply, or null. */
function problemOf(method: string, path: string, reply: Reply, expected: readonly number[]): string | null {
  if (reply.kind !== 'answer') return null;
  const { status, json, bytes } = reply;
  const shown = bytes.toString('utf8').slice(0, 300);
  const isGood = (status >= 200 && status < 300) || passing.includes(status) || expected.includes(status);
  if (!isGood) return `${method} ${path} is answered ${status}: ${shown}`;
  if (status === 503 && path.startsWith('/v1/') && json?.code !== 'unavailable')
    return `a 503 without its code: ${shown}`;
  return null;
}

/** Creates a client for the server at `url`; it reports replies that no fault explains. */
export function createServiceClient(options: {
  url: string;
  key: string;
  counts: ReplyCounts;
  onProblem: OnProblem;
}): ServiceClient {
  const { url, key, counts, onProblem } = options;

  async function send(
    method: string,
    path: string,
    { body, idempotencyKey }: RequestOptions,
  ): Promise<Reply> {
    try {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(patienceMs),
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      const isJson = /json/.test(answer.headers.get('content-type') ?? '');
      const json = isJson ? parse(bytes.toString('utf8')) : null;
      if (json === undefined) onProblem(`${method} ${path}: the body is no JSON although it came whole`);
      return { kind: 'answer', status: answer.status, json, bytes };
    } catch (error) {
      return { kind: (error as Error).name === 'TimeoutError' ? 'hung' : 'cut' };
    }
  }

  async function request(method: string, path: string, options: RequestOptions = {}): Promise<Reply> {
    const reply = await send(method, path, options);
    const outcome = reply.kind === 'answer' ? String(reply.status) : reply.kind;
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    const problem = problemOf(method, path, reply, options.expected ?? []);
    if (problem !== null) onProblem(problem);
    return reply;
  }

  return {
    key,
    request,
    async ask(method, path, options) {
      const reply = await request(method, path, options);
      return reply.kind === 'answer' && reply.status === 200 ? reply.json : null;
    },
  };
}
