import { attribute } from '../parse/attributes.ts';
import { tagSet } from '../parse/names/tag-sets.ts';
import { attributeOf, endOf, isElement, parentOf, subtreeText, type Tree, tagOf } from './tree.ts';

const canBeSpoken = tagSet('span p div small b strong');
/** Classes of text that only screen readers read out. */
const screenReaderName =
  /(?:^|[\s_-])(?:screen-?reader(?:-text)?|sr-only|visually-?hidden|a-offscreen|off-?screen|hidden-visually|assistive-text)(?=$|[\s_-])/i;
const maxSpokenLength = 60;
/** Number of siblings on each side that are examined. */
const maxSiblings = 4;

/** Returns true if an element holds text that only screen readers read out, by the name of its class. */
function isForScreenReaders(tree: Tree, node: number): boolean {
  return screenReaderName.test(attributeOf(tree, node, attribute.class) ?? '');
}

const digitsOf = (text: string) => text.replace(/\P{Nd}+/gu, '');

function isHiddenFromScreenReaders(tree: Tree, node: number): boolean {
  return isElement(tree, node) && attributeOf(tree, node, attribute.ariaHidden) === 'true';
}

/** Returns the elements beside a node with the same parent, at most four on each side. */
function siblingsOf(tree: Tree, node: number): number[] {
  const parent = parentOf(tree, node);
  const before: number[] = [];
  const after: number[] = [];
  const end = endOf(tree, parent);
  for (let child = parent + 1; child < end && after.length < maxSiblings; child = endOf(tree, child)) {
    if (!isElement(tree, child) || child === node) continue;
    if (child < node) before.push(child);
    else after.push(child);
  }
  return [...before.slice(-maxSiblings), ...after];
}

/**
 * Returns true if an element is the spoken form of a number that the page shows beside it: a text for screen readers whose
 * digits an element with `aria-hidden` repeats, as in a price with raised cents (WAI-ARIA 1.2, 6.7). A reader sees only one.
 */
export function isSpokenAmount(tree: Tree, node: number): boolean {
  if (canBeSpoken[tagOf(tree, node)] !== 1 || !isForScreenReaders(tree, node)) return false;
  const text = subtreeText(tree, node, maxSpokenLength + 1);
  const digits = digitsOf(text);
  if (digits === '' || text.length > maxSpokenLength) return false;
  return siblingsOf(tree, node).some(
    (sibling) =>
      isHiddenFromScreenReaders(tree, sibling) && digitsOf(subtreeText(tree, sibling, 200)) === digits,
  );
}
