import { z } from 'zod';
import type { Reservations } from '../../account/reservations.ts';
import { addMs, type Clock } from '../../domain/clock.ts';
import type { Network } from '../../domain/exit.ts';
import { createReservedBudget } from '../../fetching/budget.ts';
import {
  type Discovered,
  type Discovery,
  discoverSources,
} from '../../fetching/listings/discover-sources.ts';
import { type ListingPorts, pageCommand } from '../../fetching/listings/page-of-records.ts';
import { type Signer, sealObservation } from '../../fetching/receipts.ts';
import { dearestRoute } from '../../fetching/rungs.ts';
import { type Estimate, estimatePages } from '../../operations/estimate.ts';
import {
  defineOperation,
  type Operation,
  type OperationContext,
  type Outcome,
} from '../../operations/operation.ts';
import { countrySchema } from '../../operations/schemas/page-options.ts';
import { type InspectAnswer, type InspectedSource, inspectAnswerSchema } from './inspect-answer.ts';

/** What inspecting needs of the other rooms. */
export interface InspectPorts extends ListingPorts {
  reservations: Reservations;
  signer: Signer;
  clock: Clock;
  /** Networks that there are exits of. */
  networks: readonly Network[];
}

const inspectBody = z.strictObject({
  url: z.string().max(8_192).describe('the page to look at'),
  country: countrySchema.nullish().describe('two-letter code of the exit country'),
  strict_country: z.boolean().default(false).describe('fail rather than use another country'),
});

/** What an inspection is asked for. */
interface InspectCommand {
  url: string;
  country: string | null;
  strictCountry: boolean;
}

const graceMs = 3 * 60_000;
/** Sources that look so little like a listing are left out when better ones are there. */
const leastScore = 0.08;
const mostSources = 12;
const mostFields = 60;

function commandOf({ url, country, strictCountry }: InspectCommand) {
  return pageCommand(url, { country, strictCountry, network: 'auto', maxCredits: null });
}

function inspected(source: Discovered, id: string, page: string): InspectedSource {
  const { found, replay, call, template, paging, isRendered, credits } = source;
  const reason =
    replay?.reason ?? (call !== null && replay === null ? 'better sources were tested in its place' : null);
  return {
    id,
    kind: found.kind,
    method: template?.method ?? (call?.method === 'POST' ? 'POST' : 'GET'),
    url: template?.url ?? call?.url ?? page,
    path: found.path,
    records: found.count,
    shown: found.shown === null ? null : Math.round(Math.min(1, found.shown) * 100) / 100,
    fields: found.keys.slice(0, mostFields),
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

/** A browser costs as much as a request and takes a hundred times as long. */
function cost({ credits, isRendered }: Discovered): number {
  return credits + (isRendered ? 0.5 : 0);
}

/** Sources that are worth telling of, the cheapest first, and among those of one cost the likeliest. */
function ordered({ sources }: Discovery): Discovered[] {
  const best = Math.max(0, ...sources.map(({ found }) => found.score));
  return sources
    .filter(({ found }) => found.score >= best * leastScore)
    .sort((one, other) => cost(one) - cost(other) || other.found.score - one.found.score)
    .slice(0, mostSources);
}

/** The source to take: of those that hold what the page shows, the first. */
function cheapestOf(sources: readonly Discovered[]): number {
  const best = Math.max(0, ...sources.map(({ found }) => found.score));
  const at = sources.findIndex(
    ({ found, replay, call }) => found.score >= best * 0.5 && (call === null || replay?.ok === true),
  );
  return at;
}

/** Looking at what a page exposes. */
export function inspectOperation(ports: InspectPorts): Operation {
  const { clock, signer } = ports;

  function estimate(command: InspectCommand): Estimate {
    return estimatePages([dearestRoute(commandOf(command), ports.networks)]);
  }

  function toOutcome(
    command: InspectCommand,
    discovery: Discovery,
    reservationId: string | null,
    context: OperationContext,
  ): Outcome<InspectAnswer> {
    const { fetched, findings, attempts, warnings } = discovery;
    const { page, observation } = fetched;
    const now = clock.now();
    const all = [...observation.attempts, ...attempts];
    const bytes = all.reduce((sum, attempt) => sum + attempt.bytes, 0);
    const ms = Math.max(0, now.getTime() - context.startedAt.getTime());
    const told = { ...observation, attempts: all, bytes, ms };
    const receipt = sealObservation(told, { requestId: context.requestId, at: now }, signer);
    const sources = ordered(discovery);
    const cheapest = cheapestOf(sources);
    const value: InspectAnswer = {
      status: page.status,
      ...(page.error !== undefined && { error: page.error }),
      url: command.url,
      needs_browser: discovery.needsBrowser,
      sources: sources.map((source, index) =>
        inspected(source, `s${index + 1}`, page.final_url ?? command.url),
      ),
      pagination: findings?.links ?? { next: null, by: null, last: null },
      cheapest: cheapest === -1 ? null : `s${cheapest + 1}`,
      feeds: findings?.feeds ?? [],
      sitemaps: findings?.sitemaps ?? [],
      calls_seen: discovery.hasLookedAtCalls,
      warnings: [...page.warnings, ...warnings],
      receipt,
    };
    return {
      answer: { kind: 'json', value },
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

  async function run(command: InspectCommand, context: OperationContext): Promise<Outcome<InspectAnswer>> {
    const { accountId } = context.principal;
    const { requestId, signal } = context;
    const expiresAt = addMs(context.workUntil, graceMs);
    const reserved = await ports.reservations.reserveUpTo({ accountId, credits: 1, requestId, expiresAt });
    try {
      const budget = createReservedBudget(ports.reservations, reserved, accountId, reserved.credits);
      const order = { page: commandOf(command), accountId, budget, signal };
      const discovery = await discoverSources(ports, order, { fields: null, wantsCalls: () => true });
      return toOutcome(command, discovery, reserved.reservationId, context);
    } catch (error) {
      await ports.reservations.release(reserved.reservationId);
      throw error;
    }
  }

  return defineOperation({
    name: 'inspect',
    title: 'See what data a page exposes',
    description:
      "Finds and ranks the lists of records behind a page: the site's own JSON and GraphQL calls (each sent again without the page and without a browser, with as few headers and cookies as will do, in at most twelve calls, and never one that could change anything), data embedded in the page, JSON-LD, microdata, tables and repeated elements. Says of each what it holds, how it is paged, what one run costs and what was not tested; `cheapest` names the one to take.",
    price: '1 credit for the page; requests that test calls are free',
    method: 'POST',
    path: '/v1/inspect',
    scope: 'write',
    stores: true,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    agent: {},
    input: { body: inspectBody },
    toCommand: ({ body }): InspectCommand => ({
      url: body.url,
      country: body.country ?? null,
      strictCountry: body.strict_country,
    }),
    output: inspectAnswerSchema,
    estimate,
    example: { body: { url: 'https://example.com/products' } },
    run,
  });
}
