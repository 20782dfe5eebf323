import { readFileSync } from 'node:fs';
import type { Json } from '../domain/extraction.ts';
import { bare, folded } from './words.ts';

interface Phrases {
  yes: string[];
  no: string[];
  /** Groups of phrases that mean the same. */
  meanings: string[][];
}

const phrases = JSON.parse(readFileSync(new URL('./phrases.json', import.meta.url), 'utf8')) as Phrases;
const meaningOf = new Map<string, number>();
phrases.meanings.forEach((group, index) => {
  for (const phrase of group) if (!meaningOf.has(bare(phrase))) meaningOf.set(bare(phrase), index);
});
const inStock = 0;
const outOfStock = 1;
const yes = new Set(phrases.yes.map(plainPhrase));
const no = new Set(phrases.no.map(plainPhrase));

function plainPhrase(text: string): string {
  return bare(text) || folded(text);
}

/** What a schema.org value says without its address: `https://schema.org/InStock` is `InStock`. */
export function withoutVocabulary(text: string): string {
  return text.trim().replace(/^https?:\/\/(?:www\.)?schema\.org\//i, '');
}

/** The phrases that mean the same as a text, itself first. */
export function sameMeaning(text: string): readonly string[] {
  const group = meaningOf.get(bare(withoutVocabulary(text)));
  return [text, ...(group === undefined ? [] : (phrases.meanings[group] as string[]))];
}

/** The choice that a phrase names, by its letters or by its meaning; null when it names none or two. */
export function choiceOf(text: string, choices: readonly Json[]): string | number | boolean | null {
  const said = bare(withoutVocabulary(text));
  if (said === '') return null;
  const scalars = choices.filter(
    (choice) => typeof choice === 'string' || typeof choice === 'number' || typeof choice === 'boolean',
  );
  const same = scalars.find((choice) => bare(String(choice)) === said);
  if (same !== undefined) return same;
  const meaning = meaningOf.get(said);
  if (meaning === undefined) return null;
  const alike = scalars.filter((choice) => meaningOf.get(bare(String(choice))) === meaning);
  return alike.length === 1 ? (alike[0] as string | number | boolean) : null;
}

/** Whether a phrase says yes or no, for a field of these words; null when it says neither. */
export function yesOrNo(text: string, words: readonly string[]): boolean | null {
  const said = plainPhrase(withoutVocabulary(text));
  const meaning = meaningOf.get(said);
  if (words.some((word) => /^(?:stock|available|availability|instock)$/.test(word))) {
    if (meaning === inStock) return true;
    if (meaning === outOfStock) return false;
  }
  if (yes.has(said)) return true;
  if (no.has(said)) return false;
  return meaning !== undefined &&
    meaning === meaningOf.get(bare(words.filter((word) => word !== 'is' && word !== 'has').join('')))
    ? true
    : null;
}
