import { compareAmounts } from '../../../domain/values/decimal.ts';
import { integerAt, itemAt } from '../../../domain/values/elements.ts';
import { tagSet } from '../../../page/parse/names/tag-sets.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { isFrame } from '../../../page/tree/page-frame.ts';
import { closest, endOf, parentOf, tagOf } from '../../../page/tree/tree.ts';
import type { PageView, TextLine } from '../../page-view/page-view.ts';
import { type Money, type MoneySignals, parseMoney } from '../../typed/money.ts';
import { labelKind, type PriceLabel, type PriceRole } from '../../typed/price-words.ts';
import { foldText } from '../../words/words.ts';
import { labelAbove, ownLabel, priceNames, roleOf, scoreAmount } from './amount-role.ts';
import { type LineAmount, readLineAmounts } from './line-amounts.ts';
import { applyStatedDiscounts } from './stated-discounts.ts';

/** A visible price and its position. */
export interface VisiblePrice {
  money: Money;
  /** Index in the lines of the page. */
  line: number;
  element: number;
  /** What the amount means, by how it is shown and by the words around it. */
  role: PriceRole;
  /** True if the page strikes the amount out or a stated discount leads to another one: it is not the price whatever words say. */
  isReplaced: boolean;
  label: PriceLabel;
  /** True if the amount stands in a part of the page about other things: a menu, a footer, a tile of another product. */
  isElsewhere: boolean;
  /** The amount with its sign, as the page shows it. */
  quote: string;
  /** Score for being the current price of the product; comparable within one page. */
  score: number;
}

const maxLines = 4_000;
const maxPrices = 400;
const maxLineLength = 300;
const currencyMark =
  /[\p{Sc}]|\b(?:[A-Z]{3}|kr|zł|Kč|Ft|lei|Rp|RM|TL|Fr)(?![\p{L}])|円|元|원|руб|грн|د\.|ر\.|ريال|درهم|\d[.,][-–](?!\d)/u;

const isMainHeading = tagSet('h1');
const maxHeadingLevels = 4;

/** Returns the line of the product name: the first heading that contains it, otherwise the first heading. */
function findNameLine(page: PageView, lines: readonly TextLine[], name: string | null): number {
  const headings = lines.flatMap((line, index) =>
    closest(page.tree, line.element, isMainHeading, maxHeadingLevels) !== -1 ? [index] : [],
  );
  const foldedName = name === null ? '' : foldText(name);
  const contains = (index: number) => foldText(itemAt(lines, index).text).includes(foldedName);
  if (foldedName.length > 2) {
    const nameHeading =
      headings.find(contains) ?? lines.findIndex((line) => foldText(line.text) === foldedName);
    if (nameHeading !== undefined && nameHeading >= 0) return nameHeading;
  }
  return headings[0] ?? -1;
}

function proximityScore(line: number, name: number): number {
  const distance = line - name;
  if (name < 0) return 1;
  if (distance < 0) return distance > -4 ? 1 : 0;
  return distance <= 6 ? 3 : distance <= 15 ? 2 : distance <= 40 ? 1 : 0;
}

/** Returns the penalty for prices in parts of the page about something else. */
function placementPenalty(page: PageView, element: number, name: TextLine | undefined): number {
  let points = 0;
  for (let at = element; at > 0; at = parentOf(page.tree, at)) {
    const tagName = page.tree.names[integerAt(page.tree.name, at)] ?? '';
    if (tagName === 'body') break;
    if (isFrame[tagOf(page.tree, at)] === 1) points += 4;
    if (tagName === 'option') points += 3;
  }
  return Math.min(points + (isOfOtherItem(page, element, name) ? 4 : 0), 8);
}

/** Penalty from which on an amount stands in a part about other things. */
const elsewherePenalty = 4;
const maxItemLevels = 6;

/** Returns true if an amount is in one of several alike elements with links: a tile of another product. */
function isOfOtherItem(page: PageView, element: number, name: TextLine | undefined): boolean {
  const { tree } = page;
  for (let at = element, level = 0; at > 0 && level < maxItemLevels; at = parentOf(tree, at), level++) {
    const tagName = tree.names[integerAt(tree.name, at)] ?? '';
    if (tagName === 'body' || tagName === 'main' || holds(page, at, name)) return false;
    if (hasLink(page, at)) return hasTwin(page, at) || hasTwin(page, parentOf(tree, at));
  }
  return false;
}

/** Returns true if an element contains the name of the product. */
function holds(page: PageView, element: number, name: TextLine | undefined): boolean {
  return name !== undefined && name.from > element && name.from < endOf(page.tree, element);
}

const maxItemNodes = 150;

function hasLink(page: PageView, element: number): boolean {
  const end = Math.min(endOf(page.tree, element), element + maxItemNodes);
  for (let node = element; node < end; node++)
    if (page.tree.tag[node] === tag.a && page.attributeOf(node, 'href') !== null) return true;
  return false;
}

/** Returns true if an element has a sibling of the same tag and class with a number and a link as well. */
function hasTwin(page: PageView, element: number): boolean {
  const { tree } = page;
  const parent = parentOf(tree, element);
  const names = page.attributeOf(element, 'class');
  const end = endOf(tree, parent);
  for (let child = parent + 1; child < end; child = Math.max(child + 1, endOf(tree, child))) {
    if (child === element || tree.tag[child] !== tree.tag[element]) continue;
    if (page.attributeOf(child, 'class') !== names) continue;
    if (/\p{Nd}/u.test(page.textOf(child)) && hasLink(page, child)) return true;
  }
  return false;
}

