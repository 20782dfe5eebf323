import type { Availability } from '../../domain/pages/offer.ts';
import { findChoice, removeVocabulary } from '../words/phrases.ts';
import { foldLetters } from '../words/words.ts';

/** Values of schema.org ItemAvailability. */
const schemaOrgValues: Readonly<Record<string, Availability>> = {
  instock: 'in_stock',
  instoreonly: 'in_stock',
  onlineonly: 'in_stock',
  limitedavailability: 'limited',
  lowstock: 'limited',
  preorder: 'preorder',
  presale: 'preorder',
  backorder: 'backorder',
  madetoorder: 'backorder',
  outofstock: 'out_of_stock',
  soldout: 'out_of_stock',
  reserved: 'out_of_stock',
  discontinued: 'discontinued',
};

const phraseMeanings: Readonly<Record<string, Availability>> = {
  'in stock': 'in_stock',
  'out of stock': 'out_of_stock',
  preorder: 'preorder',
  backorder: 'backorder',
};

/** Words that say that few are left, the number, and what follows it up to the next clause. */
const fewLeftPattern =
  /(?:only|just|nur noch|noch|plus que|il ne reste|solo|quedan|restano|nog|kun|endast|tylko|残り)\D{0,12}(\d{1,4})([^,.;!(]{0,24})/iu;
/** Text behind a number that counts something else than what is for sale: money, time, a share. */
const otherUnit =
  /^[.,]\d|^\s?(?:[\p{Sc}%:]|(?:eur|usd|gbp|kr|zł|days?|hours?|hrs?|min|tage?|stunden|jours?|heures?|d[ií]as?|horas?|giorni|ore|dagen|uur|dni|godz)(?!\p{L}))/iu;

/** Returns the number of pieces that a phrase of a shop says are left, such as "Only 3 left in stock"; null if it does not. */
export function parseFewLeft(text: string): number | null {
  const [, count, rest] = fewLeftPattern.exec(text.slice(0, 120)) ?? [];
  return count === undefined || otherUnit.test(rest ?? '') ? null : Number(count);
}

/** The end of the first clause of a phrase: "Available, delivery time 2–4 days". */
const clauseEnd = /[,;(]|\s[–—-]\s/u;

/** Returns the availability that a value of schema.org or a phrase of a shop states; null if unknown. */
export function parseAvailability(text: string | null): Availability | null {
  if (text === null) return null;
  const phrase = removeVocabulary(text.slice(0, 120));
  const schemaOrgValue = schemaOrgValues[foldLetters(phrase)];
  if (schemaOrgValue !== undefined) return schemaOrgValue;
  const statement = phrase.replace(/^[✓✔●•]\s*/u, '');
  const [clause = ''] = statement.split(clauseEnd, 1);
  for (const part of new Set([statement, clause.trim()])) {
    const meaning = findChoice(part, Object.keys(phraseMeanings));
    if (meaning !== null) return phraseMeanings[String(meaning)] ?? null;
  }
  return parseFewLeft(phrase) === null ? null : 'limited';
}
