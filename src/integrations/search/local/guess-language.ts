/** Frequent function words by ISO 639-1 code; none of them is frequent in two of the languages. */
const functionWords: Readonly<Record<string, readonly string[]>> = {
  en: ['the', 'of', 'and', 'is', 'that', 'this', 'with', 'are', 'be', 'by', 'from', 'which', 'you', 'can'],
  de: [
    'der',
    'die',
    'und',
    'das',
    'ist',
    'nicht',
    'mit',
    'ein',
    'eine',
    'auf',
    'dem',
    'den',
    'werden',
    'wird',
  ],
  fr: ['le', 'les', 'des', 'est', 'et', 'dans', 'une', 'pour', 'que', 'qui', 'sur', 'pas', 'avec', 'du'],
  es: ['el', 'los', 'las', 'que', 'una', 'por', 'con', 'para', 'es', 'del', 'como', 'más', 'pero', 'su'],
  it: ['il', 'che', 'di', 'della', 'per', 'una', 'sono', 'con', 'gli', 'nel', 'è', 'del', 'più', 'anche'],
  pt: ['o', 'os', 'que', 'uma', 'não', 'com', 'para', 'do', 'da', 'em', 'são', 'mais', 'por', 'pelo'],
  nl: ['de', 'het', 'een', 'van', 'en', 'niet', 'dat', 'voor', 'zijn', 'met', 'wordt', 'ook', 'maar', 'naar'],
  sv: ['och', 'att', 'det', 'som', 'är', 'inte', 'för', 'på', 'av', 'med', 'ett', 'till', 'kan', 'har'],
};

const maxCharacters = 6_000;
const minWords = 20;
/** Minimum share of function words, and how many times the share of the second language. */
const minShare = 0.1;
const minLead = 1.6;

/**
 * Guesses the language of a text from its function words, for the choice of a stemmer. Returns null for a short text
 * and for a language that is not clear.
 */
export function guessLanguage(text: string): string | null {
  const words =
    text
      .slice(0, maxCharacters)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  if (words.length < minWords) return null;
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const shares = Object.entries(functionWords)
    .map(([language, listed]) => {
      const hits = listed.reduce((sum, word) => sum + (counts.get(word) ?? 0), 0);
      return { language, share: hits / words.length };
    })
    .sort((one, other) => other.share - one.share);
  const [best, second] = shares;
  if (best === undefined || best.share < minShare) return null;
  return best.share >= minLead * (second?.share ?? 0) ? best.language : null;
}
