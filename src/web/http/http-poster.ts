import { request } from 'undici';
import { type ConnectionOptions, createConnections } from './connections/connections.ts';
import { networkError, toPageError } from './error-codes.ts';
import type { FetchError } from './http-result.ts';

/** A message to a URL that a caller has configured. */
export interface PostRequest {
  url: URL;
  /** Headers of this service, sent unchanged. */
  headers: Record<string, string>;
  body: string;
  /** Default: POST. */
  method?: 'POST' | 'PUT';
}

/** A response of any status; redirects are not followed. */
export interface PostResponse {
  kind: 'response';
  statusCode: number;
  retryAfter: string | null;
  /** First bytes of the undecoded body that arrived in time, up to the requested number. */
  firstBytes: Uint8Array;
}

/** Result of a message. */
export type PostResult = PostResponse | ({ kind: 'fault' } & FetchError);

/** Client that sends messages through the guard. */
export interface HttpPoster {
  /**
   * Sends one message. Errors of the receiver or the network, and a `TimeoutError` of `signal`, are returned. Rejects only
   * with another reason of `signal`.
   */
  post(message: PostRequest, signal: AbortSignal): Promise<PostResult>;
  /** Closes all connections. */
  close(): Promise<void>;
}

/** Options of a poster. */
export interface PosterOptions extends Pick<ConnectionOptions, 'guard'> {
  /** Maximum number of response bytes that are kept. */
  maxResponseBytes: number;
  /** Certificates in PEM that are trusted in addition to the default ones. */
  trustedCertificates?: readonly string[];
}

/** Maximum wait for the body of a response; the status alone decides. */
const bodyWaitMs = 2_000;
const connectWaitMs = 10_000;
const headersWaitMs = 30_000;

async function readFirstBytes(body: AsyncIterable<Buffer> & { destroy(): unknown }, maxBytes: number) {
  const chunks: Buffer[] = [];
  let size = 0;
  const timeout = setTimeout(() => body.destroy(), bodyWaitMs);
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= maxBytes) break;
    }
  } catch {
    // The bytes before an interruption are kept, and the status is valid.
  } finally {
    clearTimeout(timeout);
    body.destroy();
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

/** Creates a poster. Each message uses a new connection, because receivers may close idle ones at any time. */
export function createPoster(options: PosterOptions): HttpPoster {
  const { guard, maxResponseBytes } = options;
  const agent = createConnections({
    guard,
    connections: 8,
    connectTimeoutMs: connectWaitMs,
    headersTimeoutMs: headersWaitMs,
    bodyTimeoutMs: headersWaitMs,
    trustedCertificates: options.trustedCertificates ?? [],
    keepAlive: true,
  });

  async function send(
    { url, headers, body, method = 'POST' }: PostRequest,
    signal: AbortSignal,
  ): Promise<PostResult> {
    const answer = await request(url, {
      dispatcher: agent,
      method,
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
      firstBytes: await readFirstBytes(answer.body, maxResponseBytes),
    };
  }

  return {
    async post(message, signal) {
      const verdict = guard.check(message.url);
      if (!verdict.allowed) return { kind: 'fault', code: verdict.code, message: verdict.message };
      try {
        return await send(message, signal);
      } catch (error) {
        if (!signal.aborted) return { kind: 'fault', ...toPageError(error) };
        const { reason } = signal;
        if (reason instanceof DOMException && reason.name === 'TimeoutError') {
          return { kind: 'fault', ...networkError('timeout') };
        }
        throw reason;
      }
    },
    close: () => agent.destroy(),
  };
}
