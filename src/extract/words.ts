const most = 400;

/** Text for comparing: NFKC, lower case, without accents on Latin letters, quotes and dashes alike, white space collapsed. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[‘’‚‛′`´]/g, "'")
    .replace(/[“”„‟″«»]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Lower-case words of a name in any spelling: `datePublished`, `date_published` and `Date published` alike. */
export function wordsOf(name: string): string[] {
  const apart = name
    .slice(0, most)
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2');
  return folded(apart).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** Letters and digits alone, folded: what two spellings of one text have in common. */
export function bare(text: string): string {
  return folded(text).replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
}

/** Words as one string with single spaces, the plural `s` of English taken off the last. */
export function phraseOf(words: readonly string[]): string {
  return words.join(' ');
}

/** A word without its English plural ending. */
export function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.length > 3 && word.endsWith('s') && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word;
}
