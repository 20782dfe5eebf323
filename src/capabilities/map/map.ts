import type { Reservations } from '../../account/credits/reservations.ts';
import type { PageStatus, Warning } from '../../domain/pages/outcome.ts';
import { type Charge, itemPrices } from '../../domain/resources/rate-card.ts';
import { addMs, type Clock } from '../../domain/system/clock.ts';
import { Failure } from '../../domain/system/failure.ts';
import type { FetchedPage, Observation } from '../../fetching/fetched-page.ts';
import type { FetchPage } from '../../fetching/page-fetcher.ts';
import { type Signer, signObservation } from '../../fetching/receipts.ts';
import { createBudget } from '../../fetching/route/budget.ts';
import {
  defineOperation,
  type Operation,
  type OperationContext,
  type Outcome,
} from '../../operations/declaration/operation.ts';
import { createScope } from '../../site/links/scope.ts';
import { type FindLinksPorts, findLinks, type SiteLinks } from './find-links.ts';
import { createStartPageCommand, type MapCommand, mapBody, toMapCommand } from './map-request.ts';
import { type MapResponse, mapResponseSchema } from './map-response.ts';
import { mapView } from './map-view.ts';

/** Dependencies of the map operation. */
export interface MapPorts extends FindLinksPorts {
  fetchPage: FetchPage;
  reservations: Reservations;
  signer: Signer;
  clock: Clock;
}

/**
 * Lifetime of a reservation; longer than any request, so that credits reserved by a killed process are released.
 */
const reservationMs = 3 * 60_000;

/** Code of a warning that does not matter here, because only the links of the start page are needed. */
const emptyPageCode = 'empty_page';

const noLinks: SiteLinks = { links: [], totalFound: 0, gaps: [], attempts: [] };

/** Returns the status of the map; a failed start page does not matter if sitemaps were read. */
function mapStatus(start: FetchedPage, siteLinks: SiteLinks): PageStatus {
  return siteLinks.totalFound > 0 ? 'ok' : start.page.status;
}

function createWarnings(
  command: MapCommand,
  start: FetchedPage,
  siteLinks: SiteLinks,
  status: PageStatus,
): Warning[] {
  const warnings = [...start.page.warnings.filter(({ code }) => code !== emptyPageCode), ...siteLinks.gaps];
  if (status === 'ok' && start.page.status !== 'ok') {
    const reason = start.page.error?.message ?? start.page.status;
    warnings.push({ code: 'start_page_not_read', message: `The start page could not be read: ${reason}` });
  }
  const { url: requestedUrl, final_url: finalUrl } = start.page;
  if (status === 'ok' && finalUrl !== null && !createScope(requestedUrl.trim(), true).covers(finalUrl)) {
    warnings.push({
      code: 'redirected',
      message: `The start page redirected to another site, ${finalUrl}. The URLs of that site are listed.`,
    });
  }
  if (siteLinks.links.length > command.limit) {
    const message = `${siteLinks.links.length} URLs were found and ${command.limit} are returned. Increase \`limit\` to get more.`;
    warnings.push({ code: 'limit_reached', message });
  }
  return warnings;
}

function createObservation(
  start: FetchedPage,
  siteLinks: SiteLinks,
  status: PageStatus,
  ms: number,
): Observation {
  const charges: Charge[] = status === 'ok' ? [{ item: 'map', credits: itemPrices.map }] : [];
  const attempts = [...start.observation.attempts, ...siteLinks.attempts];
  return {
    ...start.observation,
    status,
    route: status === 'ok' ? 'http' : start.observation.route,
    credits: charges.reduce((sum, charge) => sum + charge.credits, 0),
    charges,
    attempts,
    ms,
    bytes: attempts.reduce((sum, attempt) => sum + attempt.bytes, 0),
  };
}

/** Lists the URLs of a site. */
export function mapOperation(ports: MapPorts): Operation {
  const { clock, signer } = ports;

  async function findSiteLinks(
    command: MapCommand,
    context: OperationContext,
  ): Promise<[FetchedPage, SiteLinks]> {
    const fetchContext = {
      accountId: context.principal.accountId,
      budget: createBudget(itemPrices.map),
      signal: context.signal,
    };
    const start = await ports.fetchPage(createStartPageCommand(command), fetchContext);
    const site = start.page.final_url;
    // Without any response there is no host to request sitemaps from.
    if (site === null || start.page.status_code === null || start.page.status === 'invalid')
      return [start, noLinks];
    return [start, await findLinks(command, start, site, ports, context.signal)];
  }

  function toOutcome(
    command: MapCommand,
    [start, siteLinks]: [FetchedPage, SiteLinks],
    reservationId: string,
    context: OperationContext,
  ): Outcome<MapResponse> {
    const now = clock.now();
    const status = mapStatus(start, siteLinks);
    const ms = Math.max(0, now.getTime() - context.startedAt.getTime());
    const observation = createObservation(start, siteLinks, status, ms);
    const receipt = signObservation(observation, { requestId: context.requestId, at: now }, signer);
    const error = status === 'ok' ? undefined : start.page.error;
    const isComplete = status === 'ok' && start.page.status === 'ok' && siteLinks.gaps.length === 0;
    const response: MapResponse = {
      status,
      ...(error !== undefined && { error }),
      url: command.url,
      links: siteLinks.links.slice(0, command.limit),
      total: siteLinks.links.length,
      complete: isComplete && siteLinks.links.length <= command.limit,
      warnings: createWarnings(command, start, siteLinks, status),
      receipt,
    };
    return {
      answer: { kind: 'json', value: response },
      status,
      url: command.url,
      country: receipt.exit?.country ?? null,
      error: error ?? null,
      receipts: [receipt],
      charges: receipt.credits === 0 ? [] : [{ credits: receipt.credits, pages: null, note: 'map' }],
      reservationId,
      contents: [],
    };
  }

  async function run(command: MapCommand, context: OperationContext): Promise<Outcome<MapResponse>> {
    const reservation = await ports.reservations.reserve({
      accountId: context.principal.accountId,
      credits: itemPrices.map,
      requestId: context.requestId,
      expiresAt: addMs(clock.now(), reservationMs),
    });
    if (reservation === null)
      throw new Failure(
        'insufficient_credits',
        'The account has no credits left for a map, which costs 1 credit. Add credits and try again.',
      );
    try {
      return toOutcome(command, await findSiteLinks(command, context), reservation.reservationId, context);
    } catch (error) {
      await ports.reservations.release(reservation.reservationId);
      throw error;
    }
  }

  return defineOperation({
    name: 'map',
    title: 'List the URLs of a site',
    description:
      'Lists the URLs of a site from its sitemaps and feeds, robots.txt and the links of the start page, without fetching other pages. `search` returns only URLs that match its words, best first. `complete` is true only if all sitemaps of the site were read completely and all URLs are listed; otherwise `warnings` states the reason.',
    price: '1 credit; free if the site could not be loaded',
    method: 'POST',
    path: '/v1/map',
    scope: 'write',
    writesToDisk: false,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    agent: {},
    errors: ['insufficient_credits'],
    input: { body: mapBody },
    toCommand: ({ body }) => toMapCommand(body),
    output: mapResponseSchema,
    view: mapView,
    example: { body: { url: 'https://example.com/', search: 'pricing' } },
    run,
  });
}
