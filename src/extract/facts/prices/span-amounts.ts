import { compareAmounts } from '../../../domain/values/decimal.ts';
import { itemAt } from '../../../domain/values/elements.ts';
import type { PageView } from '../../page-view/page-view.ts';
import { type MoneySignals, parseMoney } from '../../typed/money.ts';
import type { PriceRole } from '../../typed/price-words.ts';
import { lineAt } from '../title-distance.ts';
import { labelAbove, ownLabel, priceNames, roleOf, scoreAmount } from './amount-role.ts';
import { readLineAmounts } from './line-amounts.ts';
import { applyStatedDiscounts } from './stated-discounts.ts';
import type { VisiblePrice } from './visible-prices.ts';

const maxLineLength = 300;

/** An amount in a part of a page, and what it means. */
export type SpanAmount = Pick<VisiblePrice, 'money' | 'role' | 'isReplaced' | 'quote' | 'score'>;

/** Returns the amounts of the lines from one node to another, such as those of a record, with what each means. */
export function findSpanAmounts(
  page: PageView,
  from: number,
  to: number,
  signals: MoneySignals,
): SpanAmount[] {
  const lines = page.lines();
  const low = lineAt(lines, from);
  const found: Array<SpanAmount & { line: number }> = [];
  let end = low;
  for (let index = low; index < lines.length && itemAt(lines, index).from < to; index++) {
    end = index + 1;
    const line = itemAt(lines, index);
    if (line.text.length > maxLineLength || !/\p{Nd}/u.test(line.text)) continue;
    const own = { ...line, from: Math.max(from, line.from), to: Math.min(to, line.to) };
    readLineAmounts(page, own).forEach((amount, at) => {
      const label = at === 0 && index > low ? labelAbove(lines, index) : '';
      const money = parseMoney(`${ownLabel(amount, label).replace(/\p{Nd}+/gu, '')} ${amount.text}`, signals);
      if (money === null || (!amount.hasMark && !priceNames.test(amount.hints))) return;
      found.push({
        money,
        role: roleOf(amount, label, money),
        isReplaced: amount.isStruck,
        quote: amount.quote,
        score: scoreAmount(amount, money, line, label),
        line: index - low,
      });
    });
  }
  return applyStatedDiscounts(found, lines.slice(low, end));
}

/** Roles of amounts that a buyer pays, the likeliest price first. */
const paidRoles: readonly PriceRole[] = ['asked', 'unit', 'instalment'];

/** Returns the likeliest price of the first role that occurs; null if several differ and nothing tells them apart. */
function findAsked(amounts: readonly SpanAmount[]): SpanAmount | null {
  const role = paidRoles.find((one) => amounts.some((amount) => amount.role === one));
  const ranked = amounts.filter((one) => one.role === role).toSorted((one, other) => other.score - one.score);
  const [best] = ranked;
  // The part of a page is then a group of things, each with its own price.
  const isOneOfMany = ranked.some(
    ({ score, money }) => score === best?.score && money.amount !== best.money.amount,
  );
  return best === undefined || isOneOfMany ? null : best;
}

/** Returns the amount that a part of a page asks for its subject, and the higher one that it replaces; null if there is none. */
export function findSpanPrices(amounts: readonly SpanAmount[]): {
  asked: SpanAmount | null;
  former: SpanAmount | null;
} {
  const asked = findAsked(amounts);
  const isHigher = ({ money }: SpanAmount) => compareAmounts(money.amount, asked?.money.amount ?? '') > 0;
  return { asked, former: amounts.find((one) => one.role === 'former' && isHigher(one)) ?? null };
}
