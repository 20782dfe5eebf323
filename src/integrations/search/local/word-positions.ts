import { memoize } from '../../../domain/values/memoize.ts';
import { findIdentifierWords, wordsIn } from './identifiers.ts';

/** Highest position in a text search vector of PostgreSQL, and the number of positions that it keeps of a word. */
const maxPosition = 16_383;
const maxPositionsOfWord = 255;
/** Longer words are data. PostgreSQL ignores those of more than 2,046 bytes. */
const maxWordLength = 500;

/**
 * Words of a piece of text without spaces, and those that stand for its identifiers. Nothing around it changes them, and most
 * pieces of a text were in an earlier one, so that they are computed once.
 */
const wordsOfPiece = memoize((piece) => ({
  words: wordsIn(piece),
  identifiers: findIdentifierWords(piece, Number.POSITIVE_INFINITY),
}));

/** Returns the pieces of a text between spaces; an empty one at a space with which it starts or ends. */
export function splitPieces(text: string): string[] {
  return text.split(/\s+/);
}

/**
 * Returns the words of the pieces of a text with the positions of each, as `pump:1,5 run:2`. Words for the identifiers of the
 * text, at most `maxIdentifierWords`, follow it.
 */
export function wordPositions(pieces: readonly string[], maxIdentifierWords: number): string {
  const found = new Map<string, number[]>();
  const identifiers = new Set<string>();
  let position = 0;
  const add = (word: string) => {
    if (word.length > maxWordLength) return;
    position = Math.min(maxPosition, position + 1);
    const own = found.get(word);
    if (own === undefined) found.set(word, [position]);
    else if (own.length < maxPositionsOfWord) own.push(position);
  };
  for (const piece of pieces) {
    const own = wordsOfPiece(piece);
    for (const word of own.words) add(word);
    for (const word of own.identifiers) {
      if (identifiers.size < maxIdentifierWords) identifiers.add(word);
    }
  }
  for (const word of identifiers) add(word);
  let said = '';
  for (const [word, positions] of found) said += `${said === '' ? '' : ' '}${word}:${positions.join(',')}`;
  return said;
}
