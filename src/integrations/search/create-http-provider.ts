import { createHash } from 'node:crypto';
import { addressSecrets } from '../../domain/secrets/mask-address.ts';
import { removeTrailingSlashes } from '../../domain/values/trailing-slashes.ts';
import { parseRetryAfterMs } from '../../web/http/retry-after.ts';
import {
  createBasicCredentials,
  type EndpointRequest,
  type EndpointResponse,
  openOperatorEndpoint,
} from '../operator-endpoint.ts';
import { parseErrorText } from './parse-error-text.ts';
import { probeProvider } from './probe-provider.ts';
import { hasSiteOperators } from './query-text.ts';
import { createSearchError, type ProtocolRequest, type SearchProtocol } from './search-protocol.ts';
import type { SearchErrorReply, SearchProvider, SearchReply, SearchRequest } from './search-provider.ts';
import { type Fields, toFields } from './untrusted-fields.ts';

/** Search provider as the operator configured it. */
export interface HttpProviderOptions {
  protocol: SearchProtocol;
  /** Null for the public address. */
  url: string | null;
  key: string | null;
  /** Timeout of a response in milliseconds. */
  answerWithinMs?: number;
}

/** Maximum number of concurrent requests. */
const connections = 8;
const maxBodyBytes = 4_000_000;
const defaultTimeoutMs = 12_000;

function createEndpointRequest(base: URL, protocolRequest: ProtocolRequest): EndpointRequest {
  const url = new URL(base);
  url.pathname = removeTrailingSlashes(url.pathname) + protocolRequest.path;
  for (const [name, value] of Object.entries(protocolRequest.query ?? {})) {
    if (value !== null && value !== undefined) url.searchParams.set(name, String(value));
  }
  const credentials = createBasicCredentials(base);
  return {
    method: protocolRequest.method,
    path: `${url.pathname}${url.search}`,
    headers: {
      accept: 'application/json',
      ...(credentials !== null && { authorization: credentials }),
      ...protocolRequest.headers,
      ...(protocolRequest.json !== undefined && { 'content-type': 'application/json' }),
    },
    body: protocolRequest.json === undefined ? null : JSON.stringify(protocolRequest.json),
  };
}

function parseJsonObject(text: string): Fields | null {
  try {
    const document: unknown = JSON.parse(text);
    return typeof document === 'object' && document !== null ? toFields(document) : null;
  } catch {
    return null;
  }
}

const maxResetMs = 3_600_000;

/** Returns the milliseconds until a rate limit resets, from a list of whole seconds with the shortest limit first. */
function parseResetMs(header: string | undefined): number | null {
  const seconds = /^\s*(\d{1,6})\s*(?:,|$)/.exec(header ?? '')?.[1];
  return seconds === undefined ? null : Math.min(Number(seconds) * 1_000, maxResetMs);
}

/** Returns the default error of a status other than 200. */
function createStatusError(name: string, answer: EndpointResponse, now: Date): SearchErrorReply {
  const { statusCode, headers, text } = answer;
  const errorText = parseErrorText(text);
  const message = `${name} answered ${statusCode}${errorText === '' ? '' : `: ${errorText}`}`;
  if (statusCode >= 300 && statusCode < 400) {
    const to = URL.parse(headers.location ?? '');
    const where = to === null ? 'to another address' : `to ${to.origin}${to.pathname}`;
    return createSearchError(
      'set_up',
      `${name} redirects ${where}, which is not followed. Set that address in WEBDATA_SEARCH.`,
    );
  }
  if (statusCode === 401 || statusCode === 403) {
    return createSearchError('refused_key', `${message} (check its key in WEBDATA_SEARCH)`);
  }
  if (statusCode === 402) return createSearchError('quota', message);
  if (statusCode === 429) {
    const retryAfter =
      parseRetryAfterMs(headers['retry-after'], now) ?? parseResetMs(headers['x-ratelimit-reset']);
    return {
      ...createSearchError('rate_limited', message),
      ...(retryAfter !== null && { retryAfterMs: retryAfter }),
    };
  }
  if (statusCode === 404 || statusCode === 405) {
    return createSearchError('set_up', `${message} (check its URL in WEBDATA_SEARCH)`);
  }
  return createSearchError(statusCode >= 500 ? 'broken' : 'refused', message);
}

