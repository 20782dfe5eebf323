import { z } from 'zod';
import { routePrices } from '../domain/rate-card.ts';
import { named } from './schema-names.ts';

/** One item of what the work may cost. */
export interface EstimateLine {
  /** Of the rate card. */
  item: string;
  /** At most so many. */
  quantity: number;
  /** Credits for all of them, at most. */
  credits: number;
  note: string;
}

/** What work may cost, in credits, told beforehand. */
export interface Estimate {
  min: number;
  max: number;
  lines: EstimateLine[];
}

/** The query parameter that asks for the estimate alone. */
export const dryRunQuery = {
  dry_run: z
    .boolean()
    .default(false)
    .describe('tell what it may cost, in `estimate`, and do nothing: nothing is fetched, charged or created'),
};

/** The answer to a dry run. */
export const estimateAnswerSchema = named(
  'EstimateAnswer',
  z.object({
    estimate: z
      .object({
        min: z.int(),
        max: z.int(),
        lines: z.array(z.object({ item: z.string(), quantity: z.int(), credits: z.int(), note: z.string() })),
      })
      .describe('only with `?dry_run=true`: credits that it would cost at least and at most'),
  }),
);

const whenItArrives = 'a page that arrives; 0 for one that does not';
const atMost =
  'a page that arrives only this way; less where a cheaper way does, 0 for one that does not arrive';

/** What pages may cost, by the dearest route that each may take; null stands for a page that may take none. */
export function estimatePages(routes: readonly (keyof typeof routePrices | null)[]): Estimate {
  const quantities = new Map<keyof typeof routePrices, number>();
  for (const route of routes) {
    if (route !== null) quantities.set(route, (quantities.get(route) ?? 0) + 1);
  }
  const lines = [...quantities].map(([item, quantity]) => ({
    item,
    quantity,
    credits: quantity * routePrices[item],
    note: routePrices[item] > routePrices.http ? atMost : whenItArrives,
  }));
  return { min: 0, max: lines.reduce((sum, { credits }) => sum + credits, 0), lines };
}
