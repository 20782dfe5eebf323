import type { TextLine } from '../../page-view/page-view.ts';
import type { Money } from '../../typed/money.ts';
import { labelKind, type PriceRole, roleBefore, roleBehind } from '../../typed/price-words.ts';
import type { LineAmount } from './line-amounts.ts';

const currentPriceNames =
  /(?:^|[\s_-])(?:sale|current|now|final|special|our|actual|aktuell|today|main|buy)(?:[\s_-]?(?:price|preis|prix))?(?=$|[\s_-])/;
/** Names of the elements of prices. */
export const priceNames =
  /price|preis|prix|precio|prezzo|prijs|cena|(?:^|[\s_-])pris(?=$|[\s_-])|preco|(?:^|[\s_-])amount/;
const maxLabelLength = 40;

/** Returns the line before an amount if it may be the label of the amount: short words without a number. */
export function labelAbove(lines: readonly TextLine[], index: number): string {
  const above = lines[index - 1]?.text ?? '';
  return above.length <= maxLabelLength && /\p{L}/u.test(above) && !/\p{Nd}/u.test(above) ? above : '';
}

/** Returns what an amount means: a struck one was paid before; else the nearest words decide, then the names of its elements. */
export function roleOf(amount: LineAmount, label: string, money: Money): PriceRole {
  if (amount.isStruck) return 'former';
  if (money.currency === 'BRL' && /(?:^|\s)de ?:? ?$/iu.test(ownLabel(amount, label))) return 'former';
  // The sum of several products is the price of none of them.
  if (isSum(ownLabel(amount, label))) return 'conditional';
  const own = roleBefore(amount.before) ?? (/\p{L}/u.test(amount.before) ? null : roleBefore(label));
  const behind = roleBehind(amount.behind);
  if (money.amount.startsWith('-')) return 'saving';
  if (own !== null && own !== 'asked') return own;
  if (behind !== null) return behind;
  if (money.unit !== null) return 'unit';
  return amount.isNamedFormer && own === null ? 'former' : 'asked';
}

const sumLabel =
  /^\W*(?:total(?: price)?|bundle price|price for (?:all|both)|gesamtpreis|zusammen|prix total|precio total|prezzo totale|totaalprijs|razem)\W*$/iu;

/** Returns true if a label names a sum; a page with a cart or a set has one beside the price of its product. */
function isSum(label: string): boolean {
  return sumLabel.test(label);
}

/** Returns the words in front of an amount: those of its line, else the line before it. */
export function ownLabel({ before }: LineAmount, labelLine: string): string {
  return /\p{L}/u.test(before) ? before : labelLine;
}

const maxLineOfPrice = 80;

/** Returns the score of an amount for being a current price, by its names and by the words of its line. */
export function scoreAmount(amount: LineAmount, money: Money, line: TextLine, label: string): number {
  let score = 0;
  if (labelKind(ownLabel(amount, label)) === 'asked') score += 3;
  if (amount.hasMark) score += 2;
  if (priceNames.test(amount.hints)) score += 3;
  if (currentPriceNames.test(amount.hints)) score += 1;
  // A price usually stands alone; a long text mentions all kinds of amounts.
  if (line.text.length > maxLineOfPrice) score -= 2;
  // The total of an empty basket.
  if (Number(money.amount) === 0) score -= 6;
  return score;
}
