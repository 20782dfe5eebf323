import { memoize } from '../../domain/values/memoize.ts';
import { wordsOf } from './words.ts';

/** Returns the words of a class, an id or another name, as {@link wordsOf} does; cached, because pages repeat few names. */
export const nameWords: (name: string) => readonly string[] = memoize(wordsOf);

const ascii = /^[\x00-\x7f]*$/;
const maxNamesLength = 300;

/**
 * Returns a function that finds the first of the names in a class attribute that has one of `words` and none of `others`; null if
 * there is none. Longer attributes than 300 code units have none. The words consist of lower-case ASCII letters.
 */
export function createNameFinder(
  words: ReadonlySet<string>,
  others: ReadonlySet<string>,
): (names: string) => string | null {
  // The folded words of ASCII names are parts of them, so that most attributes are left out by one look.
  const anyWord = new RegExp([...words].join('|'), 'i');
  return (names) => {
    if (names.length > maxNamesLength || (ascii.test(names) && !anyWord.test(names))) return null;
    const name = names.split(/\s+/).find((one) => {
      const own = nameWords(one);
      return own.some((word) => words.has(word)) && !own.some((word) => others.has(word));
    });
    return name ?? null;
  };
}
