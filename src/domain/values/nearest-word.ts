// Needs no package, because settings are checked before any is installed (scripts/check-settings.ts).

/** Words longer than this are not compared; nobody misspells a name that much. */
const maxLength = 60;

function normalize(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Returns the Levenshtein distance: how many letters must be inserted, removed or replaced to turn one word into the other. */
function distance(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const replaced = (previous[at - 1] ?? 0) + (one[row - 1] === other[at - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[at] ?? 0) + 1, (current[at - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[other.length] ?? 0;
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
