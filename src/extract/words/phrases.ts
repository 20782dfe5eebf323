import type { Json } from '../../domain/pages/extraction.ts';
import { itemAt } from '../../domain/values/elements.ts';
import { readJsonAsset } from '../../page/assets/read-json-asset.ts';
import { foldLetters, foldText, wordsOf } from './words.ts';

interface Phrases {
  yes: string[];
  no: string[];
  /** Groups of phrases with the same meaning. */
  meanings: string[][];
}

const phrases = readJsonAsset('extract/words/phrases.json') as Phrases;
const meaningOf = new Map<string, number>();
phrases.meanings.forEach((group, index) => {
  for (const phrase of group)
    if (!meaningOf.has(foldLetters(phrase))) meaningOf.set(foldLetters(phrase), index);
});
const inStock = 0;
const outOfStock = 1;
const yes = new Set(phrases.yes.map(normalizePhrase));
const no = new Set(phrases.no.map(normalizePhrase));

function normalizePhrase(text: string): string {
  return foldLetters(text) || foldText(text);
}

/** Removes the schema.org prefix of a value: `https://schema.org/InStock` becomes `InStock`. */
export function removeVocabulary(text: string): string {
  return text.trim().replace(/^https?:\/\/(?:www\.)?schema\.org\//i, '');
}

/** Returns the phrases with the same meaning as a text, the text itself first. */
export function getSynonyms(text: string): readonly string[] {
  const group = meaningOf.get(foldLetters(removeVocabulary(text)));
  return [text, ...(group === undefined ? [] : itemAt(phrases.meanings, group))];
}

/** Returns the choice that a phrase names literally or by meaning; null if it names none or several. */
export function findChoice(text: string, choices: readonly Json[]): string | number | boolean | null {
  const normalized = foldLetters(removeVocabulary(text));
  if (normalized === '') return null;
  const scalars = choices.filter(
    (choice) => typeof choice === 'string' || typeof choice === 'number' || typeof choice === 'boolean',
  );
  const exact = scalars.find((choice) => foldLetters(String(choice)) === normalized);
  if (exact !== undefined) return exact;
  const meaning = meaningOf.get(normalized);
  if (meaning === undefined) return null;
  const matching = scalars.filter((choice) => meaningOf.get(foldLetters(String(choice))) === meaning);
  return matching.length === 1 ? itemAt(matching, 0) : null;
}

const maxPhraseWords = 6;
/** Words that change the meaning of a choice beside them. */
const changingWords =
  /^(?:not?|non|un|without|except|soon|when|if|or|nicht|kein\p{L}*|ohne|pas|sans|sin|sem|senza|niet|geen|zonder|nie|bez|inte|utan|не|нет|без)$/u;

/** Returns the only choice whose words a short phrase contains: "Economy class" names `economy`; else null. */
export function findContainedChoice(text: string, choices: readonly Json[]): string | null {
  const words = wordsOf(removeVocabulary(text));
  if (words.length > maxPhraseWords || words.some((word) => changingWords.test(word))) return null;
  const phrase = ` ${words.join(' ')} `;
  const contained = choices.filter((choice) => {
    const own = typeof choice === 'string' ? wordsOf(choice).join(' ') : '';
    return own !== '' && phrase.includes(` ${own} `);
  });
  return contained.length === 1 ? (contained[0] as string) : null;
}

/** Parses a phrase as yes or no for a field with these words; null if it is neither. */
export function parseYesNo(text: string, words: readonly string[]): boolean | null {
  const normalized = normalizePhrase(removeVocabulary(text));
  const meaning = meaningOf.get(normalized);
  if (words.some((word) => /^(?:stock|available|availability|instock)$/.test(word))) {
    if (meaning === inStock) return true;
    if (meaning === outOfStock) return false;
  }
  if (yes.has(normalized)) return true;
  if (no.has(normalized)) return false;
  return meaning !== undefined &&
    meaning === meaningOf.get(foldLetters(words.filter((word) => word !== 'is' && word !== 'has').join('')))
    ? true
    : null;
}
