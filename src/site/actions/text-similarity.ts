const maxCharacters = 60_000;

/** Returns the distinct pairs of neighbouring words of the start of a text, in lower case. */
export function wordPairs(text: string): Set<string> {
  const words =
    text
      .slice(0, maxCharacters)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.map((word, at) => `${word} ${words[at + 1] ?? ''}`));
}

/** Returns the Jaccard index of two sets: 1 for equal sets, 0 for sets without a common member; 1 for two empty sets. */
export function similarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const union = one.union(other).size;
  return union === 0 ? 1 : one.intersection(other).size / union;
}
