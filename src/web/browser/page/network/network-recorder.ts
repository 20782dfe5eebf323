import type { Page, Request } from 'playwright-core';
import type { NetworkCall } from '../../../../domain/pages/page.ts';
import type { CapturedCall } from '../../../../domain/pages/records.ts';

/** Recorder of the calls of a page's scripts. */
export interface NetworkRecorder {
  /** Returns the calls so far in order. */
  calls(): Promise<CapturedCall[]>;
}

const maxCalls = 300;
const maxJsonBytes = 256 * 1024;
const maxJsonTotal = 4 * 1024 * 1024;
/** Limits for captured calls, whose record lists may be larger than output for callers. */
const maxCapturedBytes = 3 * 1024 * 1024;
const maxCapturedTotal = 12 * 1024 * 1024;
const maxBody = 64 * 1024;

/** Returns a call without its request data, for callers. */
export function withoutRequest({
  requestHeaders: _headers,
  body: _body,
  ...call
}: CapturedCall): NetworkCall {
  return call;
}

/** Starts to record calls of `fetch` and `XMLHttpRequest`; `captures` keeps the data needed to replay them. */
export function recordNetwork(page: Page, keepsRequests: boolean): NetworkRecorder {
  const calls: Promise<CapturedCall | null>[] = [];
  const maxEach = keepsRequests ? maxCapturedBytes : maxJsonBytes;
  const maxTotal = keepsRequests ? maxCapturedTotal : maxJsonTotal;
  let jsonBytes = 0;

  async function describeCall(request: Request): Promise<CapturedCall | null> {
    // A call that ends with its page is recorded with the known data.
    const response = await request.response().catch(() => null);
    const type = response?.headers()['content-type'] ?? null;
    // Sizes are lost with the page.
    const sizes = response === null ? null : await request.sizes().catch(() => null);
    const body = keepsRequests ? request.postData() : null;
    const call: CapturedCall = {
      url: request.url(),
      method: request.method(),
      status: response?.status() ?? null,
      content_type: type,
      bytes: Math.max(0, sizes?.responseBodySize ?? 0),
      ms: Math.max(0, Math.round(request.timing().responseEnd)),
      // Headers are lost with the page.
      requestHeaders: keepsRequests ? await request.allHeaders().catch(() => ({})) : {},
      body: body !== null && body.length <= maxBody ? body : null,
    };
    if (response === null || type === null || !/[/+]json\b/i.test(type)) return call;
    // The browser keeps bodies only for a limited time.
    const answer = await response.body().catch(() => null);
    if (answer === null || answer.length > maxEach || jsonBytes + answer.length > maxTotal) return call;
    jsonBytes += answer.length;
    try {
      return { ...call, json: JSON.parse(answer.toString('utf8')) as unknown };
    } catch {
      return call;
    }
  }

  const recordRequest = (request: Request) => {
    const isCall = request.resourceType() === 'xhr' || request.resourceType() === 'fetch';
    // A call without any data is omitted.
    if (isCall && calls.length < maxCalls) calls.push(describeCall(request).catch(() => null));
  };
  page.on('requestfinished', recordRequest);
  page.on('requestfailed', recordRequest);
  return { calls: async () => (await Promise.all(calls)).filter((call) => call !== null) };
}
