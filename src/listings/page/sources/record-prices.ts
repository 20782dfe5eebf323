import { findSpanAmounts, findSpanPrices } from '../../../extract/facts/prices/span-amounts.ts';
import type { RecordSpan } from '../../../extract/page-view/cluster-score.ts';
import type { PageView } from '../../../extract/page-view/page-view.ts';
import { parseMoney } from '../../../extract/typed/money.ts';
import { endOf } from '../../../page/tree/tree.ts';
import type { Row } from './row-collector.ts';

/** Keys of the prices that are read from all amounts of a record; no place in a record has such a name. */
export const priceKeys = { asked: '=price', former: '=old price' } as const;

const noSignals = { language: null, country: null, currency: null };
const maxFreeLength = 40;
// regex: one pass, on values of at most 160 characters
const amountSign = /\p{Sc}|\b(?:[A-Z]{3}|kr|zł|Kč|Ft|lei|Rp|RM|TL|Fr)\b|[円元원]|руб|грн/u;
const maxAmountLength = 160;

function mayHoldAmount(value: unknown): boolean {
  return (
    typeof value === 'string' && value.length <= maxAmountLength && /\d/.test(value) && amountSign.test(value)
  );
}

function statesFree(text: string): boolean {
  return !/\d/.test(text) && parseMoney(text, noSignals)?.amount === '0';
}

/**
 * Adds the price that a record asks and the one that it replaces, by the reading of amounts that decides for a whole page: a
 * record with a struck price has both, and one without has only the first, wherever each of them shows its own.
 */
export function addPrices(page: PageView, { first, last }: RecordSpan, row: Row): void {
  const values = Object.entries(row).filter(([key]) => !key.includes('@'));
  if (!values.some(([, value]) => mayHoldAmount(value))) {
    const free = values.find(
      ([, value]) => typeof value === 'string' && value.length <= maxFreeLength && statesFree(value),
    );
    if (free !== undefined) row[priceKeys.asked] = free[1];
    return;
  }
  const { asked, former } = findSpanPrices(findSpanAmounts(page, first, endOf(page.tree, last), noSignals));
  if (asked !== null) row[priceKeys.asked] = asked.quote;
  if (former !== null) row[priceKeys.former] = former.quote;
}