/** Creates a provider that is queried over HTTP, at one origin only. */
export function createHttpProvider(options: HttpProviderOptions): SearchProvider {
  const { protocol, url, key, answerWithinMs = defaultTimeoutMs } = options;
  const { name, operators } = protocol;
  const base = new URL(url ?? (protocol.publicUrl as string));
  const endpoint = openOperatorEndpoint({
    origin: base.origin,
    name,
    connections,
    maxBodyBytes,
    // Some services repeat a rejected key.
    secrets: [key, ...addressSecrets(base.href)],
  });

  function parseReply(answer: EndpointResponse, request: SearchRequest): SearchReply {
    const explained = protocol.explain?.(answer) ?? null;
    if (explained !== null) return { kind: 'fault', ...explained };
    if (answer.statusCode !== 200) return createStatusError(name, answer, request.now);
    const document = parseJsonObject(answer.text);
    if (document === null) {
      const type = answer.headers['content-type']?.split(';')[0] ?? 'no type';
      const problem = /json/i.test(type) ? 'invalid JSON' : `${type} instead of JSON`;
      return createSearchError('broken', `${name} answered with ${problem}.`);
    }
    const page = protocol.parsePage(document, request, answer.headers);
    return page.kind === 'fault' ? page : { failedEngines: [], warnings: [], ...page };
  }

  async function send(
    protocolRequest: ProtocolRequest,
    signal: AbortSignal,
  ): Promise<EndpointResponse | SearchErrorReply> {
    const timeout = AbortSignal.timeout(answerWithinMs);
    try {
      const answer = await endpoint.send(
        createEndpointRequest(base, protocolRequest),
        AbortSignal.any([signal, timeout]),
      );
      if (answer.kind === 'answer') return answer;
      return createSearchError(answer.code === 'unreachable' ? 'unreachable' : 'broken', answer.message);
    } catch (error) {
      signal.throwIfAborted();
      if (!timeout.aborted) throw error;
      return createSearchError(
        'timeout',
        `${name} did not answer within ${answerWithinMs / 1_000} s. Try again later.`,
      );
    }
  }

  /** Returns the error that explains an empty result, or null if the result is really empty. */
  async function explainEmptyResult(
    request: SearchRequest,
    signal: AbortSignal,
  ): Promise<SearchErrorReply | null> {
    if (protocol.doubt === undefined) return null;
    const answer = await send(protocol.doubt.request, signal);
    const document =
      answer.kind === 'answer' && answer.statusCode === 200 ? parseJsonObject(answer.text) : null;
    return document === null ? null : protocol.doubt.interpret(document, request);
  }

  async function search(request: SearchRequest, signal: AbortSignal): Promise<SearchReply> {
    const answer = await send(protocol.createRequest(request, key ?? ''), signal);
    const first = answer.kind === 'fault' ? answer : parseReply(answer, request);
    const isEmpty = first.kind === 'page' && first.results.length === 0 && request.page === 1;
    return isEmpty ? ((await explainEmptyResult(request, signal)) ?? first) : first;
  }

  async function diagnose(signal: AbortSignal): Promise<string | null> {
    if (protocol.diagnose === undefined) return null;
    const answer = await send(protocol.diagnose.request, signal);
    return answer.kind === 'fault' ? null : protocol.diagnose.interpret(answer);
  }

  return {
    name,
    id: `${name}:${createHash('sha256')
      .update(JSON.stringify([base.href, key]))
      .digest('hex')
      .slice(0, 16)}`,
    categories: protocol.categories,
    maxPages: protocol.maxPages,
    intervalMs: protocol.intervalMs,
    countryEffect: (query) => (query.country === null ? 'ignored' : protocol.countryEffect(query)),
    ignores: (query) => {
      const { ignores } = protocol;
      const fields = typeof ignores === 'function' ? ignores(query.category) : ignores;
      return fields.filter((field) => query[field] != null);
    },
    usesOperators: (query) => operators !== null && hasSiteOperators(query, operators),
    search,
    probe: (signal) => probeProvider(name, search, diagnose, signal),
    close: () => endpoint.close(),
  };
}
