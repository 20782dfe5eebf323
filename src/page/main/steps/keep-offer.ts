import { collapseSpace } from '../../../domain/values/collapse-space.ts';
import { byteAt, integerAt } from '../../../domain/values/elements.ts';
import { attribute } from '../../parse/attributes.ts';
import { tagSet } from '../../parse/names/tag-sets.ts';
import { tag } from '../../parse/names/tags.ts';
import { hyphenateNames, isNamedFormerPrice } from '../../text/former-price-names.ts';
import { isStruck } from '../../tree/struck.ts';
import {
  attributeOf,
  closest,
  depthOf,
  endOf,
  parentOf,
  subtreeText,
  type Tree,
  tagOf,
} from '../../tree/tree.ts';
import { column, columns, type Leaves, wordsOf } from '../features/leaves.ts';
import { textOfLeaf } from '../features/text-of-leaf.ts';
import { findMainHeading } from '../headings.ts';
import type { Selection } from '../selection.ts';
import { amountsOf, declaredAmounts } from './offer-amounts.ts';

const isFrame = tagSet('nav footer dialog');
const priceName =
  /price|preis|prix|precio|preco|prezzo|prijs|cena|(?:^|[\s_-])(?:pris|ar|amount|money)(?=$|[\s_-])/i;
/** Names of the availability, the identifiers and the variants of a product. */
const offerPartName =
  /(?:^|[\s_-])(?:(?:in-?|out-of-)?stock(?:-?(?:status|level|info))?|availab(?:le|ility)|lager|sku|mpn|gtin|ean|isbn|article-?(?:number|no)|variants?|variations?|swatch(?:es)?)(?=$|[\s_-])/i;
const limits = {
  /** Words of a line with a price, and of another part of an offer. */
  priceWords: 20,
  partWords: 12,
  /** Words and leaves of the box around a price. */
  boxWords: 30,
  boxLeaves: 8,
  /** Levels above a leaf whose names are read. */
  levels: 3,
  /** Declared prices of a page that is not only about a product: a price, and a former or lower one. */
  amountsOfPart: 2,
  /** Leaves from a former price to the one that takes its place. */
  leavesBetween: 6,
  /** Words between the title and the end of what is offered. */
  regionWords: 400,
};

function namesOf(tree: Tree, node: number): string {
  const names = [attribute.class, attribute.id, attribute.itemprop].map(
    (name) => attributeOf(tree, node, name) ?? '',
  );
  return names.join(' ').slice(0, 300);
}

/** Returns the names of the elements around the texts of a leaf, and of some elements above its block. */
function namesAround(tree: Tree, leaves: Leaves, leaf: number): string[] {
  const block = integerAt(leaves.block, leaf);
  const names: string[] = [];
  for (let node = integerAt(leaves.first, leaf); node < integerAt(leaves.last, leaf); node++) {
    if (tree.tag[node] !== tag.text) continue;
    for (let above = parentOf(tree, node); above > block; above = parentOf(tree, above))
      names.push(namesOf(tree, above));
  }
  for (
    let above = block, level = 0;
    above > 0 && level < limits.levels;
    above = parentOf(tree, above), level++
  )
    names.push(namesOf(tree, above));
  return names;
}

/** Characters of an element that are read to see if it holds one amount. */
const maxFormerText = 200;

/** Returns true if a leaf is a former price: struck out, or named as one. */
function isFormerPrice(tree: Tree, leaves: Leaves, leaf: number): boolean {
  const block = integerAt(leaves.block, leaf);
  for (
    let node = integerAt(leaves.first, leaf), level = 0;
    node > 0 && level < 6;
    node = parentOf(tree, node), level++
  ) {
    if (tree.tag[node] === tag.text) continue;
    const text = () => collapseSpace(subtreeText(tree, node, maxFormerText));
    if (isStruck(tree, node) || isNamedFormerPrice(hyphenateNames(namesOf(tree, node)), text)) return true;
    if (node <= block) return false;
  }
  return false;
}

/** Returns the depth of the innermost element around a node and a heading. */
function commonDepth(tree: Tree, heading: number, node: number): number {
  let common = heading;
  while (common > 0 && !(common <= node && node < endOf(tree, common))) common = parentOf(tree, common);
  return depthOf(tree, Math.max(common, 0));
}

/**
 * Keeps the offer of the product of a page, which models that are trained on prose drop: the price that the page declares, or
 * the price beside the title, which its element names; the line around it, such as the former price; and the named parts of the
 * offer, such as availability, number and variants.
 */
export function keepOffer(selection: Selection): void {
  const { tree, leaves } = selection;
  const heading = findMainHeading(tree, leaves);
  const title = heading === -1 ? -1 : integerAt(leaves.block, heading);
  const price = title === -1 ? -1 : findPrice(selection, title);
  if (price !== -1) {
    keepBox(selection, price, title);
    keepParts(selection, price, title);
  }
  keepCurrentPrices(selection, title);
}

