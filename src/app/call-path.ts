import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { claimKey, keepAnswer, releaseKey } from '../account/idempotency.ts';
import { findPrincipal } from '../account/keys.ts';
import { createReservations } from '../account/reservations.ts';
import { createSettlement } from '../account/settlement.ts';
import { createSlots } from '../domain/slots.ts';
import { createResourceFetcher } from '../fetching/fetch-resource.ts';
import { createPageCache } from '../fetching/page-cache.ts';
import { createPageFetcher } from '../fetching/page-fetcher.ts';
import { createPoliteRequest } from '../fetching/polite-request.ts';
import { createRobotsGate } from '../fetching/robots-gate.ts';
import { userAgent } from '../fetching/user-agent.ts';
import { createCallPath } from '../operations/call.ts';
import { createLimiter } from '../operations/limits.ts';
import { createContentThreads } from '../runtime/content-threads.ts';
import { findContent } from '../store/contents.ts';
import { createGuard } from '../web/guard.ts';
import { createHttpClient } from '../web/http-client.ts';
import { browserPlaces } from '../web/proxy-listener.ts';
import { composeArchives } from './archives.ts';
import { composeBrowser } from './browser.ts';
import { composeExits } from './exits.ts';
import type { Footing } from './footing.ts';
import { composeBackground, listenForJobs } from './jobs.ts';
import { countPages, watchParts } from './metrics.ts';
import { composeModel } from './model.ts';
import { composeOperations } from './operations.ts';
import { composeRates } from './rates.ts';
import { composeSearch, keepForSearch } from './search.ts';
import { composeLogins, composeSessions } from './sessions.ts';
import { composePoliteness } from './site-manners.ts';
import { toFailure } from './to-failure.ts';
import { composeValueFinding, withValues } from './values.ts';
import { version } from './version.ts';

/** Pages fetched at once by this process; the rest wait their turn. */
const pagesAtOnce = 64;
/** Sitemaps held in memory at once, each of up to 50 MB. */
const filesAtOnce = 8;
const contentWithinMs = 20_000;
const contentHeapMb = 512;

/** Composes every operation over the footing; what must be closed is left on the stack. */
export function composeCallPath(footing: Footing, stack: AsyncDisposableStack, ownPort: () => number) {
  const { settings, clock, log, database, blobs, disk } = footing;
  const threads = createContentThreads({
    module: new URL(`./content-thread${extname(import.meta.url)}`, import.meta.url),
    // One core is left to the rest of the process and the database, whose work comes in between: a page is read while another
    // is handed over. Where pages queue up all the same, as in a big crawl, the other core has nothing better to do.
    threads: Math.max(1, availableParallelism() - 1),
    reserve: { threads: 1, afterMs: 60 },
    timeoutMs: contentWithinMs,
    maxOldGenerationMb: contentHeapMb,
    log,
  });
  stack.defer(() => threads.close());
  const guard = createGuard({
    allowNetworks: settings.allowNetworks,
    ownAddresses: () => [{ address: settings.host, port: ownPort() }, ...browserPlaces()],
  });
  const http = createHttpClient({ guard, userAgent: userAgent(version, settings.contact) });
  stack.defer(() => http.close());
  const reservations = createReservations({ database, clock });
  stack.defer(() => reservations.close());
  const settlement = createSettlement({ database, blobs, clock, log });
  stack.defer(() => settlement.close());

  const politeness = composePoliteness(footing, guard, stack);
  const request = createPoliteRequest(http, politeness, clock);
  const exits = composeExits(footing, stack);
  const robots = createRobotsGate(http, exits, clock);
  const fetching = {
    guard,
    request,
    exits,
    robots,
    threads,
    ...composeBrowser(footing, guard, politeness, stack),
    logins: composeLogins(footing),
    clock,
    keepPagesMs: settings.keep.pages,
  };
  const counted = countPages(createPageFetcher({ ...fetching, slots: createSlots(pagesAtOnce) }), footing);
  const search = composeSearch(footing, stack);
  const fetchPage = keepForSearch(counted, footing);
  watchParts(footing, threads, fetching.browsers);
  const cache = createPageCache({
    fetchPage: withValues(footing, fetchPage),
    database,
    clock,
    isAllowed: (url) => guard.judge(url).allowed,
    keepPagesMs: settings.keep.pages,
  });
  const signals = listenForJobs(footing, stack);
  const fetchResource = createResourceFetcher({ guard, request, exits, slots: createSlots(filesAtOnce) });
  const { control, logins } = fetching;
  const sessions = composeSessions(footing, { control, guard, exits, threads, reservations, logins }, stack);
  const model = composeModel(footing, stack);
  const registry = composeOperations({
    footing,
    fetchPage,
    cache,
    fetchResource,
    exits,
    robots,
    reservations,
    threads,
    signals,
    values: composeValueFinding(footing),
    model,
    search,
    archives: composeArchives(footing, stack),
    sessions: sessions.ports,
    logins: fetching.logins,
    rates: composeRates(footing, stack),
  });
  const callPath = createCallPath({
    findPrincipal: (token) => findPrincipal(database, token, clock.now()),
    settlement,
    limiter: createLimiter(settings.limits),
    idempotency: {
      claim: (request, now) => claimKey(database, request, now),
      release: (request) => releaseKey(database, request),
      keep: keepAnswer,
      readAnswer: async (accountId, ref) => {
        const found = await findContent({ database, blobs }, accountId, ref, clock.now());
        return found.kind === 'found' ? found.markdown : null;
      },
    },
    startInBackground: composeBackground(footing),
    storageLow: () => disk.low(),
    toFailure,
    metrics: footing.metrics,
    clock,
    log,
  });
  return { registry, callPath, fetching, signals, admitViewer: sessions.admit, warm: () => threads.warm() };
}
