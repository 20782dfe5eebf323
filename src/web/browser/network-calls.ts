import type { Page, Request } from 'playwright-core';
import type { NetworkCall } from '../../domain/page.ts';

/** Collects the calls that a page's scripts make. */
export interface NetworkRecord {
  /** The calls so far, in the order they were made. */
  calls(): Promise<NetworkCall[]>;
}

const mostCalls = 300;
const mostJsonBytes = 256 * 1024;
const mostJsonInAll = 4 * 1024 * 1024;

/** Begins to record calls of `fetch` and `XMLHttpRequest`. */
export function recordNetwork(page: Page): NetworkRecord {
  const calls: Promise<NetworkCall | null>[] = [];
  let jsonBytes = 0;

  async function described(request: Request): Promise<NetworkCall | null> {
    const response = await request.response().catch(() => null);
    const type = response?.headers()['content-type'] ?? null;
    const sizes = response === null ? null : await request.sizes().catch(() => null);
    const call: NetworkCall = {
      url: request.url(),
      method: request.method(),
      status: response?.status() ?? null,
      content_type: type,
      bytes: Math.max(0, sizes?.responseBodySize ?? 0),
      ms: Math.max(0, Math.round(request.timing().responseEnd)),
    };
    if (response === null || type === null || !/[/+]json\b/i.test(type)) return call;
    const body = await response.body().catch(() => null);
    if (body === null || body.length > mostJsonBytes || jsonBytes + body.length > mostJsonInAll) return call;
    jsonBytes += body.length;
    try {
      return { ...call, json: JSON.parse(body.toString('utf8')) as unknown };
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
