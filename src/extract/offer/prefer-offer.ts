import type { FoundValue } from '../../domain/pages/extraction.ts';
import type { OfferPrice, PageOffer } from '../../domain/pages/offer.ts';
import type { Mapping } from '../page-data/map-entity.ts';
import type { Field } from '../schema/field.ts';
import { coerce } from '../values/coerce.ts';
import { isSameAmount } from './possible-amounts.ts';
import { amountOf, isOfOffer, wantedOf } from './prefer-asked-price.ts';

const confidence = 0.95;
/** Places of prices that the structured data of a page state. */
const structuredPlace = /^(?:json_ld|microdata|rdfa|meta)\b/;
const jsonPlace = /^json_ld\b/;

function toFoundValue(field: Field, text: string, price: OfferPrice, mapping: Mapping): FoundValue | null {
  const value = coerce(field, text, 'machine', mapping.parseContext);
  if (value === null) return null;
  return {
    pointer: field.pointer,
    value,
    evidence: {
      method: 'page_data',
      source: jsonPlace.test(price.locator) ? 'json' : 'attribute',
      locator: price.locator,
      quote: price.raw.slice(0, 300),
    },
    isGrounded: price.isShown,
    confidence,
    node: -1,
  };
}

/**
 * Replaces the price and the currency that the methods found by those of the offer that the page's data describe, which a
 * comparison of countries states as well. `offer` is read only if a field asks for its price.
 */
export function preferOffer(
  fields: readonly Field[],
  values: readonly FoundValue[],
  { mapping, offer }: { mapping: Mapping; offer: () => PageOffer },
): FoundValue[] {
  const asked = fields.find((field) => wantedOf(field, mapping) === 'asked');
  const current = values.find(({ pointer }) => pointer === asked?.pointer);
  const price = current === undefined ? null : offer().price;
  if (asked === undefined || current === undefined || price === null) return [...values];
  if (!structuredPlace.test(price.locator)) return [...values];
  const amount = amountOf(current, mapping.parseContext);
  const isSame = amount !== null && isSameAmount(amount, price.amount);
  const replaced = isSame ? null : toFoundValue(asked, price.amount, price, mapping);
  const code = fields.find((field) => field.kind === 'currency' && isOfOffer(field));
  const isKnown = values.some(({ pointer, value }) => pointer === code?.pointer && value === price.currency);
  const currency =
    code === undefined || price.currency === null || isKnown
      ? null
      : toFoundValue(code, price.currency, price, mapping);
  const found = [replaced, currency].filter((one) => one !== null);
  return [...values.filter(({ pointer }) => !found.some((one) => one.pointer === pointer)), ...found];
}
