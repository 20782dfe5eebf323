import { z } from 'zod';
import type { Reservations } from '../../account/credits/reservations.ts';
import type { Network } from '../../domain/resources/exit.ts';
import { addMs, type Clock } from '../../domain/system/clock.ts';
import { type Signer, signObservation } from '../../fetching/receipts.ts';
import { createReservedBudget } from '../../fetching/route/budget.ts';
import { mostExpensiveRoute } from '../../fetching/route/routes.ts';
import { discoverSources } from '../../listings/discovery/discover-sources.ts';
import type { DiscoveredSource, Discovery } from '../../listings/discovery/discovered-source.ts';
import { type ListingPorts, pageCommand } from '../../listings/discovery/records-page.ts';
import { type Estimate, estimatePages } from '../../operations/declaration/estimate.ts';
import {
  defineOperation,
  type Operation,
  type OperationContext,
  type Outcome,
} from '../../operations/declaration/operation.ts';
import { countrySchema } from '../../operations/schemas/page-options.ts';
import { webPageView } from '../../operations/views/web-document-view.ts';
import { type InspectedSource, type InspectResponse, inspectResponseSchema } from './inspect-response.ts';

/** Dependencies of the inspect operation. */
export interface InspectPorts extends ListingPorts {
  reservations: Reservations;
  signer: Signer;
  clock: Clock;
  /** Networks for which exits exist. */
  networks: readonly Network[];
}

const inspectBody = z.strictObject({
  url: z.string().max(8_192).describe('URL of the page.'),
  country: countrySchema.nullish().describe('Two-letter country code of the exit.'),
  strict_country: z.boolean().default(false).describe('Fail instead of using another country.'),
});

/** Options of an inspection. */
interface InspectCommand {
  url: string;
  country: string | null;
  strictCountry: boolean;
}

const reservationGraceMs = 3 * 60_000;
/** Minimum score relative to the best source. */
const minScore = 0.08;
const maxSources = 12;
const maxFields = 60;

function createPageCommand({ url, country, strictCountry }: InspectCommand) {
  return pageCommand(url, { country, strictCountry, network: 'auto', maxCredits: null });
}

function toInspectedSource(source: DiscoveredSource, id: string, page: string): InspectedSource {
  const { found, replay, call, template, paging, isRendered, credits } = source;
  const reason =
    replay?.reason ?? (call !== null && replay === null ? 'better sources were tested instead' : null);
  return {
    id,
    kind: found.kind,
    method: template?.method ?? (call?.method === 'POST' ? 'POST' : 'GET'),
    url: template?.url ?? call?.url ?? page,
    path: found.path,
    records: found.count,
    shown: found.shown === null ? null : Math.round(Math.min(1, found.shown) * 100) / 100,
    fields: found.keys.slice(0, maxFields),
    replay: {
      tested: replay?.tested ?? false,
      ok: call === null ? !isRendered : (replay?.ok ?? false),
      headers: Object.keys(template?.headers ?? {}),
      cookies: Object.keys(template?.cookies ?? {}),
      calls: replay?.calls ?? 0,
      ...(reason !== null && { reason }),
    },
    pagination: { kind: paging.way.kind, total: paging.total !== null },
    rendered: isRendered,
    credits_per_run: credits,
  };
}

/** Returns the cost for sorting; a browser costs the same credits but takes much longer. */
function costOf({ credits, isRendered }: DiscoveredSource): number {
  return credits + (isRendered ? 0.5 : 0);
}

/** Returns the relevant sources, cheapest first; sources of equal cost by score. */
function rankSources({ sources }: Discovery): DiscoveredSource[] {
  const best = Math.max(0, ...sources.map(({ found }) => found.score));
  return sources
    .filter(({ found }) => found.score >= best * minScore)
    .sort((one, other) => costOf(one) - costOf(other) || other.found.score - one.found.score)
    .slice(0, maxSources);
}

/**
 * Returns the index of the recommended source: the first one that contains the visible records and can be read.
 */
