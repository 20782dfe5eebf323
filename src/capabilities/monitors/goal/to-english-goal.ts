import { readJsonAsset } from '../../../page/assets/read-json-asset.ts';

/** English phrases of goals, with the folded phrases of other languages that mean the same. */
const phrases = readJsonAsset('capabilities/monitors/goal/goal-words.json') as Record<string, string[]>;
const englishOf = new Map(
  Object.entries(phrases).flatMap(([english, others]) => others.map((other) => [other, english] as const)),
);
const maxWords = Math.max(...[...englishOf.keys()].map((phrase) => phrase.split(' ').length));

/**
 * Returns a folded goal with the phrases of other languages in English, and decimal commas as points. Other words stay: they name
 * the subject. A goal is translated word by word, so that its order is that of its language.
 */
export function toEnglishGoal(goal: string): string {
  const words = goal
    .replace(/(\d),(\d{1,2})(?!\d)/g, '$1.$2')
    .replace(/(\p{L})['’-](?=\p{L})/gu, '$1 ')
    .replace(/[,;.!?](?=\s|$)/g, ' $& ')
    .split(/\s/)
    .filter((word) => word !== '');
  const translated: string[] = [];
  for (let at = 0; at < words.length; ) {
    const length = phraseLengthAt(words, at);
    const phrase = words.slice(at, at + length).join(' ');
    translated.push(englishOf.get(phrase) ?? phrase);
    at += length;
  }
  return translated.join(' ');
}

/** Returns the number of words of the longest known phrase at a position; 1 if none is known. */
function phraseLengthAt(words: readonly string[], at: number): number {
  for (let length = Math.min(maxWords, words.length - at); length > 1; length -= 1)
    if (englishOf.has(words.slice(at, at + length).join(' '))) return length;
  return 1;
}
