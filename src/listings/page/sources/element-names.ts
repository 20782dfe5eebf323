import { integerAt } from '../../../domain/values/elements.ts';
import type { PageView } from '../../../extract/page-view/page-view.ts';
import { isStableName } from '../../../extract/page-view/stable-name.ts';
import { attribute } from '../../../page/parse/attributes.ts';
import { isHeading } from '../../../page/parse/names/tag-sets.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { namesFormerPrice } from '../../../page/text/former-price-names.ts';
import { isStruck } from '../../../page/tree/struck.ts';
import { attributeOf, endOf, isElement, parentOf, type Tree, tagOf } from '../../../page/tree/tree.ts';

/** Maximum number of elements of a record whose classes are compared. */
const maxElements = 1_000;
/** Maximum number of characters of a label. */
export const maxLabelLength = 40;
/** Returns the class of an element that says that its price is no longer paid; undefined if it has none. */
export function findFormerPriceClass(tree: Tree, node: number): string | undefined {
  return (attributeOf(tree, node, attribute.class) ?? '').split(/\s+/).find(namesFormerPrice);
}

/** Words in names of elements that name a person. */
const personWord =
  /(?:^|[^a-z])(?:author|byline|profile|user|member|seller|artist|creator|writer)s?(?:$|[^a-z])/i;

/** Returns true if an element is a button, by its tag or by its role; a link to another page is none. */
export function isControl(tree: Tree, node: number): boolean {
  if (tree.tag[node] === tag.button) return true;
  if (attributeOf(tree, node, attribute.role)?.trim().toLowerCase() !== 'button') return false;
  const href = tree.tag[node] === tag.a ? (attributeOf(tree, node, attribute.href)?.trim() ?? '') : '';
  return href === '' || /^(?:#|javascript:)/i.test(href);
}

/** Returns true if an element is a button that is named like a person, although its label is an action: "Follow". */
export function isPersonControl(tree: Tree, node: number): boolean {
  return isControl(tree, node) && personWord.test(attributeOf(tree, node, attribute.class) ?? '');
}

/** Returns the classes in the record's elements that no other of at least three records has. */
export function findItemClasses(tree: Tree, members: readonly number[]): ReadonlySet<string> {
  const owners = new Map<string, number>();
  const shared = new Set<string>();
  if (members.length < 3) return shared;
  for (const member of members) {
    const end = Math.min(endOf(tree, member), member + maxElements);
    for (let node = member; node < end; node++) {
      if (!isElement(tree, node)) continue;
      for (const name of (attributeOf(tree, node, attribute.class) ?? '').split(/\s+/)) {
        if (owners.has(name) && owners.get(name) !== member) shared.add(name);
        else owners.set(name, member);
      }
    }
  }
  return new Set([...owners.keys()].filter((name) => !shared.has(name)));
}

/**
 * Returns the step of an element in a key: its `itemprop`, else its tag and first stable class that does not belong
 * to a single record.
 */
export function stepOf(tree: Tree, node: number, itemClasses: ReadonlySet<string>): string {
  const property = attributeOf(tree, node, attribute.itemprop);
  if (property !== null && property.trim() !== '') return `[${property.trim().split(/\s+/)[0]}]`;
  const stable = (attributeOf(tree, node, attribute.class) ?? '')
    .split(/\s+/)
    .filter((name) => isStableName(name) && !itemClasses.has(name));
  const own = findFormerPriceClass(tree, node) ?? stable[0];
  const name = tree.names[integerAt(tree.name, node)] ?? '';
  return own === undefined ? name : `${name}.${own}`;
}

/** Returns the names in an element's own attributes. */
export function getElementNames(page: PageView, node: number): string[] {
  const { tree } = page;
  const names: string[] = [];
  for (const id of [attribute.itemprop, attribute.class, attribute.property, attribute.name]) {
    const value = attributeOf(tree, node, id);
    if (value !== null) names.push(...value.split(/\s+/).filter(isStableName));
  }
  for (let row = integerAt(tree.from, node); row < integerAt(tree.to, node); row++) {
    const name = tree.attributeNames[integerAt(tree.attributeName, row)] ?? '';
    if (/^data-(?:field|name|label|key|testid|type|qa|cy|col|column|title|th)$/.test(name)) {
      const value = page.attributeOf(node, name);
      if (value !== null && value.length <= maxLabelLength) names.push(value);
    }
  }
  if (isStruck(tree, node) || findFormerPriceClass(tree, node) !== undefined) names.push('old price');
  if (isHeading[tagOf(tree, node)] === 1) names.push('title');
  if (tree.tag[node] === tag.summary) names.push('title', 'question');
  else if (tree.tag[parentOf(tree, node)] === tag.details) names.push('answer', 'description');
  if (tree.tag[node] === tag.time) names.push('date');
  if (tree.tag[node] === tag.a) names.push(...getLinkNames(page, node));
  return names;
}

/** A segment of a path that is a word, and not the name of one page. */
const pathWord = /^[a-z]{3,20}$/;

/** Returns what a link states about its text: its relations, and the folder of its target: `/category/news/`. */
function getLinkNames(page: PageView, node: number): string[] {
  const relations = (attributeOf(page.tree, node, attribute.rel) ?? '')
    .split(/\s+/)
    .filter((name) => pathWord.test(name));
  const href = attributeOf(page.tree, node, attribute.href);
  const path = href === null ? '' : (URL.parse(href, page.url)?.pathname ?? '');
  const folders = path
    .split('/')
    .filter((segment) => segment !== '')
    .slice(0, -1);
  const folder = folders.at(-1) ?? '';
  return [...relations, ...(pathWord.test(folder) ? [folder] : [])];
}
