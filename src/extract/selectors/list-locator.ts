import { tag } from '../../page/parse/tags.ts';
import { textOf } from '../../page/tree.ts';
import { isBlock } from '../../page/visible.ts';
import { type ChildStep, type Locator, type LocatorFamily, locate, startsOf, tagNameOf } from './locator.ts';
import { type PageIndex, stableClassesOf } from './page-index.ts';
import { elementText, lettersOf } from './page-letters.ts';

/** Entries of a list that are read. */
const maxItems = 1000;
const maxContainers = 30;
/** Elements of one page whose shape is worked out. */
const maxShaped = 50_000;

/** Where the entries of a list begin and end. */
export type Items =
  /** Every element that the locator's start leads to is an entry. */
  | { by: 'all' }
  /** Elements (or texts) in the container with this shape, and that of the elements around them, innermost first. */
  | { by: 'shape'; shape: readonly string[] }
  /** Lines of the container: what breaks and blocks part. */
  | { by: 'lines' };

/** A way to the entries of a list. Plain data: it is stored. */
export interface ListLocator {
  family: LocatorFamily;
  start: Locator['start'];
  /** Which container, from 0; -1 for every one: groups of ingredients are lists of their own. */
  nth: number;
  steps: readonly ChildStep[];
  items: Items;
  /** Whether a number that counts the entries is taken off. */
  isCounted: boolean;
}

/** One entry of a list on a page. */
export interface Item {
  node: number;
  text: string;
}

/** Tag and stable classes of an element; `#text` for a text. */
export function shapeOf(page: PageIndex, node: number): string {
  if (page.tree.tag[node] === tag.text) return '#text';
  return [tagNameOf(page.tree, node), ...stableClassesOf(page.tree, node)].join('.');
}

function hasShape(page: PageIndex, node: number, shape: readonly string[]): boolean {
  let at = node;
  for (const wanted of shape) {
    if (at <= 0 || shapeOf(page, at) !== wanted) return false;
    at = page.tree.parent[at] as number;
  }
  return true;
}

function shapedWithin(page: PageIndex, container: number, shape: readonly string[]): number[] {
  const { tree } = page;
  const found: number[] = [];
  const wantsText = shape[0] === '#text';
  const end = Math.min(tree.end[container] as number, container + maxShaped);
  for (let node = container + 1; node < end && found.length < maxItems; node++) {
    if ((tree.tag[node] === tag.text) !== wantsText || page.from[node] === page.to[node]) continue;
    if (!hasShape(page, node, shape)) continue;
    found.push(node);
    // What lies in an entry is no entry.
    node = (tree.end[node] as number) - 1;
  }
  return found;
}

/** The lines of an element, as breaks and blocks part them; each with the node it begins at. */
export function linesWithin(page: PageIndex, container: number): Item[] {
  const { tree } = page;
  const lines: Item[] = [];
  let text = '';
  let first = -1;
  const close = () => {
    const line = text.replace(/\s+/g, ' ').trim();
    if (line !== '' && first !== -1) lines.push({ node: first, text: line });
    text = '';
    first = -1;
  };
  const ends: number[] = [];
  const end = tree.end[container] as number;
  for (let node = container + 1; node < end && lines.length < maxItems; node++) {
    while (ends.length > 0 && (ends.at(-1) as number) <= node) {
      ends.pop();
      close();
    }
    const tagId = tree.tag[node] as number;
    if (tagId === tag.br) close();
    else if (tagId === tag.text) {
      if (page.from[node] === page.to[node]) continue;
      if (first === -1) first = node;
      text += textOf(tree, node);
    } else if (isBlock[tagId] === 1) {
      close();
      ends.push(tree.end[node] as number);
    }
  }
  close();
  return lines;
}

const bullet = /^[\s•▢◦‣∙·☐□▪■●○➤►✓✔*–-]+(?=\S)/u;
const counter = /^(?:\p{L}{3,12}\s*)?\d{1,2}\s*[.):/–-]?\s*(?=\P{N})/u;

/** An entry without what only marks it as one. */
function bare(text: string, isCounted: boolean): string {
  const unmarked = text.replace(bullet, '');
  return (isCounted ? unmarked.replace(counter, '') : unmarked).trim();
}

/** The entries that a container (or, for `all`, the page or record) holds, bounded; entries without letters are left out. */
export function itemsWithin(page: PageIndex, container: number, items: Items, isCounted: boolean): Item[] {
  if (items.by === 'all') return [];
  const found =
    items.by === 'lines'
      ? linesWithin(page, container)
      : shapedWithin(page, container, items.shape).map((node) => ({
          node,
          text: elementText(page.tree, node),
        }));
  return found
    .map(({ node, text }) => ({ node, text: bare(text, isCounted) }))
    .filter(({ text }) => lettersOf(text) !== '');
}

/** What a list locator finds on a page; empty when nothing. */
export function readList(page: PageIndex, locator: ListLocator, within = 0): Item[] {
  if (locator.items.by === 'all') {
    return startsOf(page, locator.start, within)
      .slice(0, maxItems)
      .map((node) => ({ node, text: bare(elementText(page.tree, node), locator.isCounted) }))
      .filter(({ text }) => lettersOf(text) !== '');
  }
  return containersOf(page, locator, within)
    .flatMap((container) => itemsWithin(page, container, locator.items, locator.isCounted))
    .slice(0, maxItems);
}

function containersOf(page: PageIndex, locator: ListLocator, within: number): number[] {
  if (locator.nth >= 0) {
    const container = locate(page, locator, within);
    return container === -1 ? [] : [container];
  }
  const found: number[] = [];
  for (let nth = 0; nth < maxContainers; nth++) {
    const container = locate(page, { ...locator, nth }, within);
    if (container === -1) break;
    // What lies in a container that was read has been read.
    if (container >= (page.tree.end[found.at(-1) ?? 0] as number) || found.length === 0)
      found.push(container);
  }
  return found;
}
