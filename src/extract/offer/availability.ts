import type { Availability } from '../../domain/offer.ts';
import { choiceOf, withoutVocabulary } from '../phrases.ts';
import { bare } from '../words.ts';

/** Values of schema.org's ItemAvailability that say more than the phrases they share a meaning with. */
const stated: Readonly<Record<string, Availability>> = {
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

const meanings: Readonly<Record<string, Availability>> = {
  'in stock': 'in_stock',
  'out of stock': 'out_of_stock',
  preorder: 'preorder',
  backorder: 'backorder',
};

const fewLeft =
  /(?:only|just|nur noch|noch|plus que|il ne reste|solo|quedan|restano|nog|kun|endast|tylko|残り)\D{0,12}\d+/iu;

/** What a page's word for it means, in schema.org's values or in the words of shops; null when that is not known. */
export function availabilityOf(text: string | null): Availability | null {
  if (text === null) return null;
  const said = withoutVocabulary(text.slice(0, 120));
  const known = stated[bare(said)];
  if (known !== undefined) return known;
  const meaning = choiceOf(said.replace(/^[✓✔●•]\s*/u, ''), Object.keys(meanings));
  if (meaning !== null) return meanings[String(meaning)] ?? null;
  return fewLeft.test(said) ? 'limited' : null;
}
