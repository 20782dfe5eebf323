import type { Candidate } from '../../facts/candidate.ts';
import type { Field } from '../../schema/field.ts';
import { kindOf } from '../../schema/field-kind.ts';
import { endsOfRange, type RangeEnd } from '../../typed/range-text.ts';
import { wordsOf } from '../../words/words.ts';

/** Words of fields that ask for one end of a range. */
const endWords: Readonly<Record<RangeEnd, ReadonlySet<string>>> = {
  lower: new Set('min minimum from lower lowest low minimo minimal mini'.split(' ')),
  upper: new Set('max maximum to upper highest high maximo maximal maxi'.split(' ')),
};

/** Share of the strength of a text with the whole name of a field. */
const endShare = 0.95;

/** Returns the field that asks for a whole range of which a field asks for one end; null if it asks for something else. */
function wholeOf(field: Field): { whole: Field; end: RangeEnd } | null {
  for (const end of ['lower', 'upper'] as const) {
    const words = field.words.filter((word) => !endWords[end].has(word));
    if (words.length !== field.words.length - 1) continue;
    // The object of `salary: { min, max }` names the range.
    const outer = field.context.at(-1) ?? [];
    const whole = words.length > 0 ? words : outer;
    const context = words.length > 0 ? field.context : field.context.slice(0, -1);
    const kind = words.length > 0 ? field.kind : kindOf({ ...field, words: whole, description: '' });
    if (whole.length > 0)
      return {
        whole: { ...field, kind, context, words: whole, name: whole.join('_'), description: '' },
        end,
      };
  }
  return null;
}

/**
 * Returns the candidates for a field with "min" or "max" in its name: the ends of the ranges that `gather` finds for the field
 * without this word, such as `salary_min` of "Salary: €50k – €60k". A single amount of money is neither of the ends, and is left
 * out of `own`, unless its name on the page has the word as well; so is a whole range.
 */
export function rangeEnds(
  field: Field,
  own: readonly Candidate[],
  language: string | null,
  gather: (field: Field) => Candidate[],
): Candidate[] {
  const asked = wholeOf(field);
  if (asked === null) return [...own];
  const { whole, end } = asked;
  const reading = { language, isMoney: whole.kind === 'money' };
  const endOf = ({ text }: Candidate) => endsOfRange(text, reading)[end];
  const named = own.filter(
    (one) =>
      endOf(one) === null &&
      (field.kind !== 'money' || wordsOf(one.reason).some((word) => endWords[end].has(word))),
  );
  const ends = gather(whole).flatMap((candidate): Candidate[] => {
    const text = endOf(candidate);
    return text === null ? [] : [{ ...candidate, text, strength: candidate.strength * endShare }];
  });
  return [...named, ...ends];
}
