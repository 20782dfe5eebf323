/** Words behind a number that multiply it, longest first. */
export type ScaleWords = readonly (readonly [word: string, factor: number])[];

/** Languages whose signs of scale have a script of their own, and count on every page. */
const signLanguages = ['ja', 'ko', 'zh', 'zh-TW'] as const;
/** Units of the Indian number system in Latin letters, for which `Intl` has words in Indian scripts only. */
const indianWords: ScaleWords = [
  ['crores', 1e7],
  ['crore', 1e7],
  ['lakhs', 1e5],
  ['lakh', 1e5],
  ['lacs', 1e5],
  ['lac', 1e5],
];
/** Abbreviations of these units, which have other meanings outside India. */
const shortIndianWords: ScaleWords = [['cr', 1e7]];
const indianRegion = /[-_]IN\b/i;
const powers = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
/** Numbers that select the plural forms of a word. */
const multiples = [1, 2, 5];

function readWords(language: string, found: Map<string, number>): void {
  for (const compactDisplay of ['short', 'long'] as const) {
    const options = { notation: 'compact', compactDisplay, numberingSystem: 'latn' } as const;
    const format = new Intl.NumberFormat(language, options);
    for (const power of powers) {
      for (const multiple of multiples) {
        const value = multiple * 10 ** power;
        const parts = format.formatToParts(value);
        const word = parts.find(({ type }) => type === 'compact')?.value;
        const digits = parts.filter(({ type }) => type === 'integer').map((part) => part.value);
        const shown = Number(digits.join(''));
        if (word === undefined || shown === 0) continue;
        found.set(word.normalize('NFKC').replace(/[.॰]$/u, '').toLowerCase(), value / shown);
      }
    }
  }
}

/**
 * Returns the words and signs of scale of a language (BCP 47) from `Intl`, such as `tys`, `crore` and `万`. One letter of an
 * alphabet is a unit as often as a scale, and is left out.
 */
export function scaleWordsOf(language: string | null): ScaleWords {
  const found = new Map<string, number>([
    ...indianWords,
    ...(indianRegion.test(language ?? '') ? shortIndianWords : []),
  ]);
  for (const one of [...signLanguages, ...(language === null ? [] : [language])]) {
    try {
      readWords(one, found);
    } catch {
      // An unknown language has no words.
    }
  }
  return [...found]
    .filter(([word]) => word.length > 1 || isSign(word))
    .sort(([one], [other]) => other.length - one.length);
}

/** Returns true for a word in a script without spaces between words, which other letters may follow. */
function isSign(word: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hangul}]+$/u.test(word);
}

/** Returns the factor of the word at the start of a text, and the length of the text up to its end; null if there is none. */
export function readScaleWord(rest: string, words: ScaleWords): { factor: number; length: number } | null {
  const text = rest.slice(0, 30).toLowerCase();
  const start = /^\s/.test(text) ? 1 : 0;
  for (const [word, factor] of words) {
    if (!text.startsWith(word, start)) continue;
    const length = start + word.length;
    if (isSign(word) || !/^[\p{L}\p{M}]/u.test(text.slice(length))) return { factor, length };
  }
  return null;
}
