import type { ProductIdentity } from '../../domain/offer.ts';
import { bare, folded } from '../words.ts';
import { differences, variantOf } from './variant.ts';

/** Whether two pages offer one product, and what tells. */
export interface Likeness {
  same: 'same' | 'different' | 'unknown';
  /** `gtin`, `mpn`, `sku`, `model`, `name`, `variant`, or null where nothing tells. */
  basis: string | null;
}

/** A product as a page presents it. */
export interface ProductSeen {
  name: string | null;
  identity: ProductIdentity;
}

const unknown: Likeness = { same: 'unknown', basis: null };

/** GTIN-8, -12, -13 and -14 are one number with zeros before it (GS1 General Specifications, 3.3.2). */
function gtinOf({ identity: { gtin } }: ProductSeen): string | null {
  return gtin === null ? null : gtin.padStart(14, '0');
}

/** Whether both tell it, and it is the same; null when one does not tell. */
function agree(one: string | null, other: string | null): boolean | null {
  const [first, second] = [bare(one ?? ''), bare(other ?? '')];
  return first === '' || second === '' ? null : first === second;
}

/** Words of letters and digits such as `wh-1000xm5`: names of models, the same in every language. */
function modelWords(product: ProductSeen): ReadonlySet<string> {
  const text = folded(`${product.identity.model ?? ''} ${product.name ?? ''}`);
  const words = text.match(/[\p{L}\d]+(?:[-/.][\p{L}\d]+)*/gu) ?? [];
  const isModel = (word: string) =>
    /\d/.test(word) &&
    /\p{Script=Latin}/u.test(word) &&
    !/^\d+(?:[.,]\d+)?(?:mm|cm|m|g|kg|mg|ml|cl|l|gb|tb|mb|go|to|w|kw|oz|lb|er|x|pcs|in)$/.test(word);
  return new Set(words.filter(isModel).map(bare));
}

function nameWords({ name }: ProductSeen): ReadonlySet<string> {
  return new Set(folded(name ?? '').match(/[\p{L}\d]{2,}/gu) ?? []);
}

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = one.intersection(other).size;
  return shared / Math.max(1, one.union(other).size);
}

/** By brand and the words of model and name. */
function byWords(one: ProductSeen, other: ProductSeen): Likeness {
  const isOfBrand = agree(one.identity.brand, other.identity.brand);
  if (isOfBrand === false) return { same: 'different', basis: 'brand' };
  const [models, others] = [modelWords(one), modelWords(other)];
  if (models.size > 0 && others.size > 0) {
    const shared = models.intersection(others).size;
    if (shared > 0 && shared === Math.min(models.size, others.size)) return { same: 'same', basis: 'model' };
    if (shared === 0) return { same: 'different', basis: 'model' };
    return unknown;
  }
  const isModel = agree(one.identity.model, other.identity.model);
  if (isModel === true && isOfBrand === true) return { same: 'same', basis: 'model' };
  const names = overlap(nameWords(one), nameWords(other));
  if (nameWords(one).size === 0 || nameWords(other).size === 0) return unknown;
  if (names === 1 || (isOfBrand === true && names >= 0.8)) return { same: 'same', basis: 'name' };
  return unknown;
}

/** By numbers: the trade item's, the maker's, the shop's own. */
function byNumbers(one: ProductSeen, other: ProductSeen): Likeness {
  const isItem = agree(gtinOf(one), gtinOf(other));
  if (isItem === true) return { same: 'same', basis: 'gtin' };
  // Another number of the same maker's part is another packing or region of it.
  const isPart = agree(one.identity.mpn, other.identity.mpn);
  if (isPart === true && agree(one.identity.brand, other.identity.brand) !== false)
    return { same: 'same', basis: 'mpn' };
  if (isItem === false) return { same: 'different', basis: 'gtin' };
  if (isPart === false) return { same: 'different', basis: 'mpn' };
  const isNumber = agree(one.identity.sku, other.identity.sku);
  if (isNumber === true && agree(one.identity.brand, other.identity.brand) !== false)
    return { same: 'same', basis: 'sku' };
  // Shops number by country; another number says little.
  return unknown;
}

/**
 * Whether two pages offer the same product: by GTIN, maker's and shop's numbers, then by brand, model and name. Another
 * size, colour or number of pieces makes it another product, whatever the numbers say.
 */
export function likenessOf(one: ProductSeen, other: ProductSeen): Likeness {
  const apart = differences(variantOf(one.name, one.identity), variantOf(other.name, other.identity));
  if (apart.length > 0) return { same: 'different', basis: `variant: ${apart.join(', ')}` };
  const numbers = byNumbers(one, other);
  return numbers.same === 'unknown' ? byWords(one, other) : numbers;
}
