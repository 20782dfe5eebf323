import type { Candidate } from '../../facts/candidate.ts';
import type { Field } from '../../schema/field.ts';
import { isLowerBound, isUpperBound } from '../../typed/price-words.ts';
import { wordsOf } from '../../words/words.ts';

type End = 'lower' | 'upper';

/** Words of fields that ask for one end of a range. */
const endWords: Readonly<Record<End, ReadonlySet<string>>> = {
  lower: new Set('min minimum from lower lowest low minimo minimal mini'.split(' ')),
  upper: new Set('max maximum to upper highest high maximo maximal maxi'.split(' ')),
};

/** Share of the strength of a text with the whole name of a field. */
const endShare = 0.95;
const maxRangeLength = 80;

/** Two amounts with a dash or a word between them; each may have a currency, a scale and a unit. */
const rangeForm =
  /^(?<lower>[^\d–—]{0,24}\d[\d.,' ]*(?:\s?[^\s\d–—-]{1,8})?)\s?(?:[–—-]|\bto\b|\bbis\b|\bà\b|\ba\b|\btot\b|\bdo\b)\s?(?<upper>[^\d–—]{0,12}\d.*)$/iu;
/** Two amounts in a sentence: "between €10 and €20". */
const pairForm =
  /(?<!\p{L})(?:between|zwischen|entre|tra|fra|tussen|mellan|mellem)\s(?<lower>[^\d\p{L}]{0,6}\d[\d.,' ]*(?:\s?[^\s\d]{1,8})?)\s(?:and|und|et|y|e|en|och|og)\s(?<upper>[^\d]{0,12}\d.*)$/iu;
const scaleBehind = /\d\s?(?:k|m|mio|mrd|bn|tsd|lakh|cr|万|億)(?!\p{L})/iu;
/** An amount with its currency sign, behind words. */
const amountForm = /(?:\p{Sc}\s?)?\d/u;
const atLeast = /^[^\d]{0,6}\d[\d.,']*\s?\p{Sc}?\+$/u;

/**
 * Returns the ends that a text states, as the page shows them. The lower end is null if it is not complete without the scale
 * of the upper one: `€50–60k`. "From €20" states only the lower end, and "up to €20" the upper one.
 */
function endsOf(text: string): Readonly<Record<End, string | null>> {
  const none = { lower: null, upper: null };
  if (text.length > maxRangeLength) return none;
  const plain = text.trim();
  const { lower, upper } = (pairForm.exec(plain) ?? rangeForm.exec(plain))?.groups ?? {};
  if (lower !== undefined && upper !== undefined) {
    const isIncomplete = scaleBehind.test(upper) && !scaleBehind.test(lower);
    return { lower: isIncomplete ? null : lower.trim(), upper: upper.trim() };
  }
  const ahead = plain.slice(0, Math.max(0, plain.search(amountForm)));
  if (isLowerBound(ahead) || atLeast.test(plain)) return { lower: plain, upper: null };
  return isUpperBound(ahead) ? { lower: null, upper: plain } : none;
}

/** Returns the field that asks for a whole range of which a field asks for one end; null if it asks for something else. */
function wholeOf(field: Field): { whole: Field; end: End } | null {
  for (const end of ['lower', 'upper'] as const) {
    const words = field.words.filter((word) => !endWords[end].has(word));
    if (words.length > 0 && words.length === field.words.length - 1)
      return { whole: { ...field, words, name: words.join('_'), description: '' }, end };
  }
  return null;
}

/**
 * Returns the candidates for a field with "min" or "max" in its name: the ends of the ranges that `gather` finds for the field
 * without this word, such as `salary_min` of "Salary: €50k – €60k". A single amount of money is neither of the ends, and is left
 * out of `own`, unless its name on the page has the word as well.
 */
export function rangeEnds(
  field: Field,
  own: readonly Candidate[],
  gather: (field: Field) => Candidate[],
): Candidate[] {
  const asked = wholeOf(field);
  if (asked === null) return [...own];
  const { whole, end } = asked;
  const named = own.filter(
    ({ reason }) => field.kind !== 'money' || wordsOf(reason).some((word) => endWords[end].has(word)),
  );
  const ends = gather(whole).flatMap((candidate): Candidate[] => {
    const text = endsOf(candidate.text)[end];
    return text === null ? [] : [{ ...candidate, text, strength: candidate.strength * endShare }];
  });
  return [...named, ...ends];
}
