import type { Candidate } from '../../facts/candidate.ts';
import type { PageFacts } from '../../facts/page-facts.ts';
import { conceptsOf } from '../../schema/concepts.ts';
import type { Field } from '../../schema/field.ts';
import { getFieldNames, scoreNameMatch } from '../../schema/name-match.ts';

/** Words of fields that ask for one end of a range. */
const lowerWords = new Set('min minimum from lower lowest minimo minimal mini'.split(' '));
const upperWords = new Set('max maximum to upper highest maximo maximal maxi'.split(' '));

const minStrength = 0.5;
/** Share of the strength of a label with the whole name of a field. */
const endShare = 0.95;
const maxRangeLength = 80;

/** Two amounts with a dash or a word between them; each may have a currency, a scale and a unit. */
const rangeForm =
  /^(?<lower>[^\d–—]{0,12}\d[\d.,' ]*(?:\s?[^\s\d–—-]{1,8})?)\s?(?:[–—-]|\bto\b|\bbis\b|\bà\b|\ba\b|\btot\b|\bdo\b)\s?(?<upper>[^\d–—]{0,12}\d.*)$/iu;
const scaleBehind = /\d\s?(?:k|m|mio|mrd|bn|tsd|lakh|cr|万|億)(?!\p{L})/iu;

/**
 * Returns the ends of a range as the page shows them; null if the lower one is not complete without the scale of the upper one:
 * `€50–60k`.
 */
function endsOf(text: string): { lower: string; upper: string } | null {
  const { lower, upper } = (text.length <= maxRangeLength && rangeForm.exec(text.trim())?.groups) || {};
  if (lower === undefined || upper === undefined) return null;
  return scaleBehind.test(upper) && !scaleBehind.test(lower)
    ? null
    : { lower: lower.trim(), upper: upper.trim() };
}

/**
 * Returns the end of the range beside a label that a field with "min" or "max" in its name asks for: `salary_min` of "Salary:
 * €50k – €60k". A single value is neither of them.
 */
export function rangeEnds(field: Field, page: PageFacts): Candidate[] {
  const words = field.words.filter((word) => !lowerWords.has(word) && !upperWords.has(word));
  if (words.length === 0 || words.length !== field.words.length - 1) return [];
  const end = field.words.some((word) => lowerWords.has(word)) ? 'lower' : 'upper';
  const names = getFieldNames({ ...field, words, description: '' }, conceptsOf(words));
  return page.labels().flatMap((pair): Candidate[] => {
    const fit = pair.strength < minStrength ? 0 : scoreNameMatch(names, pair.phrase, pair.words);
    const ends = fit === 0 ? null : endsOf(pair.value);
    if (ends === null) return [];
    const strength = pair.strength * fit * endShare;
    return [
      { text: ends[end], node: pair.node, source: 'visible', reason: `label "${pair.label}"`, strength, fit },
    ];
  });
}
