import { compareDecimals, type Decimal, parseDecimal } from '../../domain/values/decimal.ts';
import { integerAt, itemAt } from '../../domain/values/elements.ts';
import { parentOf } from '../../page/tree/tree.ts';
import type { PageView, TextLine } from '../page-view/page-view.ts';
import { type Money, type MoneySignals, parseMoney } from '../typed/money.ts';
import { withoutConditions } from '../typed/price-conditions.ts';
import { foldText } from '../words/words.ts';
import { type PricePiece, splitPricePieces } from './price-pieces.ts';

/** A visible price and its position. */
export interface VisiblePrice {
  money: Money;
  /** Index in the lines of the page. */
  line: number;
  element: number;
  /** True if the price is struck out or called a previous price. */
  isFormer: boolean;
  /** Score for being the current price of the product; comparable within one page. */
  score: number;
}

const maxLines = 4_000;
const maxPrices = 400;
const maxLineLength = 300;
const currencyMark =
  /[\p{Sc}]|\b(?:[A-Z]{3}|kr|zł|Kč|Ft|lei|Rp|RM|TL|Fr)(?![\p{L}])|円|元|원|руб|грн|د\.|ر\.|ريال|درهم/u;

/** Words near prices that are not the price of the product. */
const unrelatedWords =
  /shipping|delivery|versand|liefer(?:ung|kosten)|livraison|port\b|env[ií]o|spedizione|consegna|verzend|bezorg|frakt|dostaw|доставк|送料|deposit|pfand|gift card|gutschein|voucher|coupon|code\b|warrant|garant|insurance|versicherung|donat|fee\b|gebühr|minimum order|ab einem|over \D{0,3}\d|orders? (?:over|above)|free (?:over|from)/i;
const savingsWords =
  /(?:^|\s)(?:save|saving|saved|spar\p{L}*|sie sparen|écono\p{L}+|ahorr\p{L}+|rispar\p{L}+|bespaar|discount|rabatt?|remise|descuento|sconto|korting|off|minus)(?:\s|$|:)/iu;
const instalmentWords =
  /(?:\/\s?mo(?:nth)?\b|per month|a month|monthly|monatlich|\/\s?monat|mtl\.?|par mois|al mes|al mese|per maand|instal(?:l)?ments?|raten?\b|x \d+ (?:months|monate|mois)|apr\b)/i;
const otherSections =
  /related|recommend|similar|upsell|cross-?sell|also-?(?:bought|viewed|like)|carousel|slider|accessor|bundle|mini-?cart|basket|recently|ähnlich|sponsor/;
const otherElements = new Set(['nav', 'footer', 'aside']);
const currentPriceNames =
  /(?:^|[\s_-])(?:sale|current|now|final|special|our|actual|aktuell|today|main|buy)(?:[\s_-]?(?:price|preis|prix))?(?=$|[\s_-])/;
const priceNames =
  /price|preis|prix|precio|prezzo|prijs|cena|(?:^|[\s_-])pris(?=$|[\s_-])|preco|(?:^|[\s_-])amount/;
const prefixWords =
  /^(?:from|ab|starting (?:at|from)|as low as|à partir de|a partir de|desde|a partire da|da|vanaf|från|fra|od|от|was|uvp|rrp|msrp|statt|list price|before|avant|antes|prima|regular price|original price)\s*:?$/i;

/** Returns the line of the product name: the first heading that contains it, otherwise the first heading. */
function findNameLine(page: PageView, lines: readonly TextLine[], name: string | null): number {
  const headings = lines.flatMap((line, index) => (isInHeading(page, line.element) ? [index] : []));
  const foldedName = name === null ? '' : foldText(name);
  const contains = (index: number) => foldText(itemAt(lines, index).text).includes(foldedName);
  if (foldedName.length > 2) {
    const nameHeading =
      headings.find(contains) ?? lines.findIndex((line) => foldText(line.text) === foldedName);
    if (nameHeading !== undefined && nameHeading >= 0) return nameHeading;
  }
  return headings[0] ?? -1;
}

function isInHeading(page: PageView, element: number): boolean {
  for (let at = element, up = 0; at > 0 && up < 4; at = parentOf(page.tree, at), up++) {
    if (page.tree.names[integerAt(page.tree.name, at)] === 'h1') return true;
  }
  return false;
}

function proximityScore(line: number, name: number): number {
  const distance = line - name;
  if (name < 0) return 1;
  if (distance < 0) return distance > -4 ? 1 : 0;
  return distance <= 6 ? 3 : distance <= 15 ? 2 : distance <= 40 ? 1 : 0;
}

/** Returns the penalty for prices in parts of the page, or in links, about something else. */
function placementPenalty(page: PageView, element: number): number {
  let points = 0;
  for (let at = element; at > 0; at = parentOf(page.tree, at)) {
    const name = page.tree.names[integerAt(page.tree.name, at)] ?? '';
    if (name === 'body') break;
    const hints = `${page.attributeOf(at, 'class') ?? ''} ${page.attributeOf(at, 'id') ?? ''}`.toLowerCase();
    if (otherElements.has(name)) points += 4;
    if (otherSections.test(hints)) points += 4;
    if (name === 'option') points += 3;
    if (name === 'a' && leadsElsewhere(page, at)) points += 3;
  }
  return Math.min(points, 8);
}