function findPrice({ tree, leaves, kind }: Selection, title: number): number {
  const declared = declaredAmounts(tree);
  if (kind !== 'product' && (declared.size === 0 || declared.size > limits.amountsOfPart)) return -1;
  let best = -1;
  let bestRank = 0;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const row = leaf * columns;
    const block = integerAt(leaves.block, leaf);
    if (leaves.isHidden[leaf] === 1 || integerAt(leaves.counts, row + column.digits) === 0) continue;
    if (wordsOf(leaves, leaf) > limits.priceWords || closest(tree, block, isFrame) !== -1) continue;
    const names = namesAround(tree, leaves, leaf);
    const isNamed = names.some((name) => priceName.test(name));
    const hasCurrency = integerAt(leaves.counts, row + column.currency) > 0;
    if (!isNamed && !hasCurrency) continue;
    const isDeclared = amountsOf(textOfLeaf(tree, leaves, leaf)).some((amount) => declared.has(amount));
    if (!isDeclared && !(isNamed && hasCurrency && declared.size === 0)) continue;
    if (!isDeclared && isFormerPrice(tree, leaves, leaf)) continue;
    // The price nearest to the title; the others are those of other things.
    const rank = commonDepth(tree, title, block) + (isNamed ? 0.5 : 0);
    if (rank > bestRank) {
      best = leaf;
      bestRank = rank;
    }
  }
  return best;
}

/** Keeps the visible leaves of a small box around a leaf, without buttons. */
function keepBox({ tree, leaves, context, isKept, body }: Selection, leaf: number, title: number): void {
  const { words } = context.sums;
  let box = integerAt(leaves.block, leaf);
  for (let parent = parentOf(tree, box); parent > body; parent = parentOf(tree, parent)) {
    const from = integerAt(leaves.before, parent);
    const to = integerAt(leaves.before, endOf(tree, parent));
    const hasTitle = parent <= title && title < endOf(tree, parent);
    const isSmall =
      to - from <= limits.boxLeaves && integerAt(words, to) - integerAt(words, from) <= limits.boxWords;
    if (hasTitle || !isSmall) break;
    box = parent;
  }
  isKept[leaf] = 1;
  const to = integerAt(leaves.before, endOf(tree, box));
  for (let other = integerAt(leaves.before, box); other < to; other++)
    if (leaves.isHidden[other] === 0 && !isControl(tree, leaves, other)) isKept[other] = 1;
}

const isControlTag = tagSet('button a label');

function isControl(tree: Tree, leaves: Leaves, leaf: number): boolean {
  if (tree.tag[integerAt(leaves.block, leaf)] === tag.button) return true;
  const row = leaf * columns;
  const isLinked = integerAt(leaves.counts, row + column.linked) === wordsOf(leaves, leaf);
  return isLinked || isControlTag[tagOf(tree, parentOf(tree, integerAt(leaves.first, leaf)))] === 1;
}

/** Keeps the named parts of an offer in the element around its title and its price. */
function keepParts({ tree, leaves, context, isKept }: Selection, price: number, title: number): void {
  const { words } = context.sums;
  const node = integerAt(leaves.block, price);
  let region = title;
  while (region > 0 && !(region <= node && node < endOf(tree, region))) region = parentOf(tree, region);
  const from = integerAt(leaves.before, region);
  const to = integerAt(leaves.before, endOf(tree, region));
  if (region <= 0 || integerAt(words, to) - integerAt(words, from) > limits.regionWords) return;
  for (let leaf = from; leaf < to; leaf++) {
    if (byteAt(isKept, leaf) === 1 || leaves.isHidden[leaf] === 1) continue;
    if (wordsOf(leaves, leaf) > limits.partWords || isControl(tree, leaves, leaf)) continue;
    if (namesAround(tree, leaves, leaf).some((name) => offerPartName.test(name))) isKept[leaf] = 1;
  }
}

/** Returns true for the line of an amount with a currency that is shown outside of menus, footers and links. */
function isAmount({ tree, leaves }: Selection, leaf: number): boolean {
  return (
    integerAt(leaves.counts, leaf * columns + column.currency) > 0 &&
    integerAt(leaves.counts, leaf * columns + column.digits) > 0 &&
    leaves.isHidden[leaf] === 0 &&
    wordsOf(leaves, leaf) <= limits.partWords &&
    !isControl(tree, leaves, leaf) &&
    closest(tree, integerAt(leaves.block, leaf), isFrame) === -1
  );
}

/** Returns the nearest amount around a former price that takes its place, the one behind it first; -1 if there is none. */
function findReplacement(selection: Selection, former: number): number {
  const { tree, leaves } = selection;
  for (let distance = 1; distance <= limits.leavesBetween; distance++)
    for (const leaf of [former + distance, former - distance])
      if (leaf >= 0 && leaf < leaves.count && isAmount(selection, leaf) && !isFormerPrice(tree, leaves, leaf))
        return leaf;
  return -1;
}

/** Keeps the price beside each kept former price: its box, and the nearest other amount. */
function keepCurrentPrices(selection: Selection, title: number): void {
  const { tree, leaves, isKept } = selection;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    if (isKept[leaf] === 0 || integerAt(leaves.counts, leaf * columns + column.currency) === 0) continue;
    if (wordsOf(leaves, leaf) > limits.partWords || !isFormerPrice(tree, leaves, leaf)) continue;
    keepBox(selection, leaf, title);
    const current = findReplacement(selection, leaf);
    if (current !== -1) isKept[current] = 1;
  }
}
