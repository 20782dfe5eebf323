import type { JoinedLabel } from './joined-labels.ts';

const maxTextLength = 300;
const maxTermsLength = 160;
const maxTermLength = 40;
const maxTerms = 12;

/** Words in front of the categories of a post, and in front of its tags, in the forms that blogs print. */
const termWords: readonly [label: string, words: string][] = [
  [
    'Category',
    'posted in|filed under|filed in|categori[sz]ed (?:in|as|under)|veröffentlicht in|kategorisiert (?:in|als)|publié dans|classé dans|publicado en|archivado en|pubblicato in|geplaatst in|opublikowano w|postado em|publicado em|publicerat i|udgivet i',
  ],
  [
    'Tags',
    'tagged(?: with| as| under)?|verschlagwortet mit|étiqueté|mots[- ]clés|etiquetado(?: con| como)?|taggato(?: con)?|getagd(?: met)?|otagowano|marcado(?: com)?|taggat(?: med)?',
  ],
];
const termStart = new RegExp(
  `(?:^|[|•·–—/.]\\s*|\\s(?:was|and|und|et|y|e|i|en)\\s)(?:${termWords.map(([label, words]) => `(?<${label}>${words})`).join('|')})(?:\\s*:\\s*|\\s+)(?=\\S)`,
  'giu',
);
/** End of a list of terms: a separator, the end of the sentence, the author or the date behind it. */
const termEnd = / ?[|•·–—]|\.\s|\.$|\s(?:by|von|par|por|di|door|przez|on|am|le|el|il|op)\s/iu;

/**
 * Returns the categories and tags that a line states in words: `Posted in Harbours | Tagged brass, boats`. A list of more than
 * terms is none.
 */
export function splitTerms(text: string): JoinedLabel[] {
  if (text.length > maxTextLength) return [];
  const starts = [...text.matchAll(termStart)];
  return starts.flatMap(({ index, 0: found, groups }, at): JoinedLabel[] => {
    const label = termWords.map(([name]) => name).find((name) => groups?.[name] !== undefined);
    const rest = text.slice(index + found.length, starts[at + 1]?.index ?? text.length);
    const value = (rest.split(termEnd, 1)[0] ?? '').trim();
    const terms = value.split(/ ?, ?/);
    const isList =
      value.length <= maxTermsLength &&
      terms.length <= maxTerms &&
      terms.every((term) => term.length <= maxTermLength && /^[#"'«]?[\p{L}\d]/u.test(term));
    // A year or a number of days is no term.
    return label !== undefined && isList && /\p{L}/u.test(value) && !/^\d/.test(value)
      ? [{ label, value }]
      : [];
  });
}
