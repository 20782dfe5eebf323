import { itemAt } from '../../../domain/values/elements.ts';
import type { FetchedResource, ResourceRequest } from '../../../fetching/fetch-resource.ts';
import type { ArchivedUrlView } from '../archive-response.ts';
import { type ArchiveSession, remainingMs } from '../archive-session.ts';

type Live = NonNullable<ArchivedUrlView['live']>;

/** Concurrent checks. Politeness limits the concurrent requests per site. */
const maxConcurrent = 12;
const checkTimeoutMs = 15_000;
/** Enough bytes to see that the site responds. */
const maxBodyBytes = 512 * 1024;
const goneCodes: ReadonlySet<string> = new Set(['dns', 'http_404', 'http_410']);
const blockedCodes: ReadonlySet<string> = new Set([
  'refused',
  'rate_limited',
  'challenge',
  'captcha',
  'geo',
  'login_required',
  'robots',
]);

function isSameUrl(one: string, other: string): boolean {
  const plain = (address: string) => address.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');
  return plain(one) === plain(other);
}

function liveStateOf(requestedUrl: string, fetched: FetchedResource): Live {
  if (fetched.response === null) {
    const status_code = fetched.attempt?.status_code ?? null;
    if (fetched.code === 'too_large') return { state: 'live', status_code };
    const state = goneCodes.has(fetched.code) ? 'gone' : blockedCodes.has(fetched.code) ? 'blocked' : 'error';
    return { state, status_code, reason: fetched.message };
  }
  const { statusCode: status_code, finalUrl } = fetched.response;
  if (status_code === 404 || status_code === 410) return { state: 'gone', status_code };
  if (status_code === 401 || status_code === 403 || status_code === 429 || status_code === 451)
    return { state: 'blocked', status_code };
  if (status_code >= 400) return { state: 'error', status_code };
  return isSameUrl(requestedUrl, finalUrl)
    ? { state: 'live', status_code }
    : { state: 'redirected', status_code, target: finalUrl };
}

/** Returns true for responses that can be caused by the HEAD method; the page is then requested with GET. */
function isInconclusive(fetched: FetchedResource): boolean {
  if (fetched.response === null) return fetched.code === 'reset' || fetched.code === 'timeout';
  return fetched.response.statusCode >= 400;
}

async function checkUrl(session: ArchiveSession, address: string): Promise<Live> {
  const url = URL.parse(address);
  if (url === null) return { state: 'error', status_code: null, reason: 'This is not a valid URL.' };
  const { signal } = session.context;
  const request: ResourceRequest = {
    url,
    exitOptions: { country: null, strictCountry: false, networks: ['service'] },
    maxBytes: maxBodyBytes,
    timeoutMs: Math.min(checkTimeoutMs, remainingMs(session)),
    crawlDelayMs: null,
  };
  const head = await session.ports.fetchResource({ ...request, method: 'HEAD' }, signal);
  return liveStateOf(
    address,
    isInconclusive(head) ? await session.ports.fetchResource(request, signal) : head,
  );
}

/** Checks the first `count` URLs on the live site. Returns false if the time ended before all were checked. */
export async function checkLive(
  session: ArchiveSession,
  addresses: ArchivedUrlView[],
  count: number,
): Promise<boolean> {
  const selected = addresses.slice(0, count);
  let next = 0;
  let isWhole = true;
  await Promise.all(
    Array.from({ length: maxConcurrent }, async () => {
      for (let at = next++; at < selected.length; at = next++) {
        if (remainingMs(session) < 1_000) {
          isWhole = false;
          return;
        }
        const address = itemAt(selected, at);
        address.live = await checkUrl(session, address.url);
      }
    }),
  );
  return isWhole;
}
