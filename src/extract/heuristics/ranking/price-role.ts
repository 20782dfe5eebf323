import { endOf } from '../../../page/tree/tree.ts';
import { findCurrentPrice, findVisiblePrices, type VisiblePrice } from '../../offer/visible-prices.ts';
import type { PageView } from '../../page-view/page-view.ts';
import type { MoneySignals } from '../../typed/money.ts';
import type { Concept } from '../../words/concepts.ts';

interface PagePrices {
  all: readonly VisiblePrice[];
  current: VisiblePrice | null;
}

const pricesCache = new WeakMap<PageView, PagePrices>();

function getPrices(page: PageView, signals: MoneySignals): PagePrices {
  let prices = pricesCache.get(page);
  if (prices === undefined) {
    const all = findVisiblePrices(page, null, signals);
    prices = { all, current: findCurrentPrice(all) };
    pricesCache.set(page, prices);
  }
  return prices;
}

/** Change of the score of a price that is not the one asked. */
const otherPenalty = -0.2;
/** Maximum number of lines between a former price, a saving or an instalment and the price that is asked. */
const maxDistance = 6;

/**
 * Returns the change of a price candidate's score by the reading of offers: a former price, a saving, an instalment
 * or the price of a unit is not the price that is asked if another price beside it is. A page that shows only a list
 * price asks for that.
 */
export function scorePriceRole(
  page: PageView,
  node: number,
  concept: Concept | undefined,
  signals: MoneySignals,
): number {
  if (concept?.name !== 'price') return 0;
  const { all, current } = getPrices(page, signals);
  if (current === null || current.isFormer || current.score < 0) return 0;
  const end = endOf(page.tree, node);
  const own = all.filter(
    ({ element }) =>
      (element >= node && element < end) || (node > element && node < endOf(page.tree, element)),
  );
  const isOther = own.every(
    (price) => (price.isFormer || price.score < 0) && Math.abs(price.line - current.line) <= maxDistance,
  );
  return own.length > 0 && isOther ? otherPenalty : 0;
}
