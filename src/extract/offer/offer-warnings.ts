import type { OfferPrice } from '../../domain/pages/offer.ts';
import type { Warning } from '../../domain/pages/outcome.ts';
import type { Money } from '../typed/money.ts';
import type { StructuredPrice } from './structured-offer.ts';

export function priceConflict(stated: StructuredPrice, shown: Money): Warning {
  const statement = `${stated.raw} ${stated.currency ?? ''}`.trim();
  return {
    code: 'price_conflict',
    message: `The structured data state ${statement}, but the page shows ${shown.raw.slice(0, 60)}.`,
  };
}

export function ambiguousCurrency(raw: string): Warning {
  return { code: 'ambiguous_currency', message: `The currency of ${raw.slice(0, 60)} is ambiguous.` };
}

export function kindWarnings({ kind, unit, raw }: OfferPrice): Warning[] {
  if (kind === 'from') return [{ code: 'lower_bound', message: `${raw.slice(0, 60)} is a lower bound.` }];
  if (kind === 'range') return [{ code: 'price_range', message: 'The page shows a range of prices.' }];
  return unit === null ? [] : [{ code: 'unit_price', message: `The price is per ${unit}.` }];
}
