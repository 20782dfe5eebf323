import { integerAt } from '../../../domain/values/elements.ts';
import { attribute } from '../../parse/attributes.ts';
import { tag } from '../../parse/names/tags.ts';
import { findNumbers, normalizeDigits } from '../../text/number.ts';
import { attributeOf, subtreeText, type Tree, tagOf } from '../../tree/tree.ts';

/** Metadata with the price of the product of a page (Open Graph). */
const priceProperty = /^(?:product:price:amount|product:sale_price:amount|og:price:amount|twitter:data1)$/i;
/** Properties of schema.org with the price of an offer. */
const priceItem = /^(?:price|lowPrice)$/;
const jsonPrice = /"(?:price|lowPrice)"\s{0,20}:\s{0,20}"?(\d[\d.,]{0,20})/g;
const maxScriptLength = 500_000;
/** Number of different prices above which a page offers many things. */
const maxAmounts = 8;
const maxTextLength = 400;

/** Returns the amounts in the text of a leaf, in hundredths of their unit. */
export function amountsOf(text: string): number[] {
  return findNumbers(normalizeDigits(text.slice(0, maxTextLength))).map(({ amount }) =>
    Math.round(Math.abs(Number(amount)) * 100),
  );
}

/**
 * Returns the prices that a page declares for what it is about: in its metadata, in its microdata and in its JSON-LD. Empty
 * if it declares none, or so many that it offers many things.
 */
export function declaredAmounts(tree: Tree): ReadonlySet<number> {
  const amounts = new Set<number>();
  if (!tree.source.includes('price') && !tree.source.includes('lowPrice')) return amounts;
  const add = (text: string | null): void => {
    const first = text === null ? undefined : amountsOf(text)[0];
    if (first !== undefined && first > 0) amounts.add(first);
  };
  for (let node = 1; node < tree.count && amounts.size <= maxAmounts; node++) {
    const tagId = tagOf(tree, node);
    if (tagId === tag.text || integerAt(tree.from, node) === integerAt(tree.to, node)) continue;
    if (tagId === tag.script) {
      if (attributeOf(tree, node, attribute.type) !== 'application/ld+json') continue;
      for (const [, price] of subtreeText(tree, node).slice(0, maxScriptLength).matchAll(jsonPrice))
        add(price ?? null);
    } else if (tagId === tag.meta && isPriceProperty(tree, node))
      add(attributeOf(tree, node, attribute.content));
    else if (priceItem.test(attributeOf(tree, node, attribute.itemprop) ?? ''))
      add(attributeOf(tree, node, attribute.content) ?? subtreeText(tree, node, 60));
  }
  return amounts.size > maxAmounts ? new Set() : amounts;
}

function isPriceProperty(tree: Tree, meta: number): boolean {
  return [attribute.property, attribute.name].some((name) =>
    priceProperty.test(attributeOf(tree, meta, name) ?? ''),
  );
}
