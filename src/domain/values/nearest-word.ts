import { distance } from 'fastest-levenshtein';

/** Words longer than this are not compared; nobody misspells a name that much. */
const maxLength = 60;

function normalize(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Returns the word that a misspelt one probably stands for, ignoring case and punctuation (`maxLength`, `max_length`); null if
 * none is near: at most a third of the letters may differ.
 */
export function nearestWord(word: string, words: readonly string[]): string | null {
  if (word.length > maxLength) return null;
  const normalized = normalize(word);
  let nearest: string | null = null;
  let smallest = Math.floor(normalized.length / 3) + 1;
  for (const candidate of words) {
    const difference = distance(normalized, normalize(candidate));
    if (difference < smallest) {
      smallest = difference;
      nearest = candidate;
    }
  }
  return nearest;
}
