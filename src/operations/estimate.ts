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

/** What so many pages may cost that are read over plain HTTP; those that do not arrive cost nothing. */
export function estimatePages(pages: number): Estimate {
  const credits = pages * routePrices.http;
  const note = 'a page that arrives; 0 for one that does not';
  return { min: 0, max: credits, lines: [{ item: 'http', quantity: pages, credits, note }] };
}
