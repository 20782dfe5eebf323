import type { Page, Request } from 'playwright-core';
import type { NetworkCall } from '../../domain/page.ts';
import type { CapturedCall } from '../../domain/records.ts';

/** Collects the calls that a page's scripts make. */
export interface NetworkRecord {
  /** The calls so far, in the order they were made. */
  calls(): Promise<CapturedCall[]>;
}

const mostCalls = 300;
const mostJsonBytes = 256 * 1024;
const mostJsonInAll = 4 * 1024 * 1024;
/** Lists of records may be larger than what is shown to a caller. */
const mostCapturedBytes = 3 * 1024 * 1024;
const mostCapturedInAll = 12 * 1024 * 1024;
const mostBody = 64 * 1024;

/** A call as a caller may see it. */
export function withoutRequest({
  requestHeaders: _headers,
  body: _body,
  ...call
}: CapturedCall): NetworkCall {
  return call;
}

/** Begins to record calls of `fetch` and `XMLHttpRequest`; `captures` keeps what it takes to send them again. */
export function recordNetwork(page: Page, captures: boolean): NetworkRecord {
  const calls: Promise<CapturedCall | null>[] = [];
  const mostEach = captures ? mostCapturedBytes : mostJsonBytes;
  const mostInAll = captures ? mostCapturedInAll : mostJsonInAll;
  let jsonBytes = 0;

  async function described(request: Request): Promise<CapturedCall | null> {
    const response = await request.response().catch(() => null);
    const type = response?.headers()['content-type'] ?? null;
    const sizes = response === null ? null : await request.sizes().catch(() => null);
    const body = captures ? request.postData() : null;
    const call: CapturedCall = {
      url: request.url(),
      method: request.method(),
      status: response?.status() ?? null,
      content_type: type,
      bytes: Math.max(0, sizes?.responseBodySize ?? 0),
      ms: Math.max(0, Math.round(request.timing().responseEnd)),
      requestHeaders: captures ? await request.allHeaders().catch(() => ({})) : {},
      body: body !== null && body.length <= mostBody ? body : null,
    };
    if (response === null || type === null || !/[/+]json\b/i.test(type)) return call;
    const answer = await response.body().catch(() => null);
    if (answer === null || answer.length > mostEach || jsonBytes + answer.length > mostInAll) return call;
    jsonBytes += answer.length;
    try {
      return { ...call, json: JSON.parse(answer.toString('utf8')) as unknown };
    } catch {
      return call;
    }
  }

  const note = (request: Request) => {
    const isCall = request.resourceType() === 'xhr' || request.resourceType() === 'fetch';
    if (isCall && calls.length < mostCalls) calls.push(described(request).catch(() => null));
  };
  page.on('requestfinished', note);
  page.on('requestfailed', note);
  return { calls: async () => (await Promise.all(calls)).filter((call) => call !== null) };
}