function leadsElsewhere(page: PageView, link: number): boolean {
  const reference = page.attributeOf(link, 'href');
  const address = reference === null ? null : page.addresses.resolve(reference);
  return address !== null && address.split('#')[0] !== page.url.split('#')[0];
}

/** Labels of the price that is asked. */
const askedLabels =
  /^(?:(?:our|your|sale|special|current|today'?s|online|web|final|total|unit)? ?price|now|now only|only|buy (?:it )?now|preis|unser preis|aktueller preis|jetzt|nur|prix|notre prix|precio|nuestro precio|ahora|prezzo|adesso|ora|preço|preco|por|prijs|onze prijs|nu|pris|cena|цена|価格|販売価格|价格|售价)$/iu;
const maxLabelLength = 30;

/** Returns the label in front of a price: the beginning of its line, else the line before it. */
function labelOf(lines: readonly TextLine[], index: number, text: string): string {
  const own = /^([^\p{Nd}\p{Sc}]{2,40}?)\s*(?:[:：]|\s(?=[\p{Nd}\p{Sc}]))/u.exec(text)?.[1];
  if (own !== undefined && /\p{L}{2}/u.test(own)) return own.trim();
  const before = lines[index - 1]?.text ?? '';
  const isLabel = before.length <= maxLabelLength && /\p{L}/u.test(before) && !/\p{Nd}/u.test(before);
  return isLabel
    ? before
        .trim()
        .replace(/[:：]$/u, '')
        .trim()
    : '';
}

interface PricePosition {
  page: PageView;
  line: TextLine;
  /** Text of the line before it, if it is a label. */
  label: string;
  proximity: number;
}

function scorePrice(
  piece: PricePiece,
  money: Money,
  { page, line, label, proximity }: PricePosition,
): number {
  const text = `${label} ${withoutConditions(line.text)}`;
  let score = proximity;
  if (askedLabels.test(label)) score += 3;
  if (currencyMark.test(piece.text)) score += 2;
  if (priceNames.test(piece.hints)) score += 3;
  if (currentPriceNames.test(piece.hints)) score += 1;
  if (unrelatedWords.test(text)) score -= 5;
  if (savingsWords.test(text)) score -= 5;
  if (instalmentWords.test(text)) score -= 5;
  if (money.unit !== null) score -= 4;
  // A price usually stands alone; in a long line it is part of a sentence.
  if (text.length > 80 + label.length) score -= 2;
  return score - placementPenalty(page, piece.element);
}

/** Adds words such as "From" or "Was" that are on the line before the price. */
function withPrefixLine(lines: readonly TextLine[], index: number, text: string): string {
  const before = lines[index - 1]?.text ?? '';
  return before.length <= 20 && prefixWords.test(before) ? `${before.replace(/:$/, '')} ${text}` : text;
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
    if (
      !currencyMark.test(line.text) &&
      !/price|preis|prix|amount/i.test(page.attributeOf(line.element, 'class') ?? '')
    )
      continue;
    splitPricePieces(page, line).forEach((piece, at) => {
      const text = at === 0 ? withPrefixLine(lines, index, piece.text) : piece.text;
      const money = /\p{Nd}/u.test(text) ? parseMoney(text, signals) : null;
      if (money === null || money.amount.startsWith('-')) return;
      found.push({
        money,
        line: index,
        element: piece.element,
        isFormer: piece.isStruck || money.kind === 'list',
        score: scorePrice(piece, money, {
          page,
          line,
          label: labelOf(lines, index, line.text),
          proximity: proximityScore(index, nameIndex),
        }),
      });
    });
  }
  return found;
}

/** Returns the most likely current price of the product; null if no price is likely. */
export function findCurrentPrice(prices: readonly VisiblePrice[]): VisiblePrice | null {
  const candidates = prices.filter(({ isFormer }) => !isFormer);
  const best = (candidates.length > 0 ? candidates : prices).toSorted(
    (one, other) => other.score - one.score,
  )[0];
  return best === undefined || best.score < 1 ? null : best;
}

const maxLineDistance = 4;

/** Returns the previous price: a higher former price near the current one, or null. */
export function findFormerPrice(prices: readonly VisiblePrice[], current: VisiblePrice): string | null {
  const amount = parseDecimal(current.money.amount);
  if (amount === null) return null;
  const isHigher = (text: string) => {
    const other: Decimal | null = parseDecimal(text);
    return other !== null && compareDecimals(other, amount) > 0;
  };
  return (
    prices
      .filter(({ isFormer, line }) => isFormer && Math.abs(line - current.line) <= maxLineDistance)
      .filter(({ money }) => money.currency === current.money.currency || money.currency === null)
      .find(({ money }) => isHigher(money.amount))?.money.amount ?? null
  );
}
