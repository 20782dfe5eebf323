import type { Warning } from '../../domain/pages/outcome.ts';
import { itemPrices, routePrices } from '../../domain/resources/rate-card.ts';
import { errorMessage } from '../../domain/system/failure.ts';
import { type ChargedWork, type ChargePorts, runCharged } from '../../fetching/charged-work.ts';
import { agentTimeoutMs } from '../../operations/declaration/continuation.ts';
import type { Estimate } from '../../operations/declaration/estimate.ts';
import {
  defineOperation,
  type Operation,
  type OperationContext,
  type Outcome,
} from '../../operations/declaration/operation.ts';
import { createCollectOutcome } from './collect-outcome.ts';
import { type CollectCommand, collectBody, toCollectCommand } from './collect-request.ts';
import { type CollectResponse, collectResponseSchema } from './collect-response.ts';
import { collectView } from './collect-view.ts';
import type { Collected, SavedSource } from './collected.ts';
import type { Collector } from './collector.ts';
import type { CollectContext } from './collector-ports.ts';

/** Dependencies of the collect operation. */
export interface CollectPorts extends ChargePorts {
  collector: Collector;
  hasModel(): boolean;
  /** Saves a source as a recipe and returns the identifier of the recipe. */
  saveRecipeOf(accountId: string, command: CollectCommand, source: SavedSource): Promise<string>;
}

/** Number of pages for which credits are reserved at first; longer listings reserve more later. */
const initiallyReservedPages = 20;

/** Returns the price range of a collect request. */
export function estimateOf({ maxPages }: Pick<CollectCommand, 'maxPages'>, hasModel: boolean): Estimate {
  const note =
    'per page or API response with records; pages without records are free, more expensive exits cost more';
  const lines = [{ item: 'http', quantity: maxPages, credits: maxPages * routePrices.http, note }];
  const credits = itemPrices.ai_extraction;
  if (hasModel) {
    lines.push({
      item: 'ai_extraction',
      quantity: 1,
      credits,
      note: 'only if a model was called to match the fields',
    });
  }
  return { min: 0, max: lines.reduce((sum, line) => sum + line.credits, 0), lines };
}

/** Options of {@link runListing}. */
interface ListingRun {
  ports: ChargePorts;
  context: OperationContext;
  /** Maximum number of pages. */
  maxPages: number;
  mayUseModel: boolean;
  note: string;
}

/** Runs work that reads the pages of a listing, and holds back the credits of a model call. */
export function runListing<Result>(
  { ports, context, maxPages, mayUseModel, note }: ListingRun,
  work: (collectContext: CollectContext, charged: ChargedWork) => Promise<Result>,
): Promise<Result> {
  const { max: credits } = estimateOf({ maxPages: Math.min(initiallyReservedPages, maxPages) }, mayUseModel);
  return runCharged(ports, context, { credits, note }, (charged) => {
    const mayAsk = mayUseModel && charged.credits > itemPrices.ai_extraction;
    const budget = mayAsk
      ? charged.budgetOf(charged.credits - itemPrices.ai_extraction)
      : charged.request.budget;
    return work({ ...charged.request, budget, until: context.workUntil, mayAsk }, charged);
  });
}

/** Collects records from a listing. */
export function collectOperation(ports: CollectPorts): Operation {
  /** Saves the recipe. A failure only adds a warning, because the records are complete without it. */
  async function saveRecipe(
    accountId: string,
    command: CollectCommand,
    collected: Collected,
  ): Promise<{ rid: string | null; warnings: Warning[] }> {
    if (collected.savedSource === null || collected.records.length === 0) return { rid: null, warnings: [] };
    try {
      return { rid: await ports.saveRecipeOf(accountId, command, collected.savedSource), warnings: [] };
    } catch (error) {
      const message = `The recipe was not saved: ${errorMessage(error).slice(0, 200)}`;
      return { rid: null, warnings: [{ code: 'recipe_not_saved', message }] };
    }
  }

  async function run(command: CollectCommand, context: OperationContext): Promise<Outcome<CollectResponse>> {
    const { maxPages } = command;
    const run = { ports, context, maxPages, mayUseModel: ports.hasModel(), note: 'collect' };
    return runListing(run, async (collectContext, charged) => {
      const collected = await ports.collector.collect(command, collectContext);
      const { rid, warnings } = await saveRecipe(collectContext.accountId, command, collected);
      const collectedWithWarnings = { ...collected, warnings: [...collected.warnings, ...warnings] };
      return createCollectOutcome(command, collectedWithWarnings, rid, { charged, context });
    });
  }

  return defineOperation({
    name: 'collect',
    title: 'Collect records from a listing',
    description:
      'Returns the records of a listing with the requested fields, which are given in words. The records come from the source that the page itself uses (JSON calls of the site, data embedded in the page, tables, repeated elements), are compared with the visible page, and are read from page to page. `fields` states the source and the confidence of each field; `unverified` lists values that the page does not show; `complete` is true only if the end of the listing was proven. The source is saved as a recipe (`rid`), so that later runs need no discovery and no model.',
    price:
      '1 credit per page or API response with records; 5 more only if a model was called to match the fields',
    method: 'POST',
    path: '/v1/collect',
    scope: 'write',
    writesToDisk: true,
    background: 'collect',
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    agent: { defaults: { timeout_ms: agentTimeoutMs } },
    limitsTime: true,
    input: { body: collectBody },
    toCommand: ({ body }) => toCollectCommand(body),
    output: collectResponseSchema,
    view: collectView,
    estimate: (command) => estimateOf(command, ports.hasModel()),
    example: {
      body: { url: 'https://example.com/products', fields: ['name', 'date', 'link'], limit: 20 },
    },
    run,
  });
}
