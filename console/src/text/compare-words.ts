import { diffArrays } from 'diff';

/** Longer texts are shown as removed and added as a whole, because comparing them would block the page. */
const maxComparedLength = 20_000;
const maxCompareMs = 80;
/** A number with its separators, a word, white space, or one other character. */
const token = /\d+(?:[.,:'’]\d+)*|[\p{L}\p{M}_]+|\s+|./gsu;

/** A piece of two compared texts. */
export interface Part {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Compares two texts word by word; a number is one word. */
export function compareWords(before: string, after: string): Part[] {
  const isShort = before.length + after.length <= maxComparedLength;
  const wordsOf = (text: string) => text.match(token) ?? [];
  const changes = isShort
    ? diffArrays(wordsOf(before), wordsOf(after), { timeout: maxCompareMs })
    : undefined;
  if (changes === undefined) {
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ];
  }
  return changes.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value.join(''),
  }));
}
