import { itemPrices, type Route } from '../../domain/resources/rate-card.ts';
import { type Estimate, estimatePages } from '../../operations/declaration/estimate.ts';

/** Estimates the cost of a page by its most expensive route, and of a model that reads it if there is one. */
export function estimateExtraction(route: Route | null, hasModel: boolean): Estimate {
  const page = estimatePages([route]).lines;
  const model = {
    item: 'ai_extraction',
    quantity: 1,
    credits: itemPrices.ai_extraction,
    note: 'only if a model was called and returned a value',
  };
  const lines = hasModel ? [...page, model] : page;
  return { min: 0, max: lines.reduce((sum, line) => sum + line.credits, 0), lines };
}
