import { integerAt } from '../../domain/values/elements.ts';
import { memoize } from '../../domain/values/memoize.ts';
import { tag } from '../../page/parse/names/tags.ts';
import { flowKind } from '../../page/tree/flow.ts';
import { attributeValue, endOf, isElement } from '../../page/tree/tree.ts';
import type { PageView } from '../page-view/page-view.ts';
import { labelPhrase } from '../schema/concepts.ts';
import { wordsOf } from '../words/words.ts';

/** An element whose class, id or other attribute names its content. */
export interface NamedElement {
  element: number;
  /** Words of the name in the form used for comparison with labels. */
  phrase: string;
  words: readonly string[];
  /** Attribute and name, as quoted in the evidence: `class "price"`. */
  reason: string;
  /** Reliability of this kind of name, 0 to 1. */
  strength: number;
}

const maxNamed = 20_000;
const maxTokens = 8;

/** Attributes that name the content of an element, with their reliability. */
const nameAttributes: ReadonlyMap<string, number> = new Map([
  ['itemprop', 0.95],
  ['property', 0.9],
  ['id', 0.82],
  ['class', 0.76],
  ['data-testid', 0.84],
  ['data-test', 0.84],
  ['data-qa', 0.84],
  ['data-automation', 0.84],
  ['data-field', 0.85],
  ['data-label', 0.85],
  ['data-name', 0.8],
  ['aria-label', 0.7],
  ['name', 0.7],
]);

const readName = memoize((name): Pick<NamedElement, 'phrase' | 'words'> => {
  const words = wordsOf(name);
  return { phrase: labelPhrase(words), words };
});

/** Attributes of a page that name the content of an element, by the number of the attribute. */
type NamingAttributes = ReadonlyMap<number, readonly [name: string, strength: number]>;

function findNamingAttributes({ tree }: PageView): NamingAttributes {
  const attributes = new Map<number, readonly [string, number]>();
  tree.attributeNames.forEach((name, id) => {
    const strength = nameAttributes.get(name);
    if (strength !== undefined) attributes.set(id, [name, strength]);
  });
  return attributes;
}

function isButton(page: PageView, node: number): boolean {
  return page.tree.tag[node] === tag.button || page.attributeOf(node, 'role') === 'button';
}

/** Adds the names of an element. Classes and ids of a button name its style or what it does: `btn-brand`. */
function addNames(
  page: PageView,
  node: number,
  attributes: NamingAttributes,
  elements: NamedElement[],
): void {
  const { tree } = page;
  for (let row = integerAt(tree.from, node); row < integerAt(tree.to, node); row++) {
    const naming = attributes.get(integerAt(tree.attributeName, row));
    if (naming === undefined) continue;
    const [attributeName, strength] = naming;
    if ((attributeName === 'class' || attributeName === 'id') && isButton(page, node)) continue;
    const value = attributeValue(tree, row);
    if (value === '' || value.length > 400) continue;
    const isTokens = attributeName === 'class' || attributeName === 'itemprop';
    for (const name of isTokens ? value.trim().split(/\s+/, maxTokens) : [value]) {
      const { phrase, words } = readName(name);
      if (words.length === 0 || words.length > 5) continue;
      elements.push({ element: node, phrase, words, reason: `${attributeName} "${name}"`, strength });
    }
  }
}

/** Returns the named visible elements of a page in document order. */
export function findNamedElements(page: PageView): readonly NamedElement[] {
  const { tree, flow } = page;
  const attributes = findNamingAttributes(page);
  const elements: NamedElement[] = [];
  for (let node = 1; node < tree.count && elements.length < maxNamed; node++) {
    if (!isElement(tree, node)) continue;
    if (flow.kind[node] === flowKind.skipped) node = endOf(tree, node) - 1;
    else addNames(page, node, attributes, elements);
  }
  return elements;
}
