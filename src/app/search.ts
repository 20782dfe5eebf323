import type { FindPorts } from '../capabilities/search/find-results.ts';
import { rememberPages } from '../capabilities/search/remember-pages.ts';
import { createSearchCache, type SearchCache } from '../capabilities/search/search-cache.ts';
import type { FetchPage } from '../fetching/page-fetcher.ts';
import type { Check } from '../operations/check.ts';
import { openProviders } from '../sources/search/open-providers.ts';
import { createPageIndex, type PageIndex } from '../sources/search/page-index.ts';
import { createProviderTurns } from '../sources/search/provider-turns.ts';
import type { SearchProvider } from '../sources/search/search-provider.ts';
import type { Footing } from './footing.ts';

/** What this process searches with. */
export interface Search extends FindPorts {
  index: PageIndex;
  answers: SearchCache;
}

const searches = new WeakMap<Footing, Search>();

/** The search of this process; contacts nobody before it is asked. */
export function searchOf(footing: Footing): Search {
  const known = searches.get(footing);
  if (known !== undefined) return known;
  const { settings, database, clock, log } = footing;
  const index = createPageIndex({ database, log });
  const providers = openProviders(settings.search, { database, index, clock });
  const search: Search = {
    index,
    providers,
    turns: createProviderTurns(database, clock, log),
    answers: createSearchCache(
      database,
      providers.map(({ id }) => id),
    ),
    clock,
  };
  searches.set(footing, search);
  return search;
}

/** The search of this process, closed with the stack. */
export function composeSearch(footing: Footing, stack: AsyncDisposableStack): Search {
  const search = searchOf(footing);
  for (const provider of search.providers) stack.defer(() => provider.close());
  stack.defer(() => search.index.close());
  return search;
}

/** The fetcher, whose pages are kept to be searched where the operator named `local` among the providers. */
export function keepForSearch(fetchPage: FetchPage, footing: Footing): FetchPage {
  const isWanted = footing.settings.search.some(({ name }) => name === 'local');
  return isWanted ? rememberPages(fetchPage, searchOf(footing).index) : fetchPage;
}

function stateOf(failing: number, all: number): Check['status'] {
  if (failing === 0) return 'ok';
  return failing < all ? 'degraded' : 'unavailable';
}

/** Search as health shows it: who failed lately. Whoever looks at health must not cost a query. */
export async function searchCheck(footing: Footing): Promise<Check> {
  const { providers, turns } = searchOf(footing);
  if (providers.length === 0) return { status: 'not_configured' };
  const troubled = await turns.troubled().catch(() => null);
  if (troubled === null) return { status: 'unavailable', detail: 'the database does not answer' };
  const failing = providers.filter(({ id }) => troubled.has(id));
  const faults = failing.map(({ name, id }) => troubled.get(id)?.reason ?? name);
  const names = providers.map(({ name }) => name).join(', ');
  return {
    status: stateOf(failing.length, providers.length),
    detail: faults.length === 0 ? names : `${names}; ${faults.join('; ')}`,
  };
}

const probeWithinMs = 30_000;

async function probe(provider: SearchProvider): Promise<{ works: boolean; detail: string }> {
  try {
    return await provider.probe(AbortSignal.timeout(probeWithinMs));
  } catch {
    return { works: false, detail: `${provider.name} could not be tried` };
  }
}

/** Search as doctor shows it: every provider is asked for real. */
export async function searchTrial(footing: Footing): Promise<Check> {
  const { providers } = searchOf(footing);
  if (providers.length === 0) return { status: 'not_configured' };
  const trials = await Promise.all(providers.map(probe));
  const failing = trials.filter(({ works }) => !works).length;
  return {
    status: stateOf(failing, providers.length),
    detail: trials.map(({ detail }) => detail).join('; '),
  };
}
