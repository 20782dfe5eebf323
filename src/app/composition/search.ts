import { createFetchWithIndexing } from '../../capabilities/search/fetch-with-indexing.ts';
import type { FindResultsPorts } from '../../capabilities/search/find-results.ts';
import { preparePages } from '../../capabilities/search/prepare-pages.ts';
import { createSearchCache, type SearchCache } from '../../capabilities/search/search-cache.ts';
import type { ContentThreads } from '../../domain/pages/content.ts';
import type { FetchPage } from '../../fetching/fetch-request.ts';
import { createPageIndex, type PageIndex } from '../../integrations/search/local/page-index.ts';
import { createProviderLimiter } from '../../integrations/search/provider-limiter.ts';
import { createProviders } from '../../integrations/search/providers/create-providers.ts';
import type { SearchProvider } from '../../integrations/search/search-provider.ts';
import type { Check } from '../../operations/check.ts';
import type { AppContext } from '../app-context.ts';

/** The search providers of this process, with their cache and the index of read pages. */
export interface Search extends FindResultsPorts {
  /** Null until pages are read. */
  index: PageIndex | null;
  answers: SearchCache;
}

const searches = new WeakMap<AppContext, Search>();

/** Returns the providers of the present settings; replaced ones are closed, and their running queries end. */
function followProviders(app: AppContext): Search['providers'] {
  const { settings, database, clock, log } = app;
  const flushIndex = async () => searches.get(app)?.index?.flush();
  const create = () => createProviders(settings.search, { database, flushIndex, clock });
  let used = settings.search;
  let providers = create();
  return () => {
    if (settings.search === used) return providers;
    const replaced = providers;
    used = settings.search;
    providers = create();
    for (const provider of replaced)
      provider.close().catch((error: unknown) => log.warn({ error }, 'a replaced provider was not closed'));
    return providers;
  };
}

/** Returns the search of this process. It contacts no provider before the first query. */
function searchOf(app: AppContext): Search {
  const known = searches.get(app);
  if (known !== undefined) return known;
  const { database, clock, log } = app;
  const providers = followProviders(app);
  const search: Search = {
    index: null,
    providers,
    turns: createProviderLimiter(database, clock, log),
    answers: createSearchCache(database, () => providers().map(({ id }) => id)),
    clock,
  };
  searches.set(app, search);
  return search;
}

/** Returns the search of this process; the stack closes it. */
export function composeSearch(app: AppContext, stack: AsyncDisposableStack): Search {
  const search = searchOf(app);
  stack.defer(async () => void (await Promise.all(search.providers().map((provider) => provider.close()))));
  stack.defer(async () => search.index?.close());
  return search;
}

/** Adds the pages of the fetcher to the search index while the provider `local` is configured. */
export function indexForSearch(
  fetchPage: FetchPage,
  app: AppContext,
  threads: Pick<ContentThreads, 'run'>,
): FetchPage {
  const { settings, database, log } = app;
  const search = searchOf(app);
  const findIndex = (): PageIndex | null => {
    if (!settings.search.some(({ name }) => name === 'local')) return null;
    search.index ??= createPageIndex({
      database,
      log,
      prepare: (pages) => preparePages({ threads, log }, pages),
    });
    return search.index;
  };
  return createFetchWithIndexing({ fetchPage, findIndex });
}

function stateOf(failing: number, all: number): Check['status'] {
  if (failing === 0) return 'ok';
  return failing < all ? 'degraded' : 'unavailable';
}

/** Health check of search: lists providers that failed recently. Sends no query, since queries cost money. */
export async function searchCheck(app: AppContext): Promise<Check> {
  const { providers: present, turns } = searchOf(app);
  const providers = present();
  if (providers.length === 0) return { status: 'not_configured' };
  // Without the database, the check is `unavailable`.
  const troubled = await turns.findFailing().catch(() => null);
  if (troubled === null) return { status: 'unavailable', detail: 'the database does not answer' };
  const failing = providers.filter(({ id }) => troubled.has(id));
  const faults = failing.map(({ name, id }) => troubled.get(id)?.reason ?? name);
  const names = providers.map(({ name }) => name).join(', ');
  if (failing.length > 0)
    return {
      status: stateOf(failing.length, providers.length),
      detail: `${names}; ${faults.join('; ')}`,
    };
  const answered = providers.flatMap(({ id }) => turns.lastSuccessAt(id) ?? []);
  const oldest = answered.toSorted((one, other) => one.getTime() - other.getTime())[0]?.toISOString();
  if (answered.length === providers.length) return { status: 'ok', detail: names, tested_at: oldest };
  const untested = providers.filter(({ id }) => turns.lastSuccessAt(id) === null).map(({ name }) => name);
  const detail = `${names}; not used yet: ${untested.join(', ')}; the command "doctor" tests them`;
  return { status: 'not_tested', detail, tested_at: oldest };
}

const probeTimeoutMs = 30_000;

async function probe(provider: SearchProvider): Promise<{ works: boolean; detail: string }> {
  try {
    return await provider.probe(AbortSignal.timeout(probeTimeoutMs));
  } catch {
    // Only a timeout rejects.
    return { works: false, detail: `${provider.name} did not answer in 30 seconds` };
  }
}

/** Doctor check of search: sends a query to every provider. */
export async function searchDoctorCheck(app: AppContext): Promise<Check> {
  const { providers: present, turns } = searchOf(app);
  const providers = present();
  if (providers.length === 0) return { status: 'not_configured' };
  const trials = await Promise.all(providers.map(probe));
  for (const [at, { works }] of trials.entries()) {
    const id = providers[at]?.id;
    // Without the database, the check of the database states the reason.
    if (works && id !== undefined) await turns.recordSuccess(id).catch(() => {});
  }
  const failing = trials.filter(({ works }) => !works).length;
  return {
    status: stateOf(failing, providers.length),
    detail: trials.map(({ detail }) => detail).join('; '),
    tested_at: app.clock.now().toISOString(),
  };
}
