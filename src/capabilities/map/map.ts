import type { Reservations } from '../../account/reservations.ts';
import { addMs, type Clock } from '../../domain/clock.ts';
import { Failure } from '../../domain/failure.ts';
import type { PageStatus, Warning } from '../../domain/outcome.ts';
import { type Charge, itemPrices } from '../../domain/rate-card.ts';
import { createBudget } from '../../fetching/budget.ts';
import type { FetchedPage, Observation } from '../../fetching/fetched-page.ts';
import type { FetchPage } from '../../fetching/page-fetcher.ts';
import { type Signer, sealObservation } from '../../fetching/receipts.ts';
import {
  defineOperation,
  type Operation,
  type OperationContext,
  type Outcome,
} from '../../operations/operation.ts';
import { createScope } from '../../site/scope.ts';
import { type FindLinksPorts, type FoundSite, findLinks } from './find-links.ts';
import { type MapAnswer, mapAnswerSchema } from './map-answer.ts';
import { type MapCommand, mapBody, startPageCommand, toMapCommand } from './map-request.ts';

/** What mapping needs of the other rooms. */
export interface MapPorts extends FindLinksPorts {
  fetchPage: FetchPage;
  reservations: Reservations;
  signer: Signer;
  clock: Clock;
}

/** Longer than any request may take: what a killed process held in reserve is free again after this. */
const reservedForMs = 3 * 60_000;

/** What the start page says is not what was asked for. */
const emptyPage = 'empty_page';

const nothing: FoundSite = { links: [], foundInAll: 0, gaps: [], attempts: [] };

/** A start page that could not be read does not matter where the sitemaps could. */
function statusOf(start: FetchedPage, found: FoundSite): PageStatus {
  return found.foundInAll > 0 ? 'ok' : start.page.status;
}

function warningsOf(
  command: MapCommand,
  start: FetchedPage,
  found: FoundSite,
  status: PageStatus,
): Warning[] {
  const warnings = [...start.page.warnings.filter(({ code }) => code !== emptyPage), ...found.gaps];
  if (status === 'ok' && start.page.status !== 'ok') {
    const reason = start.page.error?.message ?? start.page.status;
    warnings.push({ code: 'start_page_not_read', message: `The start page could not be read: ${reason}` });
  }
  const { url: asked, final_url: reached } = start.page;
  if (status === 'ok' && reached !== null && !createScope(asked.trim(), true).covers(reached)) {
    warnings.push({
      code: 'redirected',
      message: `The start page led to another site, ${reached}, which is listed.`,
    });
  }
  if (found.links.length > command.limit) {
    const message = `${found.links.length} addresses were found and ${command.limit} are listed; ask with a higher limit.`;
    warnings.push({ code: 'limit_reached', message });
  }
  return warnings;
}

function observationOf(start: FetchedPage, found: FoundSite, status: PageStatus, ms: number): Observation {
  const charges: Charge[] = status === 'ok' ? [{ item: 'map', credits: itemPrices.map }] : [];
  const attempts = [...start.observation.attempts, ...found.attempts];
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

/** Listing the addresses of a site. */
export function mapOperation(ports: MapPorts): Operation {
  const { clock, signer } = ports;

  async function explore(command: MapCommand, context: OperationContext): Promise<[FetchedPage, FoundSite]> {
    const order = {
      accountId: context.principal.accountId,
      budget: createBudget(itemPrices.map),
      signal: context.signal,
    };
    const start = await ports.fetchPage(startPageCommand(command), order);
    const site = start.page.final_url;
    // Where nothing answered, there is nobody to ask for sitemaps.
    if (site === null || start.page.status_code === null || start.page.status === 'invalid')
      return [start, nothing];
    return [start, await findLinks(command, start, site, ports, context.signal)];
  }

  function toOutcome(
    command: MapCommand,
    [start, found]: [FetchedPage, FoundSite],
    reservationId: string,
    context: OperationContext,
  ): Outcome<MapAnswer> {
    const now = clock.now();
    const status = statusOf(start, found);
    const ms = Math.max(0, now.getTime() - context.startedAt.getTime());
    const observation = observationOf(start, found, status, ms);
    const receipt = sealObservation(observation, { requestId: context.requestId, at: now }, signer);
    const error = status === 'ok' ? undefined : start.page.error;
    const isComplete = status === 'ok' && start.page.status === 'ok' && found.gaps.length === 0;
    const value: MapAnswer = {
      status,
      ...(error !== undefined && { error }),
      url: command.url,
      links: found.links.slice(0, command.limit),
      total: found.links.length,
      complete: isComplete && found.links.length <= command.limit,
      warnings: warningsOf(command, start, found, status),
      receipt,
    };
    return {
      answer: { kind: 'json', value },
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

  async function run(command: MapCommand, context: OperationContext): Promise<Outcome<MapAnswer>> {
    const reservation = await ports.reservations.reserve({
      accountId: context.principal.accountId,
      credits: itemPrices.map,
      requestId: context.requestId,
      expiresAt: addMs(clock.now(), reservedForMs),
    });
    if (reservation === null)
      throw new Failure('insufficient_credits', 'the account has no credits left for a map');
    try {
      return toOutcome(command, await explore(command, context), reservation.reservationId, context);
    } catch (error) {
      await ports.reservations.release(reservation.reservationId);
      throw error;
    }
  }

  return defineOperation({
    name: 'map',
    title: 'List the addresses of a site',
    description:
      'Lists the addresses of a site from its sitemaps and feeds, robots.txt and the links of the start page, and fetches nothing else. `search` keeps those that match words, best first. `complete` is true only when the sitemaps of the site were read whole and everything found is listed; `warnings` say what is missing.',
    price: '1 credit; 0 when the site could not be loaded',
    method: 'POST',
    path: '/v1/map',
    scope: 'write',
    stores: false,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    agent: {},
    refuses: ['insufficient_credits'],
    input: { body: mapBody },
    toCommand: ({ body }) => toMapCommand(body),
    output: mapAnswerSchema,
    example: { body: { url: 'https://example.com/', search: 'pricing' } },
    run,
  });
}