function findCheapest(sources: readonly DiscoveredSource[]): number {
  const best = Math.max(0, ...sources.map(({ found }) => found.score));
  const at = sources.findIndex(
    ({ found, replay, call }) => found.score >= best * 0.5 && (call === null || replay?.ok === true),
  );
  return at;
}

/** Lists the data sources of a page. */
export function inspectOperation(ports: InspectPorts): Operation {
  const { clock, signer } = ports;

  function estimate(command: InspectCommand): Estimate {
    return estimatePages([mostExpensiveRoute(createPageCommand(command), ports.networks)]);
  }

  function toOutcome(
    command: InspectCommand,
    discovery: Discovery,
    reservationId: string | null,
    context: OperationContext,
  ): Outcome<InspectResponse> {
    const { fetched, findings, attempts, warnings } = discovery;
    const { page, observation } = fetched;
    const now = clock.now();
    const allAttempts = [...observation.attempts, ...attempts];
    const bytes = allAttempts.reduce((sum, attempt) => sum + attempt.bytes, 0);
    const ms = Math.max(0, now.getTime() - context.startedAt.getTime());
    const combinedObservation = { ...observation, attempts: allAttempts, bytes, ms };
    const receipt = signObservation(combinedObservation, { requestId: context.requestId, at: now }, signer);
    const sources = rankSources(discovery);
    const cheapest = findCheapest(sources);
    const response: InspectResponse = {
      status: page.status,
      ...(page.error !== undefined && { error: page.error }),
      url: command.url,
      needs_browser: discovery.needsBrowser,
      sources: sources.map((source, index) =>
        toInspectedSource(source, `s${index + 1}`, page.final_url ?? command.url),
      ),
      pagination: findings?.links ?? { next: null, by: null, last: null },
      cheapest: cheapest === -1 ? null : `s${cheapest + 1}`,
      feeds: findings?.feeds ?? [],
      sitemaps: findings?.sitemaps ?? [],
      calls_seen: discovery.hasCheckedCalls,
      warnings: [...page.warnings, ...warnings],
      receipt,
    };
    return {
      answer: { kind: 'json', value: response },
      status: page.status,
      url: command.url,
      country: receipt.exit?.country ?? null,
      error: page.error ?? null,
      receipts: [receipt],
      charges: receipt.credits === 0 ? [] : [{ credits: receipt.credits, pages: 1, note: 'inspect' }],
      reservationId,
      contents: [],
    };
  }

  async function run(command: InspectCommand, context: OperationContext): Promise<Outcome<InspectResponse>> {
    const { accountId } = context.principal;
    const { requestId, signal } = context;
    const expiresAt = addMs(context.workUntil, reservationGraceMs);
    const reserved = await ports.reservations.reserveUpTo({ accountId, credits: 1, requestId, expiresAt });
    try {
      const budget = createReservedBudget(ports.reservations, reserved, accountId, reserved.credits);
      const request = { page: createPageCommand(command), accountId, budget, signal };
      const discovery = await discoverSources(ports, request, { fields: null, needsCalls: () => true });
      return toOutcome(command, discovery, reserved.reservationId, context);
    } catch (error) {
      await ports.reservations.release(reserved.reservationId);
      throw error;
    }
  }

  return defineOperation({
    name: 'inspect',
    title: 'Find the data sources of a page',
    description:
      'Finds and ranks the lists of records behind a page: JSON and GraphQL calls of the site, data embedded in the page, JSON-LD, microdata, tables and repeated elements. Calls are repeated without the page and without a browser, with as few headers and cookies as possible, in at most twelve requests; calls that could change data are never repeated. For each source, the response states its fields, its pagination, the cost of one run and what was not tested; `cheapest` names the recommended source.',
    price: '1 credit for the page; test requests are free',
    method: 'POST',
    path: '/v1/inspect',
    scope: 'write',
    writesToDisk: true,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    agent: {},
    input: { body: inspectBody },
    toCommand: ({ body }): InspectCommand => ({
      url: body.url,
      country: body.country ?? null,
      strictCountry: body.strict_country,
    }),
    output: inspectResponseSchema,
    view: webPageView,
    estimate,
    example: { body: { url: 'https://example.com/products' } },
    run,
  });
}
