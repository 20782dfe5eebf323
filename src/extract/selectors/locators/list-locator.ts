import { collapseSpace } from '../../../domain/values/collapse-space.ts';
import { lastOf } from '../../../domain/values/elements.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { isBlock } from '../../../page/tree/flow.ts';
import { endOf, parentOf, tagOf, textOf } from '../../../page/tree/tree.ts';
import { elementText, lettersOf } from '../../page-view/page-letters.ts';
import { getStableClasses, type PageIndex } from '../layouts/page-index.ts';
import {
  type ChildStep,
  findStarts,
  getTagName,
  type Locator,
  type LocatorFamily,
  locate,
} from './locator.ts';

/** Maximum number of entries read from a list. */
const maxItems = 1000;
const maxContainers = 30;
/** Maximum number of elements of a page that are matched against a shape. */
const maxShaped = 50_000;

/** Selection of the entries of a list. */
export type ItemSelection =
  /** Every element at the locator's start is an entry. */
  | { by: 'all' }
  /**
   * Elements or texts in the container with this shape; the shapes of the element and its ancestors, innermost
   * first.
   */
  | { by: 'shape'; shape: readonly string[] }
  /** Lines of the container, separated by breaks and blocks. */
  | { by: 'lines' };

/** A locator of the entries of a list. Plain data; it is stored. */
export interface ListLocator {
  family: LocatorFamily;
  start: Locator['start'];
  /**
   * Index of the container, from 0; -1 for all containers, because groups of ingredients are separate lists.
   */
  nth: number;
  steps: readonly ChildStep[];
  items: ItemSelection;
  /** True if a counter before each entry is removed. */
  isCounted: boolean;
}

/** An entry of a list on a page. */
export interface ListItem {
  node: number;
  text: string;
}

/** Returns the tag and stable classes of an element; `#text` for a text. */
export function getElementShape(page: PageIndex, node: number): string {
  if (page.tree.tag[node] === tag.text) return '#text';
  return [getTagName(page.tree, node), ...getStableClasses(page.tree, node)].join('.');
}

function hasShape(page: PageIndex, node: number, shape: readonly string[]): boolean {
  let at = node;
  for (const expected of shape) {
    if (at <= 0 || getElementShape(page, at) !== expected) return false;
    at = parentOf(page.tree, at);
  }
  return true;
}

function findShapedNodes(page: PageIndex, container: number, shape: readonly string[]): number[] {
  const { tree } = page;
  const nodes: number[] = [];
  const wantsText = shape[0] === '#text';
  const end = Math.min(endOf(tree, container), container + maxShaped);
  for (let node = container + 1; node < end && nodes.length < maxItems; node++) {
    if ((tree.tag[node] === tag.text) !== wantsText || page.from[node] === page.to[node]) continue;
    if (!hasShape(page, node, shape)) continue;
    nodes.push(node);
    // Elements inside an entry are not entries.
    node = endOf(tree, node) - 1;
  }
  return nodes;
}

/** Returns the lines of an element, separated by breaks and blocks, with their first nodes. */
function getLines(page: PageIndex, container: number): ListItem[] {
  const { tree } = page;
  const lines: ListItem[] = [];
  let text = '';
  let first = -1;
  const close = () => {
    const line = collapseSpace(text);
    if (line !== '' && first !== -1) lines.push({ node: first, text: line });
    text = '';
    first = -1;
  };
  const ends: number[] = [];
  const end = endOf(tree, container);
  for (let node = container + 1; node < end && lines.length < maxItems; node++) {
    while (ends.length > 0 && lastOf(ends) <= node) {
      ends.pop();
      close();
    }
    const tagId = tagOf(tree, node);
    if (tagId === tag.br) close();
    else if (tagId === tag.text) {
      if (page.from[node] === page.to[node]) continue;
      if (first === -1) first = node;
      text += textOf(tree, node);
    } else if (isBlock[tagId] === 1) {
      close();
      ends.push(endOf(tree, node));
    }
  }
  close();
  return lines;
}

const bullet = /^[\s•▢◦‣∙·☐□▪■●○➤►✓✔*–-]+(?=\S)/u;
const counter = /^(?:\p{L}{3,12}\s*)?\d{1,2}\s*[.):/–-]?\s*(?=\P{N})/u;

/** Removes the bullet or counter of an entry. */
function removeMarker(text: string, isCounted: boolean): string {
  const unmarked = text.replace(bullet, '');
  return (isCounted ? unmarked.replace(counter, '') : unmarked).trim();
}

/**
 * Returns the entries in a container, bounded in number, without entries that have no letters. Empty for `all`.
 */
export function getItems(
  page: PageIndex,
  container: number,
  items: ItemSelection,
  isCounted: boolean,
): ListItem[] {
  if (items.by === 'all') return [];
  const listItems =
    items.by === 'lines'
      ? getLines(page, container)
      : findShapedNodes(page, container, items.shape).map((node) => ({
          node,
          text: elementText(page.tree, node),
        }));
  return listItems
    .map(({ node, text }) => ({ node, text: removeMarker(text, isCounted) }))
    .filter(({ text }) => lettersOf(text) !== '');
}

/** Returns the entries that a list locator finds on a page. */
export function readList(page: PageIndex, locator: ListLocator, within = 0): ListItem[] {
  if (locator.items.by === 'all') {
    return findStarts(page, locator.start, within)
      .slice(0, maxItems)
      .map((node) => ({ node, text: removeMarker(elementText(page.tree, node), locator.isCounted) }))
      .filter(({ text }) => lettersOf(text) !== '');
  }
  return findContainers(page, locator, within)
    .flatMap((container) => getItems(page, container, locator.items, locator.isCounted))
    .slice(0, maxItems);
}

function findContainers(page: PageIndex, locator: ListLocator, within: number): number[] {
  if (locator.nth >= 0) {
    const container = locate(page, locator, within);
    return container === -1 ? [] : [container];
  }
  const containers: number[] = [];
  for (let nth = 0; nth < maxContainers; nth++) {
    const container = locate(page, { ...locator, nth }, within);
    if (container === -1) break;
    // Containers inside a container that was read are skipped.
    if (container >= endOf(page.tree, containers.at(-1) ?? 0) || containers.length === 0)
      containers.push(container);
  }
  return containers;
}
