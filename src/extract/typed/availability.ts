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

const fewLeftPattern =
  /(?:only|just|nur noch|noch|plus que|il ne reste|solo|quedan|restano|nog|kun|endast|tylko|残り)\D{0,12}\d+/iu;

/** Returns the availability that a value of schema.org or a phrase of a shop states; null if unknown. */
export function parseAvailability(text: string | null): Availability | null {
  if (text === null) return null;
  const phrase = removeVocabulary(text.slice(0, 120));
  const schemaOrgValue = schemaOrgValues[foldLetters(phrase)];
  if (schemaOrgValue !== undefined) return schemaOrgValue;
  const meaning = findChoice(phrase.replace(/^[✓✔●•]\s*/u, ''), Object.keys(phraseMeanings));
  if (meaning !== null) return phraseMeanings[String(meaning)] ?? null;
  return fewLeftPattern.test(phrase) ? 'limited' : null;
}
