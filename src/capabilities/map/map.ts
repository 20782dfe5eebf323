import type { PageStatus, Warning } from '../../domain/pages/outcome.ts';
import { type Charge, itemPrices } from '../../domain/resources/rate-card.ts';
import { parseAbsoluteUrl } from '../../domain/values/absolute-url.ts';
import { createUrlDigests, type UrlDigests } from '../../domain/values/url-digests.ts';
import { type ChargedWork, type ChargePorts, runCharged } from '../../fetching/charged-work.ts';
import { newFetchProgress } from '../../fetching/fetch-progress.ts';
import type { FetchPage } from '../../fetching/fetch-request.ts';
import { createUnfetchedPage, type FetchedPage, type Observation } from '../../fetching/fetched-page.ts';
import { agentTimeoutMs, remainingWorkMs } from '../../operations/declaration/continuation.ts';
import {
  defineOperation,
  type Operation,
  type OperationContext,
  type Outcome,
} from '../../operations/declaration/operation.ts';
import { createHashRoutes } from '../../site/links/hash-routes.ts';
import { createScope } from '../../site/links/scope.ts';
import { type FindLinksPorts, findLinks, type SiteLinks } from './find-links.ts';
import { type FoundRoutes, findRoutes } from './find-routes.ts';
import {
  createStartPageCommand,
  type MapCommand,
  type MapRest,
  mapBody,
  mapQuery,
  toMapCommand,
} from './map-request.ts';
import { type MapResponse, mapResponseSchema } from './map-response.ts';
import { mapView } from './map-view.ts';

/** Dependencies of the map operation. */
export interface MapPorts extends FindLinksPorts, ChargePorts {
  fetchPage: FetchPage;
  /** Throws Failure `invalid` unless the account has the login and it belongs to the site. */
  checkLogin(accountId: string, loginId: string, url: URL | null): Promise<void>;
}

const noCreditsMessage =
  'The account has no credits left for a map, which costs 1 credit. Add credits and try again.';

/** Code of a warning that does not matter here, because only the links of the start page are needed. */
const emptyPageCode = 'empty_page';

const noRoutes: FoundRoutes = { routes: createHashRoutes(), shown: [], urls: [], warnings: [] };

const noLinks: SiteLinks = {
  links: [],
  totalFound: 0,
  gaps: [],
  hasSitemap: false,
  left: [],
  requestedFiles: 0,
  llmsTexts: [],
  attempts: [],
};

/** Part of the remaining time in which the routes of an application are shown. */
const maxRoutesShare = 0.6;

/** What a call has found. */
interface FoundSite {
  start: FetchedPage;
  siteLinks: SiteLinks;
  listed: UrlDigests;
  found: FoundRoutes;
}

/** Codes of the warnings about what `continue` does. */
const continuedCodes: ReadonlySet<string> = new Set(['out_of_time', 'sitemaps_left']);

/** Returns what the next call has to do; null if nothing is left, or no site was read. */
function createRest(
  command: MapCommand,
  start: FetchedPage,
  { links, left, gaps, hasSitemap, requestedFiles }: SiteLinks,
  listed: UrlDigests,
  { routes }: FoundRoutes,
): MapRest | null {
  const site = start.page.final_url;
  const isListed = links.length <= command.limit;
  if (site === null || (isListed && left?.length === 0)) return null;
  for (const { url } of links.slice(0, command.limit)) listed.add(routes.identityOf(url));
  return {
    site,
    // URLs beyond `limit` are not stored: the next call reads the site again, without those that were listed.
    files: isListed ? (left === null ? null : [...left]) : null,
    listed: listed.serialize(),
    hasSitemap,
    requestedFiles,
    applications: routes.state(),
    gaps: gaps.filter(({ code }) => !continuedCodes.has(code)),
  };
}

/** Returns the status of the map; a failed start page does not matter if sitemaps were read. */
function mapStatus(start: FetchedPage, siteLinks: SiteLinks): PageStatus {
  return siteLinks.totalFound > 0 ? 'ok' : start.page.status;
}

function createWarnings(
  command: MapCommand,
  start: FetchedPage,
  siteLinks: SiteLinks,
  status: PageStatus,
  found: FoundRoutes,
): Warning[] {
  const startWarnings = start.page.warnings.filter(({ code }) => code !== emptyPageCode);
  const warnings = [...startWarnings, ...found.warnings, ...(command.rest?.gaps ?? []), ...siteLinks.gaps];
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
    const message = `${siteLinks.links.length} URLs were found and ${command.limit} are returned. Increase \`limit\`, or read on with \`continue\`.`;
    warnings.push({ code: 'limit_reached', message });
  }
  return warnings;
}

/**
 * Returns the charges of a map: the price of its start page if that came through a more expensive network, and the pages of an
 * application that a browser has shown.
 */
function mapCharges({ charges, credits }: Observation, { shown }: FoundRoutes): Charge[] {
  const ofStart: Charge[] =
    credits > itemPrices.map ? [...charges] : [{ item: 'map', credits: itemPrices.map }];
  return [...ofStart, ...shown.flatMap(({ observation }) => observation.charges)];
}

