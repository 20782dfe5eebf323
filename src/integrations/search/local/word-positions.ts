import { findIdentifierWords, wordsIn } from './identifiers.ts';

/** Highest position in a text search vector of PostgreSQL, and the number of positions that it keeps of a word. */
const maxPosition = 16_383;
const maxPositionsOfWord = 255;
/** Longer words are data. PostgreSQL ignores those of more than 2,046 bytes. */
const maxWordLength = 500;

/**
 * Returns the words of a text with the positions of each, as `pump:1,5 run:2`. Words for the identifiers of the text, at most
 * `maxIdentifierWords`, follow it.
 */
export function wordPositions(text: string, maxIdentifierWords: number): string {
  const found = new Map<string, number[]>();
  let position = 0;
  const add = (word: string) => {
    if (word.length > maxWordLength) return;
    position = Math.min(maxPosition, position + 1);
    const own = found.get(word);
    if (own === undefined) found.set(word, [position]);
    else if (own.length < maxPositionsOfWord) own.push(position);
  };
  for (const word of wordsIn(text)) add(word);
  for (const word of findIdentifierWords(text, maxIdentifierWords)) add(word);
  return Array.from(found, ([word, positions]) => `${word}:${positions.join(',')}`).join(' ');
}
