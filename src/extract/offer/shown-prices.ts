import { compareDecimals, type Decimal, parseDecimal } from '../../domain/decimal.ts';
import type { PageView, TextLine } from '../page-view.ts';
import { type Money, type MoneySignals, parseMoney } from '../typed/money.ts';
import { folded } from '../words.ts';
import { type PricePiece, piecesOf } from './price-pieces.ts';

/** A price that a page shows, and where. */
export interface ShownPrice {
  money: Money;
  /** Index among the page's lines. */
  line: number;
  element: number;
  /** Struck out, or called what it was before. */
  isFormer: boolean;
  /** How much it looks like what the page asks for its product; comparable within one page. */
  score: number;
}

const mostLines = 4_000;
const mostPrices = 400;
const longestLine = 300;
const mark =
  /[\p{Sc}]|\b(?:[A-Z]{3}|kr|zł|Kč|Ft|lei|Rp|RM|TL|Fr)(?![\p{L}])|円|元|원|руб|грн|د\.|ر\.|ريال|درهم/u;

/** Words around prices that are none of the product itself. */
const besides =
  /shipping|delivery|versand|liefer(?:ung|kosten)|livraison|port\b|env[ií]o|spedizione|consegna|verzend|bezorg|frakt|dostaw|доставк|送料|deposit|pfand|gift card|gutschein|voucher|coupon|code\b|warrant|garant|insurance|versicherung|donat|fee\b|gebühr|minimum order|ab einem|over \D{0,3}\d|orders? (?:over|above)|free (?:over|from)/i;
const savings =
  /(?:^|\s)(?:save|saving|saved|spar\p{L}*|sie sparen|écono\p{L}+|ahorr\p{L}+|rispar\p{L}+|bespaar|discount|rabatt?|remise|descuento|sconto|korting|off|minus)(?:\s|$|:)/iu;
const instalments =
  /(?:\/\s?mo\b|per month|a month|monthly|monatlich|\/\s?monat|mtl\.?|par mois|al mes|al mese|per maand|instal(?:l)?ments?|raten?\b|x \d+ (?:months|monate|mois)|apr\b)/i;
const otherPlaces =
  /related|recommend|similar|upsell|cross-?sell|also-?(?:bought|viewed|like)|carousel|slider|accessor|bundle|mini-?cart|basket|recently|ähnlich|sponsor/;
const otherElements = new Set(['nav', 'footer', 'aside']);
const bestNames =
  /(?:^|[\s_-])(?:sale|current|now|final|special|our|actual|aktuell|today|main|buy)(?:[\s_-]?(?:price|preis|prix))?(?=$|[\s_-])/;
const priceNames =
  /price|preis|prix|precio|prezzo|prijs|cena|(?:^|[\s_-])pris(?=$|[\s_-])|preco|(?:^|[\s_-])amount/;
const lowerWords =
  /^(?:from|ab|starting (?:at|from)|as low as|à partir de|a partir de|desde|a partire da|da|vanaf|från|fra|od|от|was|uvp|rrp|msrp|statt|list price|before|avant|antes|prima|regular price|original price)\s*:?$/i;

/** Where the product's name stands: the first heading that says it, or the first heading. */
function nameLine(page: PageView, lines: readonly TextLine[], name: string | null): number {
  const headings = lines.flatMap((line, index) => (isInHeading(page, line.element) ? [index] : []));
  const wanted = name === null ? '' : folded(name);
  const says = (index: number) => folded((lines[index] as TextLine).text).includes(wanted);
  if (wanted.length > 2) {
    const said = headings.find(says) ?? lines.findIndex((line) => folded(line.text) === wanted);
    if (said !== undefined && said >= 0) return said;
  }
  return headings[0] ?? -1;
}

function isInHeading(page: PageView, element: number): boolean {
  for (let at = element, up = 0; at > 0 && up < 4; at = page.tree.parent[at] as number, up++) {
    if (page.tree.names[page.tree.name[at] as number] === 'h1') return true;
  }
  return false;
}

