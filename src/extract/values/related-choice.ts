import type { Json } from '../../domain/pages/extraction.ts';
import { functionWords } from '../../page/text/function-words.ts';
import { closeness, meaningOf } from '../../page/words/meaning.ts';
import { wordsOf } from '../words/words.ts';

/** Maximum number of words of a value that can mean a choice. */
const maxWords = 3;
/** Minimum closeness of a value to a choice, and by how much the next choice must be less close: "open" is close to "closed". */
const minCloseness = 0.5;
const minLead = 0.15;

/**
 * Returns the choice that a short value means, in any language of the word vectors: `used` for "Gebraucht". Null if several
 * choices are about as close, or if a word such as "like" or "not" relates the value to something else.
 */
export function findRelatedChoice(text: string, choices: readonly Json[]): string | null {
  const words = wordsOf(text);
  if (words.length === 0 || words.length > maxWords) return null;
  if (words.some((word) => functionWords.has(word) || /\d/.test(word))) return null;
  const own = meaningOf(words);
  if (own === null) return null;
  const rated = choices
    .filter((choice) => typeof choice === 'string')
    .map((choice) => {
      const meaning = meaningOf(wordsOf(choice));
      return { choice, closeness: meaning === null ? 0 : closeness(own, meaning) };
    })
    .sort((one, other) => other.closeness - one.closeness);
  const [best, second] = rated;
  if (best === undefined || best.closeness < minCloseness) return null;
  return best.closeness - (second?.closeness ?? 0) < minLead ? null : best.choice;
}
