import { z } from 'zod';
import { routePrices } from '../../domain/resources/rate-card.ts';
import { withSchemaName } from '../schema-names.ts';

/** One item of an estimate. */
export interface EstimateLine {
  /** Item of the rate card. */
  item: string;
  /** Maximum quantity. */
  quantity: number;
  /** Maximum credits for the quantity. */
  credits: number;
  note: string;
}

/** Estimated cost of work, in credits. */
export interface Estimate {
  min: number;
  max: number;
  lines: EstimateLine[];
}

/** Query parameter that requests only the estimate. */
export const dryRunQuery = {
  dry_run: z
    .boolean()
    .default(false)
    .describe('return only `estimate`, the possible cost: nothing is fetched, charged or created'),
};

/** Tells whether the input requests only an estimate. */
export function isDryRun(input: Record<string, unknown>): boolean {
  return (input.query as { dry_run?: boolean } | undefined)?.dry_run === true;
}

/** Response to a dry run. */
export const estimateAnswerSchema = withSchemaName(
  'EstimateAnswer',
  z.object({
    estimate: z
      .object({
        min: z.int().describe('Lowest possible cost in credits.'),
        max: z.int().describe('Highest possible cost in credits.'),
        lines: z
          .array(
            z.object({
              item: z.string().describe('Item of the rate card.'),
              quantity: z.int().describe('Number of units.'),
              credits: z.int().describe('Credits of the item: price times quantity.'),
              note: z.string().describe('Condition under which the item is charged.'),
            }),
          )
          .describe('Items of the highest cost.'),
      })
      .describe('only with `?dry_run=true`: minimum and maximum cost in credits'),
  }),
);

const cheapestRouteNote = 'for each page that is loaded; 0 for a page that is not';
const otherRouteNote =
  'for each page that only this route loads; less if a cheaper route succeeds, 0 for a page that is not loaded';

/**
 * Estimates the cost of pages by the most expensive route that each may use; null stands for a page without a route.
 */
export function estimatePages(routes: readonly (keyof typeof routePrices | null)[]): Estimate {
  const quantities = new Map<keyof typeof routePrices, number>();
  for (const route of routes) {
    if (route !== null) quantities.set(route, (quantities.get(route) ?? 0) + 1);
  }
  const lines = [...quantities].map(([item, quantity]) => ({
    item,
    quantity,
    credits: quantity * routePrices[item],
    note: routePrices[item] > routePrices.http ? otherRouteNote : cheapestRouteNote,
  }));
  return { min: 0, max: lines.reduce((sum, { credits }) => sum + credits, 0), lines };
}
