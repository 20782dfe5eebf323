import { publishedKeys } from '../account/instance.ts';
import type { Reservations } from '../account/reservations.ts';
import { archiveOperation } from '../capabilities/archive/archive.ts';
import { blobOperation } from '../capabilities/blob/blob.ts';
import { catalogOperation } from '../capabilities/catalog/catalog.ts';
import { healthOperation } from '../capabilities/catalog/health.ts';
import { compareOperation } from '../capabilities/compare/compare.ts';
import { extractOperation } from '../capabilities/extract/extract.ts';
import { forgetLayout, listLayouts } from '../capabilities/extract/layout-memory.ts';
import { layoutOperations } from '../capabilities/extract/layouts.ts';
import type { ValueFinderPorts } from '../capabilities/extract/value-finder.ts';
import { ipOperation } from '../capabilities/ip/ip.ts';
import { mapOperation } from '../capabilities/map/map.ts';
import { readOperation } from '../capabilities/read/read.ts';
import { scrapeOperation } from '../capabilities/scrape/scrape.ts';
import { searchOperation } from '../capabilities/search/search.ts';
import type { LoginVault } from '../capabilities/sessions/login-vault.ts';
import { loginOperations } from '../capabilities/sessions/logins.ts';
import type { SessionPorts } from '../capabilities/sessions/session-ports.ts';
import { sessionOperations } from '../capabilities/sessions/sessions.ts';
import type { ModelClient } from '../domain/model.ts';
import type { FetchResource } from '../fetching/fetch-resource.ts';
import type { PageCache } from '../fetching/page-cache.ts';
import type { FetchPage } from '../fetching/page-fetcher.ts';
import type { RobotsGate } from '../fetching/robots-gate.ts';
import type { JobSignals } from '../jobs/job-signals.ts';
import { createRegistry, type Registry } from '../operations/registry.ts';
import type { createContentThreads } from '../runtime/content-threads.ts';
import type { Archives } from '../sources/archives/archives.ts';
import type { Rates } from '../sources/rates/rates.ts';
import { findBlob } from '../store/blobs/stored-blobs.ts';
import { createContentCache } from '../store/content-cache.ts';
import { findContent } from '../store/contents.ts';
import type { Exits } from '../web/exits/exits.ts';
import { accountOperations } from './accounts.ts';
import { checksOf } from './checks.ts';
import { composeDatasets } from './datasets.ts';
import type { Footing } from './footing.ts';
import { composeJobOperations } from './jobs.ts';
import { listingOperations } from './listings.ts';
import { composeMonitorOperations } from './monitors.ts';
import type { Search } from './search.ts';
import { version } from './version.ts';
import { webhookOperations } from './webhooks.ts';
import { composeWorkflows } from './workflows.ts';

/** What the operations do their work with. */
export interface OperationParts {
  footing: Footing;
  fetchPage: FetchPage;
  cache: PageCache;
  fetchResource: FetchResource;
  exits: Exits;
  robots: RobotsGate;
  reservations: Reservations;
  threads: ReturnType<typeof createContentThreads>;
  signals: JobSignals;
  values: ValueFinderPorts;
  model: ModelClient | null;
  search: Search;
  archives: Archives;
  rates: Rates;
  sessions: SessionPorts;
  logins: LoginVault;
}

/** Every operation of the service over these parts, in the order of the reference. */
export function composeOperations(parts: OperationParts): Registry {
  const {
    footing,
    fetchPage,
    cache,
    fetchResource,
    exits,
    robots,
    reservations,
    threads,
    signals,
    values,
    search,
  } = parts;
  const { clock, database, blobs, signer, settings } = footing;
  const places = { database, blobs, cache: createContentCache() };
  const registry: Registry = createRegistry([
    scrapeOperation({
      cache,
      networks: exits.networks,
      checkLogin: (accountId, loginId, url) => parts.logins.check(accountId, loginId, url),
      reservations,
      signer,
      clock,
    }),
    searchOperation({
      providers: search.providers,
      turns: search.turns,
      answers: search.answers,
      pages: cache,
      reservations,
      signer,
      clock,
    }),
    extractOperation({
      networks: exits.networks,
      fetchPage,
      reservations,
      signer,
      clock,
      ...values,
    }),
    ...layoutOperations({
      listLayouts: (accountId, filter) => listLayouts(database, accountId, filter),
      forgetLayout: (accountId, layoutId) => forgetLayout(database, accountId, layoutId),
    }),
    mapOperation({
      fetchPage,
      fetchResource,
      robots,
      reservations,
      signer,
      clock,
    }),
    ...listingOperations({ footing, fetchPage, threads, reservations, exits, model: parts.model }),
    compareOperation({
      fetchPage,
      rates: parts.rates,
      layouts: values.layouts,
      reservations,
      signer,
      clock,
      networks: exits.networks,
    }),
    archiveOperation({
      archives: parts.archives.all,
      threads,
      fetchPage,
      fetchResource,
      reservations,
      signer,
      clock,
      keepPagesMs: settings.keep.pages,
    }),
    readOperation({
      findContent: (accountId, ref, now) => findContent(places, accountId, ref, now),
      rankPassages: (job, signal) => threads.rank(job, signal),
      clock,
    }),
    blobOperation({
      findBlob: (blobId, now) => findBlob(database, blobId, now),
      openContent: (digest) => blobs.open(digest),
      clock,
    }),
    ...composeDatasets(footing),
    ...composeMonitorOperations(footing),
    ...sessionOperations(parts.sessions),
    ...loginOperations({ logins: parts.logins }),
    ...composeWorkflows(footing, parts.logins),
    ...composeJobOperations(footing, signals),
    ...webhookOperations(footing),
    ...accountOperations(footing),
    catalogOperation({
      registry: () => registry,
      networks: () => exits.networkStates(),
      receiptKey: signer.key.publicJwk,
      publishedKeys: () => publishedKeys(database),
    }),
    ipOperation(),
    healthOperation(version, () => checksOf(footing, exits)),
  ]);
  return registry;
}

/** Stands for a part that nobody may use: whatever is taken from it is the same again. */
export const absent: unknown = new Proxy(() => {}, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => Number.NaN : absent),
  apply() {
    throw new Error('these operations are declared, not composed');
  },
});

/** The operations to look at, without anything that could do their work: for help, documents and calls to a service. */
export function declareOperations(): Registry {
  return composeOperations(absent as OperationParts);
}