function nearness(line: number, name: number): number {
  const distance = line - name;
  if (name < 0) return 1;
  if (distance < 0) return distance > -4 ? 1 : 0;
  return distance <= 6 ? 3 : distance <= 15 ? 2 : distance <= 40 ? 1 : 0;
}

/** Points off for a price in a part of the page, or a link, that is about something else. */
function outOfPlace(page: PageView, element: number): number {
  let points = 0;
  for (let at = element; at > 0; at = page.tree.parent[at] as number) {
    const name = page.tree.names[page.tree.name[at] as number] ?? '';
    if (name === 'body') break;
    const hints = `${page.attributeOf(at, 'class') ?? ''} ${page.attributeOf(at, 'id') ?? ''}`.toLowerCase();
    if (otherElements.has(name)) points += 4;
    if (otherPlaces.test(hints)) points += 4;
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

function scoreOf(page: PageView, piece: PricePiece, money: Money, line: TextLine, near: number): number {
  const text = line.text;
  let score = near;
  if (mark.test(piece.text)) score += 2;
  if (priceNames.test(piece.hints)) score += 3;
  if (bestNames.test(piece.hints)) score += 1;
  if (besides.test(text)) score -= 5;
  if (savings.test(text)) score -= 5;
  if (instalments.test(text)) score -= 5;
  if (money.unit !== null) score -= 4;
  // A price stands alone; in a sentence it is told of.
  if (text.length > 80) score -= 2;
  return score - outOfPlace(page, piece.element);
}

/** The words before a price that stand in a line of their own: "From", "Was". */
function withWordsBefore(lines: readonly TextLine[], index: number, text: string): string {
  const before = lines[index - 1]?.text ?? '';
  return before.length <= 20 && lowerWords.test(before) ? `${before.replace(/:$/, '')} ${text}` : text;
}

/** Every price that the page shows, in page order. */
export function shownPrices(page: PageView, name: string | null, signals: MoneySignals): ShownPrice[] {
  const lines = page.lines().slice(0, mostLines);
  const named = nameLine(page, lines, name);
  const found: ShownPrice[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.text.length > longestLine || !/\p{Nd}/u.test(line.text) || found.length >= mostPrices) continue;
    if (
      !mark.test(line.text) &&
      !/price|preis|prix|amount/i.test(page.attributeOf(line.element, 'class') ?? '')
    )
      continue;
    piecesOf(page, line).forEach((piece, at) => {
      const text = at === 0 ? withWordsBefore(lines, index, piece.text) : piece.text;
      const money = /\p{Nd}/u.test(text) ? parseMoney(text, signals) : null;
      if (money === null || money.amount.startsWith('-')) return;
      found.push({
        money,
        line: index,
        element: piece.element,
        isFormer: piece.isStruck || money.kind === 'list',
        score: scoreOf(page, piece, money, line, nearness(index, named)),
      });
    });
  }
  return found;
}

/** The price that the page asks for its product, by all signs; null when it shows none. */
export function askedPrice(prices: readonly ShownPrice[]): ShownPrice | null {
  const open = prices.filter(({ isFormer }) => !isFormer);
  const best = (open.length > 0 ? open : prices).toSorted((one, other) => other.score - one.score)[0];
  return best === undefined || best.score < 1 ? null : best;
}

const nearLines = 4;

/** What the product cost before: a former price beside the one asked that is higher, or null. */
export function formerPrice(prices: readonly ShownPrice[], asked: ShownPrice): string | null {
  const amount = parseDecimal(asked.money.amount);
  if (amount === null) return null;
  const isHigher = (text: string) => {
    const other: Decimal | null = parseDecimal(text);
    return other !== null && compareDecimals(other, amount) > 0;
  };
  return (
    prices
      .filter(({ isFormer, line }) => isFormer && Math.abs(line - asked.line) <= nearLines)
      .filter(({ money }) => money.currency === asked.money.currency || money.currency === null)
      .find(({ money }) => isHigher(money.amount))?.money.amount ?? null
  );
}
