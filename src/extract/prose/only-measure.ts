import { closeness, meaningOf } from '../../page/words/meaning.ts';
import type { Sentence } from './sentences.ts';
import type { AskedField } from './span-features.ts';
import { similarity } from './span-features.ts';

/** Names of the dimensions that a unit alone tells: what has square metres is an area, but centimetres are many things. */
const dimensionNames: Readonly<Record<string, readonly string[]>> = {
  area: ['area', 'surface', 'size'],
  mass: ['weight', 'mass'],
  volume: ['volume', 'capacity'],
  power: ['power'],
  pressure: ['pressure'],
  speed: ['speed'],
  energy: ['energy'],
  frequency: ['frequency'],
  voltage: ['voltage'],
};
const minCloseness = 0.6;
const minSimilarity = 0.75;

/** Returns the words of a field's name that do not name the dimension of its unit; null if its name says nothing more and the unit does not tell. */
function qualifiersOf({ words, unit }: AskedField): AskedField['words'] | null {
  if (unit === null) return null;
  const names = dimensionNames[unit.dimension] ?? [];
  const meanings = names.map((name) => meaningOf([name]));
  const isName = ({ word, meaning }: AskedField['words'][number]) =>
    names.includes(word) ||
    (meaning !== null && meanings.some((one) => one !== null && closeness(one, meaning) >= minCloseness));
  const rest = words.filter((word) => !isName(word));
  return words.length > 0 ? rest : null;
}

/** A candidate of which the unit and the sentence are known. */
interface Measured {
  sentence: Sentence;
  value: unknown;
}

/**
 * Returns the only value of the page in the unit that a field asks for, if the name of the field says no more than what the unit
 * measures, or the sentence has its other words: `area_m2` of "96 m² in all", `max_power_w` of "E27, max 40 W", `climb_m` of "180 m
 * of climbing".
 */
export function onlyMeasure<Candidate extends Measured>(
  asked: AskedField,
  candidates: readonly Candidate[],
): Candidate | null {
  const [first] = candidates;
  const qualifiers = qualifiersOf(asked);
  if (first === undefined || qualifiers === null) return null;
  if (candidates.some(({ value }) => value !== first.value)) return null;
  const isQualified = qualifiers.every((own) =>
    first.sentence.words.some(({ word }) => similarity(own, word) >= minSimilarity),
  );
  return isQualified ? first : null;
}
