import { decodeHTML } from 'entities';
import { foldLetters, foldText } from '../../src/extract/words/words.ts';

/** Returns whether two texts have the same letters and digits. */
export function isSame(one: unknown, other: unknown): boolean {
  return foldLetters(decodeHTML(String(one))) === foldLetters(decodeHTML(String(other)));
}

function words(text: unknown): string[] {
  return foldText(decodeHTML(String(text))).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Returns whether a text is essentially correct: at least half of the words of each occur in the other. */
export function isAlike(one: unknown, other: unknown): boolean {
  if (isSame(one, other)) return true;
  const [mine, theirs] = [words(one), words(other)];
  const left = new Set(theirs);
  const common = mine.filter((word) => left.delete(word)).length;
  return common * 2 >= Math.max(mine.length, theirs.length) && common > 0;
}

/** Returns the F1 of two lists whose entries are compared by letters and digits. */
export function listScore(found: readonly unknown[], wanted: readonly unknown[]): number {
  const left = wanted.map((entry) => foldLetters(decodeHTML(String(entry))));
  let right = 0;
  for (const entry of found) {
    const at = left.indexOf(foldLetters(decodeHTML(String(entry))));
    if (at === -1) continue;
    left.splice(at, 1);
    right++;
  }
  if (found.length === 0 || wanted.length === 0) return found.length === wanted.length ? 1 : 0;
  return right === 0 ? 0 : (2 * right) / (found.length + wanted.length);
}
