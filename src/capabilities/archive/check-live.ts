import type { FetchedResource, ResourceRequest } from '../../fetching/fetch-resource.ts';
import type { PastAddress } from './archive-answer.ts';
import { type ArchiveSession, leftMs } from './archive-session.ts';

type Live = NonNullable<PastAddress['live']>;

/** Addresses looked at together; how many of one site at once is politeness's. */
const atOnce = 12;
const withinMs = 15_000;
/** Enough to see that something comes. */
const mostBytes = 512 * 1024;
const gone: ReadonlySet<string> = new Set(['dns', 'http_404', 'http_410']);
const blocked: ReadonlySet<string> = new Set([
  'refused',
  'rate_limited',
  'challenge',
  'captcha',
  'geo',
  'login_required',
  'robots',
]);

function isSamePlace(one: string, other: string): boolean {
  const plain = (address: string) => address.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');
  return plain(one) === plain(other);
}

function liveOf(asked: string, fetched: FetchedResource): Live {
  if (fetched.response === null) {
    const status_code = fetched.attempt?.status_code ?? null;
    if (fetched.code === 'too_large') return { state: 'live', status_code };
    const state = gone.has(fetched.code) ? 'gone' : blocked.has(fetched.code) ? 'blocked' : 'error';
    return { state, status_code, reason: fetched.message };
  }
  const { statusCode: status_code, finalUrl } = fetched.response;
  if (status_code === 404 || status_code === 410) return { state: 'gone', status_code };
  if (status_code === 401 || status_code === 403 || status_code === 429 || status_code === 451)
    return { state: 'blocked', status_code };
  if (status_code >= 400) return { state: 'error', status_code };
  return isSamePlace(asked, finalUrl)
    ? { state: 'live', status_code }
    : { state: 'redirected', status_code, target: finalUrl };
}

/** Servers that do not like to be asked for heads alone say so in many ways; then the page itself is asked for. */
function isInconclusive(fetched: FetchedResource): boolean {
  if (fetched.response === null) return fetched.code === 'reset' || fetched.code === 'timeout';
  return fetched.response.statusCode >= 400;
}

async function look(session: ArchiveSession, address: string): Promise<Live> {
  const url = URL.parse(address);
  if (url === null) return { state: 'error', status_code: null, reason: 'this is no address' };
  const { signal } = session.context;
  const request: ResourceRequest = {
    url,
    wish: { country: null, strictCountry: false, network: 'service' },
    maxBytes: mostBytes,
    timeoutMs: Math.min(withinMs, leftMs(session)),
    crawlDelayMs: null,
  };
  const head = await session.ports.fetchResource({ ...request, method: 'HEAD' }, signal);
  return liveOf(address, isInconclusive(head) ? await session.ports.fetchResource(request, signal) : head);
}

/** Looks at the first `count` addresses on the live site; false when the time was up before. */
export async function checkLive(
  session: ArchiveSession,
  addresses: PastAddress[],
  count: number,
): Promise<boolean> {
  const wanted = addresses.slice(0, count);
  let next = 0;
  let isWhole = true;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let at = next++; at < wanted.length; at = next++) {
        if (leftMs(session) < 1_000) {
          isWhole = false;
          return;
        }
        const address = wanted[at] as PastAddress;
        address.live = await look(session, address.url);
      }
    }),
  );
  return isWhole;
}
