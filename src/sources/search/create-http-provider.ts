import { createHash } from 'node:crypto';
import { retryAfterMs } from '../../web/retry-after.ts';
import {
  basicCredentials,
  type EndpointAnswer,
  type EndpointRequest,
  openOperatorEndpoint,
} from '../operator-endpoint.ts';
import { type Fields, fieldsOf } from './foreign-fields.ts';
import { probeProvider } from './probe-provider.ts';
import { namesPlaces } from './query-words.ts';
import { refusalText } from './refusal-text.ts';
import { type ProtocolRequest, refusal, type SearchProtocol } from './search-protocol.ts';
import type { SearchOrder, SearchProvider, SearchRefusal, SearchReply } from './search-provider.ts';

/** A provider as the operator set it up. */
export interface HttpProviderOptions {
  protocol: SearchProtocol;
  /** Null for the public address. */
  url: string | null;
  key: string | null;
  /** Milliseconds; a provider that is silent for so long has failed. */
  answerWithinMs?: number;
}

/** Requests under way at once. */
const connections = 8;
const maxBodyBytes = 4_000_000;
const usualAnswerMs = 12_000;

function requestOf(base: URL, asked: ProtocolRequest): EndpointRequest {
  const url = new URL(base);
  url.pathname = url.pathname.replace(/\/+$/, '') + asked.path;
  for (const [name, value] of Object.entries(asked.query ?? {})) {
    if (value !== null && value !== undefined) url.searchParams.set(name, String(value));
  }
  const credentials = basicCredentials(base);
  return {
    method: asked.method,
    path: `${url.pathname}${url.search}`,
    headers: {
      accept: 'application/json',
      ...(credentials !== null && { authorization: credentials }),
      ...asked.headers,
      ...(asked.json !== undefined && { 'content-type': 'application/json' }),
    },
    body: asked.json === undefined ? null : JSON.stringify(asked.json),
  };
}

function jsonObject(text: string): Fields | null {
  try {
    const document: unknown = JSON.parse(text);
    return typeof document === 'object' && document !== null ? fieldsOf(document) : null;
  } catch {
    return null;
  }
}

const longestResetMs = 3_600_000;

/** The milliseconds until a limit begins anew: whole seconds, the shortest of several limits first. */
function resetMs(header: string | undefined): number | null {
  const seconds = /^\s*(\d{1,6})\s*(?:,|$)/.exec(header ?? '')?.[1];
  return seconds === undefined ? null : Math.min(Number(seconds) * 1_000, longestResetMs);
}

/** The usual meaning of a status that is not good. */
function faultOf(name: string, answer: EndpointAnswer, now: Date): SearchRefusal {
  const { statusCode, headers, text } = answer;
  const said = refusalText(text);
  const told = `${name} answered ${statusCode}${said === '' ? '' : `: ${said}`}`;
  if (statusCode >= 300 && statusCode < 400) {
    const to = URL.parse(headers.location ?? '');
    const where = to === null ? 'elsewhere' : `to ${to.origin}${to.pathname}`;
    return refusal('set_up', `${name} redirects ${where}, which is not followed: set that address`);
  }
  if (statusCode === 401 || statusCode === 403) {
    return refusal('refused_key', `${told} (check its key in WEBDATA_SEARCH)`);
  }
  if (statusCode === 402) return refusal('quota', told);
  if (statusCode === 429) {
    const wanted = retryAfterMs(headers['retry-after'], now) ?? resetMs(headers['x-ratelimit-reset']);
    return { ...refusal('rate_limited', told), ...(wanted !== null && { retryAfterMs: wanted }) };
  }
  if (statusCode === 404 || statusCode === 405) {
    return refusal('set_up', `${told} (is that its address?)`);
  }
  return refusal(statusCode >= 500 ? 'broken' : 'refused', told);
}

/** A provider that is asked over HTTP, at one origin alone. */
export function createHttpProvider(options: HttpProviderOptions): SearchProvider {
  const { protocol, url, key, answerWithinMs = usualAnswerMs } = options;
  const { name, operators } = protocol;
  const base = new URL(url ?? (protocol.publicUrl as string));
  const endpoint = openOperatorEndpoint({ origin: base.origin, name, connections, maxBodyBytes });
  const secrets = [key, base.password].filter((secret) => secret !== null && secret.length >= 4) as string[];

  /** Some services repeat the key that they refuse. */
  function withoutSecrets(fault: SearchRefusal): SearchRefusal {
    const message = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), fault.message);
    return { ...fault, message };
  }

  function read(answer: EndpointAnswer, order: SearchOrder): SearchReply {
    const explained = protocol.explain?.(answer) ?? null;
    if (explained !== null) return { kind: 'fault', ...explained };
    if (answer.statusCode !== 200) return faultOf(name, answer, order.now);
    const document = jsonObject(answer.text);
    if (document === null) {
      const type = answer.headers['content-type']?.split(';')[0] ?? 'no type';
      return refusal('broken', `${name} answered ${type} in place of JSON`);
    }
    const page = protocol.read(document, order, answer.headers);
    return 'kind' in page ? page : { failedEngines: [], warnings: [], ...page, kind: 'page' };
  }

  async function send(asked: ProtocolRequest, signal: AbortSignal): Promise<EndpointAnswer | SearchRefusal> {
    const late = AbortSignal.timeout(answerWithinMs);
    try {
      const answer = await endpoint.send(requestOf(base, asked), AbortSignal.any([signal, late]));
      if (answer.kind === 'answer') return answer;
      return refusal(answer.code === 'unreachable' ? 'unreachable' : 'broken', answer.message);
    } catch (error) {
      signal.throwIfAborted();
      if (!late.aborted) throw error;
      return refusal('timeout', `${name} gave no answer within ${answerWithinMs / 1_000} s`);
    }
  }

  /** Whether nothing was found because nobody looked. */
  async function doubt(order: SearchOrder, signal: AbortSignal): Promise<SearchRefusal | null> {
    if (protocol.doubt === undefined) return null;
    const answer = await send(protocol.doubt.request, signal);
    const document = answer.kind === 'answer' && answer.statusCode === 200 ? jsonObject(answer.text) : null;
    return document === null ? null : protocol.doubt.tell(document, order);
  }

  async function search(order: SearchOrder, signal: AbortSignal): Promise<SearchReply> {
    const answer = await send(protocol.ask(order, key ?? ''), signal);
    const first = answer.kind === 'fault' ? answer : read(answer, order);
    const isNothing = first.kind === 'page' && first.results.length === 0 && order.page === 1;
    const reply = isNothing ? ((await doubt(order, signal)) ?? first) : first;
    return reply.kind === 'fault' ? withoutSecrets(reply) : reply;
  }

  async function diagnose(signal: AbortSignal): Promise<string | null> {
    if (protocol.diagnose === undefined) return null;
    const answer = await send(protocol.diagnose.request, signal);
    return answer.kind === 'fault' ? null : protocol.diagnose.tell(answer);
  }

  return {
    name,
    id: `${name}:${createHash('sha256')
      .update(JSON.stringify([base.href, key]))
      .digest('hex')
      .slice(0, 16)}`,
    categories: protocol.categories,
    mostPages: protocol.mostPages,
    gapMs: protocol.gapMs,
    countryEffect: (query) => (query.country === null ? 'ignored' : protocol.countryEffect(query)),
    ignores: (query) => protocol.ignores.filter((field) => query[field] !== null),
    usesOperators: (query) => operators !== null && namesPlaces(query, operators),
    search,
    probe: (signal) => probeProvider(name, search, diagnose, signal),
    close: () => endpoint.close(),
  };
}
