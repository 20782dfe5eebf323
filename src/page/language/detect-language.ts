import type { francAll } from 'franc';
import { loadPackage } from '../assets/load-package.ts';
import { readJsonAsset } from '../assets/read-json-asset.ts';

/** Maximum length of the start of a text that is examined, in UTF-16 code units, and of the part of it that decides. */
export const maxTextLength = 12_000;
const maxSampleLength = 3_000;
/** Letters below which a text shows no language; the second number is for scripts whose letters are words or syllables. */
const minLetters = 50;
const minLettersOfOneLanguage = 8;
/**
 * Lead of the most similar language over the second one, as a share of the largest distance, from which it is certain: at least
 * this much, and more for a text of few letters.
 */
const minLead = 0.04;
const leadOfOneLetter = 6;
/** Number of letters from which the most similar language is returned in any case: it is right on 99 % of real pages. */
const minLettersUncertain = 250;
/** Share of the letters from which another script than Latin decides: names and code are Latin on pages of every language. */
const minScriptShare = 0.3;
/** Share of syllables among Chinese characters from which a text is Japanese. */
const minKanaShare = 0.05;

/** Scripts other than Latin and those of Chinese and Japanese, by their codes (ISO 15924), with their letters. */
const lettersOfScript = [
  ...['Cyrl', 'Arab', 'Deva', 'Hebr', 'Grek', 'Armn', 'Geor', 'Hang', 'Thai', 'Taml', 'Beng', 'Telu', 'Sinh'],
  ...['Khmr', 'Laoo', 'Mymr', 'Ethi', 'Tibt', 'Guru', 'Gujr', 'Knda', 'Mlym', 'Orya', 'Mong', 'Thaa'],
].map((script): [string, RegExp] => [script, new RegExp(`\\p{Script=${script}}`, 'gu')]);

/**
 * Languages among which the trigrams of a text decide, by script, in the codes of franc (ISO 639-3): those of at least 0.05 % of
 * the web, since rare languages would win short texts of their relatives.
 */
const languagesOfScript = readJsonAsset('page/language/languages.json') as Readonly<
  Record<string, readonly string[]>
>;

/** Letters of the languages in Cyrillic, whose trigrams are too similar to tell them apart alone. */
const alphabets: Readonly<Record<string, string>> = {
  rus: 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
  ukr: 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя',
  bel: 'абвгдеёжзійклмнопрстуўфхцчшыьэюя',
  bul: 'абвгдежзийклмнопрстуфхцчшщъьюяѝ',
  srp: 'абвгдђежзијклљмнњопрстћуфхцчџш',
  mkd: 'абвгдѓежзѕијклљмнњопрстќуфхцчџшѐѝ',
  kaz: 'аәбвгғдеёжзийкқлмнңоөпрстуұүфхһцчшщъыіьэюя',
  khk: 'абвгдеёжзийклмноөпрстуүфхцчшщъыьэюя',
};
/** Share of the letters of a text that the alphabet of its language has; the rest are names and quotations. */
const minAlphabetShare = 0.99;

/** Returns the languages of the script whose alphabet has the letters of the text, or all if none has. */
function possibleLanguages(languages: readonly string[], text: string): readonly string[] {
  const letters = text.toLowerCase().match(/\p{Script=Cyrl}/gu) ?? [];
  if (letters.length === 0) return languages;
  const possible = languages.filter((language) => {
    const alphabet = new Set(alphabets[language]);
    const known = letters.filter((letter) => alphabet.size === 0 || alphabet.has(letter)).length;
    return known >= minAlphabetShare * letters.length;
  });
  return possible.length === 0 ? languages : possible;
}

/** Tags of results whose code has no canonical form that pages use. */
const defaultTags: Readonly<Record<string, string>> = { nob: 'no', zlm: 'ms' };

let franc: typeof francAll | null = null;

/** Loads franc on first use, because its trigrams take time and memory, and most pages declare their language. */
function loadFranc(): typeof francAll {
  franc ??= loadPackage('franc').francAll;
  return franc;
}

function countLetters(text: string, letters: RegExp): number {
  return text.match(letters)?.length ?? 0;
}

/** Returns the script that decides, and the number of its letters. */
function findScript(text: string): { script: string; count: number } {
  const total = countLetters(text, /\p{L}/gu);
  const others = text.match(/[^\p{Script=Latn}\P{L}]/gu) ?? [];
  if (others.length < minScriptShare * total) return { script: 'Latn', count: total - others.length };
  const letters = others.join('');
  const han = countLetters(letters, /\p{Script=Hani}/gu);
  const kana = countLetters(letters, /[\p{Script=Hira}\p{Script=Kana}]/gu);
  const [most] = [
    { script: kana > minKanaShare * (han + kana) ? 'Jpan' : 'Hani', count: han + kana },
    ...lettersOfScript.map(([script, expression]) => ({ script, count: countLetters(letters, expression) })),
  ].sort((one, other) => other.count - one.count);
  return most ?? { script: 'Latn', count: 0 };
}

/** Removes addresses, which have words of other languages. */
function withoutAddresses(text: string): string {
  const words = text.slice(0, maxTextLength).split(/\s/);
  return words.filter((word) => !/https?:|www\.|@/.test(word)).join(' ');
}

/**
 * Detects the language of a text: by its script if the script has one language (CLDR, likely subtags), else by its trigrams.
 * Returns a canonical tag (BCP 47), or null for a text that is too short to tell.
 */
export function detectLanguage(text: string): string | null {
  const sample = withoutAddresses(text).slice(0, maxSampleLength);
  const { script, count } = findScript(sample);
  const only = languagesOfScript[script];
  if (only === undefined) {
    const { language } = new Intl.Locale(`und-${script}`).maximize();
    return count < minLettersOfOneLanguage ? null : language;
  }
  if (count < minLetters) return null;
  const [best, second] = loadFranc()(sample, { only: [...possibleLanguages(only, sample)] });
  if (best === undefined || best[0] === 'und') return null;
  const lead = best[1] - (second?.[1] ?? 0);
  if (count < minLettersUncertain && lead < Math.max(minLead, leadOfOneLetter / count)) return null;
  return defaultTags[best[0]] ?? Intl.getCanonicalLocales(best[0])[0] ?? null;
}