function createObservation(
  command: MapCommand,
  start: FetchedPage,
  siteLinks: SiteLinks,
  status: PageStatus,
  ms: number,
  found: FoundRoutes,
): Observation {
  // The first call was charged; it is continued for free.
  const isCharged = status === 'ok' && command.rest === null;
  const charges = isCharged ? mapCharges(start.observation, found) : [];
  const ofRoutes = found.shown.flatMap(({ observation }) => observation.attempts);
  const attempts = [...start.observation.attempts, ...ofRoutes, ...siteLinks.attempts];
  return {
    ...start.observation,
    status,
    route: status === 'ok' && start.observation.route === 'none' ? 'http' : start.observation.route,
    credits: charges.reduce((sum, charge) => sum + charge.credits, 0),
    charges,
    attempts,
    ms,
    bytes: attempts.reduce((sum, attempt) => sum + attempt.bytes, 0),
  };
}

/** Lists the URLs of a site. */
export function mapOperation(ports: MapPorts): Operation {
  const { clock } = ports;

  async function findSiteLinks(
    command: MapCommand,
    { request }: ChargedWork,
    context: OperationContext,
  ): Promise<FoundSite> {
    const listed = createUrlDigests(command.rest?.listed);
    const remaining = () => remainingWorkMs(context, clock);
    const pageCommand = createStartPageCommand(command, Math.max(1, remaining()));
    const start =
      command.rest === null || command.rest.files === null
        ? await ports.fetchPage(pageCommand, request)
        : createUnfetchedPage(
            newFetchProgress(pageCommand, request.accountId, clock.now()),
            command.rest.site,
            clock.now(),
          );
    const site = start.page.final_url;
    // Without any response there is no host to request sitemaps from.
    const isKnown = command.rest !== null && command.rest.files !== null;
    if (site === null || (start.page.status_code === null && !isKnown) || start.page.status === 'invalid')
      return { start, siteLinks: noLinks, listed, found: noRoutes };
    const found = await findRoutes(command, start, ports.fetchPage, request, remaining() * maxRoutesShare);
    const search = { signal: context.signal, maxMs: remaining(), listed, found };
    return { start, siteLinks: await findLinks(command, start, site, ports, search), listed, found };
  }

  async function toOutcome(
    command: MapCommand,
    { start, siteLinks, listed, found }: FoundSite,
    charged: ChargedWork,
    context: OperationContext,
  ): Promise<Outcome<MapResponse>> {
    const rest = createRest(command, start, siteLinks, listed, found);
    const token = rest === null ? null : await context.saveContinuation({ ...command, rest });
    const status = mapStatus(start, siteLinks);
    const ms = Math.max(0, clock.now().getTime() - context.startedAt.getTime());
    const error = status === 'ok' ? undefined : start.page.error;
    const gaps = [...(command.rest?.gaps ?? []), ...siteLinks.gaps];
    const isComplete = status === 'ok' && start.page.status === 'ok' && gaps.length === 0;
    const result = {
      status,
      ...(error !== undefined && { error }),
      url: command.url,
      links: siteLinks.links.slice(0, command.limit),
      total: siteLinks.links.length,
      complete: isComplete && siteLinks.links.length <= command.limit,
      ...(siteLinks.llmsTexts.length > 0 && { llms_txt: siteLinks.llmsTexts }),
      ...(token !== null && { continue: token }),
      warnings: createWarnings(command, start, siteLinks, status, found),
    };
    return charged.deliver(result, {
      facts: createObservation(command, start, siteLinks, status, ms, found),
      chargedPages: null,
      url: command.url,
      error: error ?? null,
    });
  }

  async function run(command: MapCommand, context: OperationContext): Promise<Outcome<MapResponse>> {
    // The call that is continued paid the price.
    const isPaid = command.rest !== null;
    const { login = null, url } = command;
    if (login !== null) await ports.checkLogin(context.principal.accountId, login, parseAbsoluteUrl(url));
    const price = isPaid ? { credits: 0, paid: itemPrices.map } : { credits: itemPrices.map };
    return runCharged(ports, context, { ...price, note: 'map' }, async (charged) => {
      if (!isPaid) charged.require(itemPrices.map, noCreditsMessage);
      return toOutcome(command, await findSiteLinks(command, charged, context), charged, context);
    });
  }

  return defineOperation({
    name: 'map',
    title: 'List the URLs of a site',
    description:
      'Lists the URLs of a site from its sitemaps and feeds, robots.txt, `llms.txt` and the links of the start page, without fetching other pages. `search` returns only URLs that match its words, best first. `complete` is true only if all sitemaps of the site were read completely and all URLs are listed; otherwise `warnings` states the reason, and `continue` lists the rest.',
    price:
      '1 credit, 5 if only a residential exit reaches the `country`, and 1 for each of two views of an application with routes such as `#/docs`; free if the site could not be loaded, and for continuing',
    method: 'POST',
    path: '/v1/map',
    scope: 'write',
    writesToDisk: false,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    agent: { defaults: { timeout_ms: agentTimeoutMs } },
    continues: true,
    limitsTime: true,
    errors: ['insufficient_credits'],
    input: { query: mapQuery, body: mapBody },
    toCommand: ({ body, query }) => toMapCommand(body, query),
    output: mapResponseSchema,
    view: mapView,
    example: { body: { url: 'https://example.com/', search: 'pricing' } },
    run,
  });
}