interface PricePosition {
  line: TextLine;
  /** Text of the line before it, if it may be a label. */
  label: string;
  proximity: number;
  /** Penalty for the part of the page. */
  placement: number;
}

function scorePrice(
  amount: LineAmount,
  money: Money,
  { line, label, proximity, placement }: PricePosition,
): number {
  return proximity + scoreAmount(amount, money, line, label) - placement;
}

/** Returns all visible prices in page order. */
export function findVisiblePrices(
  page: PageView,
  name: string | null,
  signals: MoneySignals,
): VisiblePrice[] {
  const lines = page.lines().slice(0, maxLines);
  const nameIndex = findNameLine(page, lines, name);
  const found: VisiblePrice[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.text.length > maxLineLength || !/\p{Nd}/u.test(line.text) || found.length >= maxPrices) continue;
    if (!currencyMark.test(line.text) && !hasPriceName(page, line.element)) continue;
    readLineAmounts(page, line).forEach((amount, at) => {
      const label = at === 0 ? labelAbove(lines, index) : '';
      const prefix = ownLabel(amount, label);
      const money = parseMoney(`${prefix.replace(/\p{Nd}+/gu, '')} ${amount.text}`, signals);
      if (money === null || (!amount.hasMark && !priceNames.test(amount.hints))) return;
      const placement = placementPenalty(page, amount.element, lines[nameIndex]);
      found.push({
        money: { ...money, raw: amount.text },
        line: index,
        element: amount.element,
        role: roleOf(amount, label, money),
        isReplaced: amount.isStruck,
        label: labelKind(prefix),
        isElsewhere: placement >= elsewherePenalty,
        quote: amount.quote,
        score: scorePrice(amount, money, {
          line,
          label,
          proximity: proximityScore(index, nameIndex),
          placement,
        }),
      });
    });
  }
  const known = applyStatedDiscounts(found, lines);
  return known.map((price) => (isFormerUnitPrice(price, known) ? { ...price, role: 'unit' } : price));
}

/** Returns true for a struck price of a unit: its unit stands only behind the price of the unit that replaces it. */
function isFormerUnitPrice({ isReplaced, line }: VisiblePrice, all: readonly VisiblePrice[]): boolean {
  return isReplaced && all.some((other) => other.line === line && other.role === 'unit');
}

/** Returns true if the element of a line, or the one around it, is named as a price. */
function hasPriceName(page: PageView, element: number): boolean {
  const names = [element, parentOf(page.tree, element)].map((one) =>
    one > 0 ? (page.attributeOf(one, 'class') ?? '') : '',
  );
  return names.some((name) => /price|preis|prix|amount/i.test(name));
}

/** Penalty for the price of a part: it is the price of the product only if no other amount is likely. */
const partialPenalty = 4;
const minScore = 1;

/** Returns the most likely current price of the product; null if no price is likely. A list price counts if there is no other. */
function findCurrent(prices: readonly VisiblePrice[]): VisiblePrice | null {
  const rank = ({ role, score }: VisiblePrice) => (role === 'asked' ? score : score - partialPenalty);
  const best = (roles: readonly PriceRole[]) =>
    prices
      .filter((price) => roles.includes(price.role) && rank(price) >= minScore)
      .toSorted((one, other) => rank(other) - rank(one))[0];
  return best(['asked', 'unit', 'instalment']) ?? best(['former']) ?? null;
}

/** Returns the most likely current price of the page's product: one of another part only if its own part has none. */
export function findCurrentPrice(prices: readonly VisiblePrice[]): VisiblePrice | null {
  return findCurrent(prices.filter(({ isElsewhere }) => !isElsewhere)) ?? findCurrent(prices);
}

/** Maximum number of lines between two amounts of one offer. */
const maxLineDistance = 6;

/**
 * Returns the asked price that takes the place of another amount of the same offer, or null. Only words call that amount a
 * list price, an instalment or the price of a unit, so that the other one must be as likely and without a label of its own.
 */
export function findReplacement(prices: readonly VisiblePrice[], other: VisiblePrice): VisiblePrice | null {
  const near = prices.filter(
    (price) =>
      price.role === 'asked' &&
      price.label !== 'other' &&
      Math.abs(price.line - other.line) <= maxLineDistance &&
      price.score >= other.score,
  );
  return findCurrentPrice(near);
}

/** Returns the previous price: the nearest higher former price around the current one, or null. */
export function findFormerPrice(prices: readonly VisiblePrice[], current: VisiblePrice): VisiblePrice | null {
  const distance = ({ line }: VisiblePrice) => Math.abs(line - current.line);
  return (
    prices
      .filter(
        (one) =>
          one.role === 'former' &&
          one.isElsewhere === current.isElsewhere &&
          distance(one) <= maxLineDistance,
      )
      .filter(({ money }) => money.currency === current.money.currency || money.currency === null)
      .filter(({ money }) => compareAmounts(money.amount, current.money.amount) > 0)
      .toSorted((one, other) => distance(one) - distance(other))[0] ?? null
  );
}
