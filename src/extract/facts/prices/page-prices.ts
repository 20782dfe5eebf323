import type { PageView } from '../../page-view/page-view.ts';
import type { MoneySignals } from '../../typed/money.ts';
import { findCurrentPrice, findFormerPrice, findVisiblePrices, type VisiblePrice } from './visible-prices.ts';

/** Reading of the amounts that a page shows. */
export interface PagePrices {
  all: readonly VisiblePrice[];
  /** Amount that a buyer pays now; null if the page shows no such amount. */
  asked: VisiblePrice | null;
  /** The price before; null if the page shows none. */
  former: VisiblePrice | null;
}

/** Reads the amounts that a page shows. */
export function findPagePrices(page: PageView, signals: MoneySignals): PagePrices {
  const all = findVisiblePrices(page, null, signals);
  const current = findCurrentPrice(all);
  const asked = current?.role === 'former' ? null : current;
  return { all, asked, former: asked === null ? null : findFormerPrice(all, asked) };
}
