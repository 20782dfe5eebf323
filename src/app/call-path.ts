import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { accountView } from '../account/accounts.ts';
import { findRequest, listRequests } from '../account/history.ts';
import { findPrincipal } from '../account/keys.ts';
import { createReservations } from '../account/reservations.ts';
import { createSettlement } from '../account/settlement.ts';
import { accountOperation } from '../capabilities/account/account.ts';
import { getRequestOperation, listRequestsOperation } from '../capabilities/account/requests.ts';
import { catalogOperation } from '../capabilities/catalog/catalog.ts';
import { healthOperation } from '../capabilities/catalog/health.ts';
import { mapOperation } from '../capabilities/map/map.ts';
import { readOperation } from '../capabilities/read/read.ts';
import { scrapeOperation } from '../capabilities/scrape/scrape.ts';
import { createResourceFetcher } from '../fetching/fetch-resource.ts';
import { createPageFetcher } from '../fetching/page-fetcher.ts';
import { createPoliteRequest } from '../fetching/polite-request.ts';
import { createRobotsGate } from '../fetching/robots-gate.ts';
import { createSlots } from '../fetching/slots.ts';
import { userAgent } from '../fetching/user-agent.ts';
import { createCallPath } from '../operations/call.ts';
import { createRegistry, type Registry } from '../operations/registry.ts';
import { createContentThreads } from '../runtime/content-threads.ts';
import { findContent } from '../store/contents.ts';
import { createExits } from '../web/exits.ts';
import { createGuard } from '../web/guard.ts';
import { createHttpClient } from '../web/http-client.ts';
import { checksOf } from './checks.ts';
import type { Footing } from './footing.ts';
import { composeJobOperations, listenForJobs } from './jobs.ts';
import { composePoliteness } from './site-manners.ts';
import { toFailure } from './to-failure.ts';
import { version } from './version.ts';
import { webhookOperations } from './webhooks.ts';

/** Pages fetched at once by this process; the rest wait their turn. */
const pagesAtOnce = 64;
/** Sitemaps held in memory at once, each of up to 50 MB. */
const filesAtOnce = 8;
const contentWithinMs = 20_000;
const contentHeapMb = 512;

/** Composes every operation over the footing; what must be closed is left on the stack. */
export function composeCallPath(footing: Footing, stack: AsyncDisposableStack, ownPort: () => number) {
  const { settings, clock, log, database, blobs, disk, signer } = footing;
  const threads = createContentThreads({
    module: new URL(`../page/content-thread${extname(import.meta.url)}`, import.meta.url),
    threads: availableParallelism(),
    timeoutMs: contentWithinMs,
    maxOldGenerationMb: contentHeapMb,
    log,
  });
  stack.defer(() => threads.close());
  const guard = createGuard({
    allowNetworks: settings.allowNetworks,
    ownAddresses: () => [{ address: settings.host, port: ownPort() }],
  });
  const http = createHttpClient({ guard, userAgent: userAgent(version, settings.contact) });
  stack.defer(() => http.close());
  const reservations = createReservations({ database, clock });
  stack.defer(() => reservations.close());
  const settlement = createSettlement({ database, blobs, clock, log });
  stack.defer(() => settlement.close());

  const request = createPoliteRequest(http, composePoliteness(footing, guard, stack), clock);
  const exits = createExits();
  const robots = createRobotsGate(http, clock);
  const fetching = { guard, request, exits, robots, threads, clock, keepPagesMs: settings.keep.pages };
  const fetchPage = createPageFetcher({ ...fetching, slots: createSlots(pagesAtOnce) });
  const signals = listenForJobs(footing, stack);
  const registry: Registry = createRegistry([
    scrapeOperation({ fetchPage, reservations, signer, clock }),
    mapOperation({
      fetchPage,
      fetchResource: createResourceFetcher({ guard, request, exits, slots: createSlots(filesAtOnce) }),
      robots,
      reservations,
      signer,
      clock,
    }),
    readOperation({
      findContent: (accountId, ref, now) => findContent({ database, blobs }, accountId, ref, now),
      rankPassages: (job, signal) => threads.rank(job, signal),
      clock,
    }),
    ...composeJobOperations(footing, signals),
    ...webhookOperations(footing),
    accountOperation({ findAccount: (id) => accountView(database, id, settings.limits, clock.now()) }),
    listRequestsOperation({ listRequests: (id, filter) => listRequests(database, id, filter) }),
    getRequestOperation({ findRequest: (id, requestId) => findRequest(database, id, requestId) }),
    catalogOperation({
      registry: () => registry,
      networks: () => [{ network: 'service', countries: [], verified: false }],
      receiptKey: signer.key.publicJwk,
    }),
    healthOperation(version, checksOf(footing)),
  ]);
  const callPath = createCallPath({
    findPrincipal: (token) => findPrincipal(database, token, clock.now()),
    settlement,
    storageLow: () => disk.low(),
    toFailure,
    clock,
    log,
  });
  return { registry, callPath, fetching, signals };
}
