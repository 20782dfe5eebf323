import { request } from 'undici';
import { type ConnectionOptions, createConnections } from './connections.ts';
import { faultOf, networkFault } from './failure-codes.ts';
import type { Fault } from './http-answer.ts';

/** A message for an address that a caller named. */
export interface PostRequest {
  url: URL;
  /** Ours, not a caller's: sent as they are. */
  headers: Record<string, string>;
  body: string;
}

/** An answer, whatever its status; redirects are not followed. */
export interface PostResponse {
  kind: 'response';
  statusCode: number;
  retryAfter: string | null;
  /** The beginning of the body as it travelled: what came soon, and no more than was asked for. */
  beginning: Uint8Array;
}

/** What came of a message. */
export type PostAnswer = PostResponse | ({ kind: 'fault' } & Fault);

/** Sends messages through the guard. */
export interface Poster {
  /**
   * Sends one message. What the receiver or the network does is a value, a deadline (`TimeoutError`) too; rejects only
   * when `signal` aborts for another reason, and then with that reason.
   */
  post(message: PostRequest, signal: AbortSignal): Promise<PostAnswer>;
  /** Drops every connection. */
  close(): Promise<void>;
}

/** What a poster is made of. */
export interface PosterOptions extends Pick<ConnectionOptions, 'guard'> {
  /** Most bytes of an answer that are kept. */
  beginningBytes: number;
  /** Certificates in PEM that are trusted beside the usual authorities. */
  trustedCertificates?: readonly string[];
}

/** How long the body of an answer is waited for; the status has already said what counts. */
const bodyWithinMs = 2_000;
const connectWithinMs = 10_000;
const headersWithinMs = 30_000;

async function beginningOf(body: AsyncIterable<Buffer> & { destroy(): unknown }, most: number) {
  const chunks: Buffer[] = [];
  let size = 0;
  const late = setTimeout(() => body.destroy(), bodyWithinMs);
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= most) break;
    }
  } catch {
    // What came before it broke off is kept; the answer stands with its status.
  } finally {
    clearTimeout(late);
    body.destroy();
  }
  return Buffer.concat(chunks).subarray(0, most);
}

/** A poster that opens a connection for each message: receivers close idle ones at moments nobody can know. */
export function createPoster(options: PosterOptions): Poster {
  const { guard, beginningBytes } = options;
  const agent = createConnections({
    guard,
    connections: 8,
    connectTimeoutMs: connectWithinMs,
    headersTimeoutMs: headersWithinMs,
    bodyTimeoutMs: headersWithinMs,
    trustedCertificates: options.trustedCertificates ?? [],
    keepAlive: true,
  });

  async function send({ url, headers, body }: PostRequest, signal: AbortSignal): Promise<PostAnswer> {
    const answer = await request(url, {
      dispatcher: agent,
      method: 'POST',
      headers,
      body,
      signal,
      reset: true,
    });
    const retryAfter = answer.headers['retry-after'];
    return {
      kind: 'response',
      statusCode: answer.statusCode,
      retryAfter: [retryAfter ?? null].flat()[0] ?? null,
      beginning: await beginningOf(answer.body, beginningBytes),
    };
  }

  return {
    async post(message, signal) {
      const verdict = guard.judge(message.url);
      if (!verdict.allowed) return { kind: 'fault', code: verdict.code, message: verdict.message };
      try {
        return await send(message, signal);
      } catch (error) {
        if (!signal.aborted) return { kind: 'fault', ...faultOf(error) };
        const { reason } = signal;
        if (reason instanceof DOMException && reason.name === 'TimeoutError') {
          return { kind: 'fault', ...networkFault('timeout') };
        }
        throw reason;
      }
    },
    close: () => agent.destroy(),
  };
}
