import {
  findNumbers,
  getNumberFormatOf,
  normalizeDigits,
  readScaled,
  scaleAfter,
} from '../../page/text/number.ts';
import { readScaleWord } from '../../page/text/scale-words.ts';
import { isLowerBound, isUpperBound } from './price-words.ts';

/** One end of a range. */
export type RangeEnd = 'lower' | 'upper';

const maxRangeLength = 80;

/** Two amounts with a dash or a word between them; each may have a currency, a scale and a unit. */
const rangeForm =
  /^(?<lower>[^\d–—~～〜]{0,24}\d[\d.,' ]*(?:\s?[^\s\d–—~～〜-]{1,8}){0,2}?)\s?(?:[–—~～〜-]|\bto\b|\bbis\b|\bà\b|\ba\b|\btot\b|\bdo\b)\s?(?<upper>[^\d–—]{0,12}\d.*)$/iu;
/** Two amounts in a sentence: "between €10 and €20". */
const pairForm =
  /(?<!\p{L})(?:between|zwischen|entre|tra|fra|tussen|mellan|mellem)\s(?<lower>[^\d\p{L}]{0,6}\d[\d.,' ]*(?:\s?[^\s\d]{1,8})?)\s(?:and|und|et|y|e|en|och|og)\s(?<upper>[^\d]{0,12}\d.*)$/iu;
/** An amount with its currency sign, behind words. */
const amountForm = /(?:\p{Sc}\s?)?\d/u;
const atLeast = /^[^\d]{0,6}\d[\d.,']*\s?\p{Sc}?\+$/u;
const firstWord = /^\s?\p{L}{1,12}\.?/u;

/** How the texts of a range are read. */
export interface RangeReading {
  /** Language of the page (BCP 47), or null. */
  language: string | null;
  /** True if the amounts are of money, of which a small `m` means millions. */
  isMoney: boolean;
}

/** Returns the first number of a text, with its value and the text of its scale (empty if it has none). */
function firstScaled(text: string, { language, isMoney }: RangeReading) {
  const format = getNumberFormatOf(language);
  const number = findNumbers(text, format)[0];
  if (number === undefined) return null;
  const rest = text.slice(number.to);
  const word = readScaleWord(rest, format.scales ?? []);
  if (word !== null)
    return { number, scale: rest.slice(0, word.length), value: readScaled(text, number, format).value };
  const factor = scaleAfter(rest, isMoney);
  const scale = factor === 1 ? '' : (firstWord.exec(rest)?.[0] ?? '');
  return { number, scale, value: Number(number.amount) * factor };
}

/**
 * Returns the lower end with the scale of the upper one if only that has one: `€50k` of `€50–60k`. An end that would then be
 * above the upper one has its own scale: `500–1.2k`.
 */
function withSharedScale(lower: string, upper: string, reading: RangeReading): string {
  const plain = normalizeDigits(lower);
  const low = firstScaled(plain, reading);
  const high = firstScaled(normalizeDigits(upper), reading);
  if (low === null || high === null || low.scale !== '' || high.scale === '') return lower;
  const scaled = `${plain.slice(0, low.number.to)}${high.scale}${plain.slice(low.number.to)}`;
  const value = firstScaled(scaled, reading)?.value ?? Number.POSITIVE_INFINITY;
  return value > high.value ? lower : scaled;
}

/**
 * Returns the ends of a range that a text states, each as a text of its own, or null: `€50k` and `60k` of `€50–60k`. "From €20"
 * states only the lower end, and "up to €20" the upper one.
 */
export function endsOfRange(raw: string, reading: RangeReading): Readonly<Record<RangeEnd, string | null>> {
  const none = { lower: null, upper: null };
  if (raw.length > maxRangeLength) return none;
  const text = raw.trim();
  const { lower, upper } = (pairForm.exec(text) ?? rangeForm.exec(text))?.groups ?? {};
  if (lower !== undefined && upper !== undefined)
    return { lower: withSharedScale(lower.trim(), upper, reading), upper: upper.trim() };
  const ahead = text.slice(0, Math.max(0, text.search(amountForm)));
  if (isLowerBound(ahead) || atLeast.test(text)) return { lower: text, upper: null };
  return isUpperBound(ahead) ? { lower: null, upper: text } : none;
}
