import type { SearchQuery } from '../../domain/search.ts';
import type { SearchProvider, SearchReply } from './search-provider.ts';

/** A query that every index of the web has an answer to. */
const query: SearchQuery = {
  query: 'weather',
  country: null,
  language: null,
  freshness: null,
  includeDomains: [],
  excludeDomains: [],
  category: 'web',
};

/** What a reply to the probe means, in a line; null where it is a fault that may be known better. */
function judge(reply: SearchReply, ms: number): { works: boolean; detail: string } | null {
  if (reply.kind === 'fault') return null;
  const failed = reply.failedEngines.map(({ engine, reason }) => `${engine} (${reason})`).join(', ');
  const detail = `${reply.results.length} results in ${(ms / 1_000).toFixed(1)} s`;
  return { works: true, detail: failed === '' ? detail : `${detail}; engines that failed: ${failed}` };
}

/** Asks a provider a small query for real; what went wrong is looked into once more where that can tell more. */
export async function probeProvider(
  name: string,
  search: SearchProvider['search'],
  diagnose: (signal: AbortSignal) => Promise<string | null>,
  signal: AbortSignal,
): Promise<{ works: boolean; detail: string }> {
  const started = performance.now();
  const reply = await search(
    { query, page: 1, wanted: 3, withOperators: false, accountId: '', now: new Date() },
    signal,
  );
  const judged = judge(reply, performance.now() - started);
  if (judged !== null) return { ...judged, detail: `${name}: ${judged.detail}` };
  const fault = reply as Extract<SearchReply, { kind: 'fault' }>;
  const better = fault.code === 'set_up' || fault.code === 'rate_limited' ? await diagnose(signal) : null;
  return { works: false, detail: better ?? fault.message };
}
