import { createWebQuery } from '../../domain/resources/search.ts';
import type { SearchProvider, SearchReply } from './search-provider.ts';

/** Query for which every web index has results. */
const query = createWebQuery('weather');

/** Describes a reply to the probe in one line; null for an error that may need a diagnosis. */
function describeReply(reply: SearchReply, ms: number): { works: boolean; detail: string } | null {
  if (reply.kind === 'fault') return null;
  const failed = reply.failedEngines.map(({ engine, reason }) => `${engine} (${reason})`).join(', ');
  const detail = `${reply.results.length} results in ${(ms / 1_000).toFixed(1)} s`;
  return { works: true, detail: failed === '' ? detail : `${detail}; failed engines: ${failed}` };
}

/** Sends a small test query to a provider, and a diagnostic request if the error may have a more specific cause. */
export async function probeProvider(
  name: string,
  search: SearchProvider['search'],
  diagnose: (signal: AbortSignal) => Promise<string | null>,
  signal: AbortSignal,
): Promise<{ works: boolean; detail: string }> {
  const startedAt = performance.now();
  const reply = await search(
    { query, page: 1, wanted: 3, withOperators: false, accountId: '', now: new Date() },
    signal,
  );
  const description = describeReply(reply, performance.now() - startedAt);
  if (description !== null) return { ...description, detail: `${name}: ${description.detail}` };
  const error = reply as Extract<SearchReply, { kind: 'fault' }>;
  const diagnosis = error.code === 'set_up' || error.code === 'rate_limited' ? await diagnose(signal) : null;
  return { works: false, detail: diagnosis ?? error.message };
}
