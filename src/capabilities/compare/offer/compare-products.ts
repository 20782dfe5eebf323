import type { ProductIdentity } from '../../../domain/pages/offer.ts';
import { foldLetters, foldText } from '../../../extract/words/words.ts';
import { findDifferences, parseVariant } from './variant.ts';

/** Relation between the products of two pages, and its basis. */
export interface ProductComparison {
  same: 'same' | 'different' | 'unknown';
  /** `gtin`, `mpn`, `sku`, `model`, `name`, `variant`, or null if nothing decides it. */
  basis: string | null;
}

/** A product as a page presents it. */
export interface ProductView {
  name: string | null;
  identity: ProductIdentity;
}

const unknownComparison: ProductComparison = { same: 'unknown', basis: null };

/** Pads GTIN-8, -12 and -13 with zeros to 14 digits (GS1 General Specifications, 3.3.2). */
function normalizeGtin({ identity: { gtin } }: ProductView): string | null {
  return gtin === null ? null : gtin.padStart(14, '0');
}

/** Returns true if both values are equal; null if one is missing. */
function equals(one: string | null, other: string | null): boolean | null {
  const [first, second] = [foldLetters(one ?? ''), foldLetters(other ?? '')];
  return first === '' || second === '' ? null : first === second;
}

/** Returns words of letters and digits such as `wh-1000xm5`: model names, which are the same in every language. */
function modelWords(product: ProductView): ReadonlySet<string> {
  const text = foldText(`${product.identity.model ?? ''} ${product.name ?? ''}`);
  const words = text.match(/[\p{L}\d]+(?:[-/.][\p{L}\d]+)*/gu) ?? [];
  const isModel = (word: string) =>
    /\d/.test(word) &&
    /\p{Script=Latin}/u.test(word) &&
    !/^\d+(?:[.,]\d+)?(?:mm|cm|m|g|kg|mg|ml|cl|l|gb|tb|mb|go|to|w|kw|oz|lb|er|x|pcs|in)$/.test(word);
  return new Set(words.filter(isModel).map(foldLetters));
}

function nameWords({ name }: ProductView): ReadonlySet<string> {
  return new Set(foldText(name ?? '').match(/[\p{L}\d]{2,}/gu) ?? []);
}

function jaccardSimilarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = one.intersection(other).size;
  return shared / Math.max(1, one.union(other).size);
}

/** Compares brand and the words of model and name. */
function compareWords(one: ProductView, other: ProductView): ProductComparison {
  const hasSameBrand = equals(one.identity.brand, other.identity.brand);
  if (hasSameBrand === false) return { same: 'different', basis: 'brand' };
  const [models, others] = [modelWords(one), modelWords(other)];
  if (models.size > 0 && others.size > 0) {
    const shared = models.intersection(others).size;
    if (shared > 0 && shared === Math.min(models.size, others.size)) return { same: 'same', basis: 'model' };
    if (shared === 0) return { same: 'different', basis: 'model' };
    return unknownComparison;
  }
  const hasSameModel = equals(one.identity.model, other.identity.model);
  if (hasSameModel === true && hasSameBrand === true) return { same: 'same', basis: 'model' };
  const names = jaccardSimilarity(nameWords(one), nameWords(other));
  if (nameWords(one).size === 0 || nameWords(other).size === 0) return unknownComparison;
  if (names === 1 || (hasSameBrand === true && names >= 0.8)) return { same: 'same', basis: 'name' };
  return unknownComparison;
}

/** Compares identifiers: GTIN, manufacturer part number, SKU. */
function compareIdentifiers(one: ProductView, other: ProductView): ProductComparison {
  const hasSameGtin = equals(normalizeGtin(one), normalizeGtin(other));
  if (hasSameGtin === true) return { same: 'same', basis: 'gtin' };
  // The same manufacturer part number with another GTIN is another packaging or region of the same part.
  const hasSameMpn = equals(one.identity.mpn, other.identity.mpn);
  if (hasSameMpn === true && equals(one.identity.brand, other.identity.brand) !== false)
    return { same: 'same', basis: 'mpn' };
  if (hasSameGtin === false) return { same: 'different', basis: 'gtin' };
  if (hasSameMpn === false) return { same: 'different', basis: 'mpn' };
  const hasSameSku = equals(one.identity.sku, other.identity.sku);
  if (hasSameSku === true && equals(one.identity.brand, other.identity.brand) !== false)
    return { same: 'same', basis: 'sku' };
  // Shops can use a different SKU per country, so that a difference decides nothing.
  return unknownComparison;
}

/**
 * Decides if two pages offer the same product: by GTIN, manufacturer part number and SKU, then by brand, model and
 * name. A different size, colour or number of pieces is a different product, whatever the identifiers.
 */
export function compareProducts(one: ProductView, other: ProductView): ProductComparison {
  const variantDifferences = findDifferences(
    parseVariant(one.name, one.identity),
    parseVariant(other.name, other.identity),
  );
  if (variantDifferences.length > 0)
    return { same: 'different', basis: `variant: ${variantDifferences.join(', ')}` };
  const byIdentifiers = compareIdentifiers(one, other);
  return byIdentifiers.same === 'unknown' ? compareWords(one, other) : byIdentifiers;
}
