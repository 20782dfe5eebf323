import { memoize } from '../../domain/values/memoize.ts';
import { wordsOf } from './words.ts';

/** Returns the words of a class, an id or another name, as {@link wordsOf} does; cached, because pages repeat few names. */
export const nameWords: (name: string) => readonly string[] = memoize(wordsOf);
