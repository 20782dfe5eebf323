import { normalizeDigits } from '../../../page/text/number.ts';
import type { TextLine } from '../../page-view/page-view.ts';
import type { Money } from '../../typed/money.ts';
import { namesCondition, type PriceRole, withoutPriceWords } from '../../typed/price-words.ts';

/** An amount and what it means, with the index of its line. */
interface PlacedAmount {
  money: Money;
  role: PriceRole;
  isReplaced: boolean;
  /** The amount as the line shows it. */
  quote: string;
  line: number;
}

/** Maximum number of lines between the two prices of an offer, and between one of them and the discount. */
const maxLinesBetween = 3;
const maxLineLength = 120;
/** A discount may name its occasion in a word; more words say for whom or when it holds. */
const maxOtherWords = 1;
/** A line with more amounts lists choices. */
const maxPricesOfLine = 2;
const minWordLength = 4;
const percentage = /(?<![\d.,])(\d{1,2}(?:[.,]\d)?)\s?%|%\s?(\d{1,2})(?!\d)/gu;

/** Returns true if a percentage leads from one amount to the other; shops round it in either direction. */
function leadsTo(percent: number, from: number, to: number): boolean {
  const exact = (1 - to / from) * 100;
  return Number.isInteger(percent)
    ? exact >= percent - 0.5 && exact < percent + 1
    : Math.abs(exact - percent) <= 0.06;
}

const amountOf = ({ money }: PlacedAmount): number => Number(money.amount);

/** Returns true if a text says nothing beside prices and a discount: no quantity, no person, no time. */
function isUnconditional(text: string, quotes: readonly string[]): boolean {
  const amounts = quotes.toSorted((one, other) => other.length - one.length);
  const rest = amounts.reduce((left, quote) => left.replaceAll(quote, ' '), text).replace(percentage, ' ');
  const words = withoutPriceWords(rest).match(/\p{L}+/gu) ?? [];
  return (
    !/\p{Nd}/u.test(rest) && words.filter(({ length }) => length >= minWordLength).length <= maxOtherWords
  );
}

/**
 * Gives the amounts of a part of a page the roles that a discount proves: if a percentage or a saved amount beside two
 * prices leads from one to the other, the higher one was paid before. A page that strikes the former price out with an
 * external style sheet shows nothing else of it. Where words name a condition, the lower one is the conditional price.
 */
export function applyStatedDiscounts<Amount extends PlacedAmount>(
  amounts: readonly Amount[],
  lines: readonly TextLine[],
): Amount[] {
  const textOf = (line: number): string => normalizeDigits(lines[line]?.text ?? '');
  const isOneOfMany = ({ line }: Amount) =>
    amounts.filter((one) => one.line === line && one.role === 'asked').length > maxPricesOfLine;
  const asked = amounts.filter((one) => one.role === 'asked' && !isOneOfMany(one));
  // "20% off €38.36": the word belongs to the percentage.
  const payable = amounts.filter(
    (one) => ['asked', 'saving', 'conditional'].includes(one.role) && !isOneOfMany(one),
  );
  /** Amounts that another one replaces, and those of which the discount says that they are paid. */
  const roles = new Map<Amount, PriceRole>();

  /** Returns true if a line states the discount between two amounts. */
  function states(line: number, from: number, to: number): boolean {
    const text = textOf(line);
    if (text.length > maxLineLength) return false;
    const percents = [...text.matchAll(percentage)].map(([, before, behind = '']) =>
      Number((before ?? behind).replace(',', '.')),
    );
    if (percents.some((percent) => leadsTo(percent, from, to))) return true;
    const saved = amounts.filter((amount) => amount.line === line && amount.role === 'saving');
    return saved.some((amount) => Math.abs(Math.abs(amountOf(amount)) - (from - to)) < 0.005);
  }

  /** Returns the role of the lower price beside a discount; null if words make it unclear. */
  function roleOfLower(lower: Amount, line: number): 'asked' | 'conditional' | null {
    const own = textOf(lower.line);
    const texts =
      line === lower.line ? [own] : [own.slice(0, Math.max(0, own.indexOf(lower.quote))), textOf(line)];
    if (texts.some(namesCondition)) return 'conditional';
    const quotes = amounts
      .filter((one) => one.line === lower.line || one.line === line)
      .map(({ quote }) => quote);
    return texts.every((text) => isUnconditional(text, quotes)) ? 'asked' : null;
  }

  /** Looks for the discount between two amounts in the lines around them; each amount is part of one offer. */
  function compare([higher, lower]: readonly [Amount, Amount]): void {
    const last = Math.max(higher.line, lower.line) + maxLinesBetween;
    for (let line = Math.min(higher.line, lower.line) - maxLinesBetween; line <= last; line++) {
      if (roles.has(higher) || roles.has(lower)) return;
      const role = states(line, amountOf(higher), amountOf(lower)) ? roleOfLower(lower, line) : null;
      if (role !== null) roles.set(lower, role);
      if (role === 'asked') roles.set(higher, 'former');
    }
  }

  const distance = ([one, other]: readonly [Amount, Amount]) => Math.abs(one.line - other.line);
  const pairs = asked.flatMap((higher) =>
    payable
      .filter((one) => amountOf(one) < amountOf(higher) && one.money.currency === higher.money.currency)
      .map((lower) => [higher, lower] as const)
      .filter((pair) => distance(pair) <= maxLinesBetween),
  );
  for (const pair of pairs.toSorted((one, other) => distance(one) - distance(other))) compare(pair);
  return amounts.map((amount) => {
    const role = roles.get(amount);
    return role === undefined ? amount : { ...amount, role, isReplaced: role !== 'asked' };
  });
}
