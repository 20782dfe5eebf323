import type { Concept } from '../../schema/concepts.ts';
import { wordsOf } from '../../words/words.ts';

/** A quantity at the start of an ingredient: a number, a fraction or a word for one. */
const quantityStart =
  /^[^\p{L}\p{N}]{0,3}(?:\p{N}|(?:an?|one|two|half|some|pinch|dash|handful|few|eine?n?|etwas|prise|halbe\p{L}*|un[ae]?|une|quelques|pinc[ée]e|pizco|pitada|pizzico|q\.?b|een|snufje|en|ett|et|nypa|knivspids|szczypta|csipet|špetka|ripaus)(?!\p{L}))/iu;
/** A quantity with a unit anywhere in an ingredient: `flour 200 g`. */
const quantityWithUnit =
  /\p{N}\s?(?:g|gr|kg|mg|ml|cl|dl|l|oz|lbs?|cups?|tbsps?|tsps?|tablespoons?|teaspoons?|el|tl|esslöffel|teelöffel|prisen?|stück|stk|st|msk|tsk|krm|spsk|ss|ts|dkg|ek|kk|rkl|cs|cc|càs|càc|eetlepels?|theelepels?|cuill\p{L}*|cuchara\p{L}*|colher\p{L}*|x[ií]cara\p{L}*|cucchia\p{L}*|łyż\p{L}*|szklan\p{L}*|lžíc\p{L}*|lžič\p{L}*|hrn\p{L}*|darab|db|gerezd|克|毫升|大さじ|小さじ|カップ|個|本)(?!\p{L})/iu;
/** Number or word of a step in front of its text: `Step 1`, `2.`, `03`, `Schritt 4:`. */
const stepPrefix =
  /^(?:(?:step|schritt|étape|etape|paso|passo|stap|krok|steg|trin|trinn|vaihe|lépés|adım|шаг|手順|步骤)\s*(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)(?![\p{L}\d])|\d{1,2}\s*[.):]|0\d)(?:\s*[.):–-])?\s*/iu;
const maxStepNumber = /^\d{1,2}$/;
/** Marks of check boxes and bullets in front of an entry. */
const bulletPrefix = /^[▢□☐☑✓•▪●○–-]+\s*/u;

/** Returns true if most entries start with their own position: "1 Heat the oven", "2 Mix the flour". */
function areNumbered(entries: readonly string[]): boolean {
  const numbered = entries.filter((text, at) => text.startsWith(`${at + 1} `)).length;
  return entries.length > 1 && numbered * 10 >= entries.length * 7;
}

/**
 * Returns the texts of entries without bullets and, for instructions, without the numbers of the steps; empty for an
 * entry that is only such a number.
 */
export function cleanEntries(entries: readonly string[], concept: Concept | undefined): string[] {
  const plain = entries.map((text) => cleanEntry(text, concept));
  if (concept?.entries !== 'steps' || !areNumbered(plain)) return plain;
  return plain.map((text) => text.replace(/^\d{1,2} /, ''));
}

function cleanEntry(text: string, concept: Concept | undefined): string {
  const plain = text.replace(bulletPrefix, '');
  if (concept?.entries !== 'steps') return plain;
  if (maxStepNumber.test(plain)) return '';
  return plain.replace(stepPrefix, '');
}

function shareOf(entries: readonly string[], fits: (text: string) => boolean): number {
  return entries.length === 0 ? 0 : entries.filter(fits).length / entries.length;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

/** Returns the share of entries with a quantity. */
export function quantityShare(entries: readonly string[]): number {
  return shareOf(
    entries,
    (text) => text.length <= 200 && (quantityStart.test(text) || quantityWithUnit.test(text)),
  );
}

/** Returns the share of entries that are sentences of several words. */
function sentenceShare(entries: readonly string[]): number {
  return shareOf(
    entries,
    (text) => wordsOf(text).length >= 5 && (/[.!。！]["”)]?$/.test(text) || text.length > 60),
  );
}

const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * Returns how well the entries of a list have the form of a concept, from -1 to 1; 0 for concepts without a typical
 * form. Ingredients have quantities, instructions are sentences.
 */
export function scoreContent(entries: readonly string[], concept: Concept | undefined): number {
  if (entries.length === 0) return -1;
  const words = median(entries.map((text) => (cjk.test(text) ? text.length / 2 : wordsOf(text).length)));
  if (concept?.entries === 'quantities') {
    const share = quantityShare(entries);
    return (words > 16 ? -0.6 : 0) + 1.2 * share - 0.4 - (entries.length < 2 ? 0.3 : 0);
  }
  if (concept?.entries === 'steps') {
    if (words < 4) return -1;
    return 1.2 * sentenceShare(entries) - 0.4 - (quantityShare(entries) > 0.7 && words < 9 ? 0.6 : 0);
  }
  return 0;
}
