import { tag, tagNames } from '../../page/parse/tags.ts';
import { attributeValue, type Tree, textOf } from '../../page/tree.ts';
import type { PageIndex } from './page-index.ts';
import { elementText, firstAtLeast } from './page-letters.ts';

/** The six ways to name a place, most meaningful first. */
export const locatorFamilies = ['semantic', 'label', 'id', 'class', 'anchor', 'path'] as const;

/** One of {@link locatorFamilies}. */
export type LocatorFamily = (typeof locatorFamilies)[number];

/** Where a locator starts. */
export type Start =
  | { by: 'meaning'; name: string; value: string; tag?: string }
  | { by: 'id'; id: string }
  | { by: 'class'; tag: string; classes: string[] }
  /** Within another start alone. */
  | { by: 'tag'; tag: string }
  /** A text that equals the label in its letters; `skip` texts further on stands the value, `up` elements above its text. */
  | { by: 'label'; label: string; skip: number; up: number }
  /** A text that begins with the label's letters, and the element `up` above it. */
  | { by: 'inline'; label: string; up: number }
  /** The block after the one that the label ends. */
  | { by: 'after'; label: string }
  | { by: 'root' };

/** A child step: a tag and which one of its kind among its siblings, from 1. */
export type ChildStep = readonly [tag: string, position: number];

/** What is taken of the element found: its whole text, one of its own texts (from 0), or an attribute. */
export type Take = { what: 'text' } | { what: 'own'; index: number } | { what: 'attribute'; name: string };

/** Whether what is taken is written for machines: attributes, but for those that are shown or read out. */
export function isForMachines(take: Take): boolean {
  return take.what === 'attribute' && take.name !== 'title' && take.name !== 'alt';
}

/** A way to a value that holds on all pages of a layout. Plain data: it is stored. */
export interface Locator {
  family: LocatorFamily;
  /** Where to start; with two, the second lies within the first. */
  start: readonly [Start] | readonly [Start, Start];
  /** Which of the places found, from 0. */
  nth: number;
  steps: readonly ChildStep[];
  take: Take;
  /** Text that always stands before and after the value, or none. */
  before: string;
  after: string;
}

/** Elements of one tag in an anchor that can be told apart by their order. */
const maxTagged = 10;

/** An element's name, lower case. */
export function tagNameOf(tree: Tree, node: number): string {
  return tree.names[tree.name[node] as number] ?? tagNames[0] ?? '';
}

function hasAll(page: PageIndex, node: number, classes: readonly string[]): boolean {
  return classes.every((name) => {
    const nodes = page.byClass.get(name) ?? [];
    let low = 0;
    let high = nodes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((nodes[middle] as number) < node) low = middle + 1;
      else high = middle;
    }
    return nodes[low] === node;
  });
}

/** The text that stands `count` texts after another, or -1. */
function textAfter(page: PageIndex, text: number, count: number): number {
  const index = firstAtLeast(page.texts, text) + count;
  return page.texts[index] ?? -1;
}

/** The nearest element after a label's own block that says something, or -1. */
export function blockAfter(page: PageIndex, label: number): number {
  const { tree } = page;
  let node = label;
  for (let level = 0; level < 4 && node > 0; level++) {
    const parent = tree.parent[node] as number;
    if (parent < 0) return -1;
    const end = tree.end[parent] as number;
    for (let next = tree.end[node] as number; next < end; next = tree.end[next] as number) {
      if ((page.to[next] as number) <= (page.from[next] as number)) continue;
      return (tree.tag[next] as number) > tag.document ? next : -1;
    }
    // What a label shares its block with is not after it.
    if (page.from[parent] !== page.from[label]) return -1;
    node = parent;
  }
  return -1;
}

function elementsOf(page: PageIndex, start: Start): readonly number[] {
  const { tree } = page;
  switch (start.by) {
    case 'root':
    case 'tag':
      return [];
    case 'id':
      return page.byId.get(start.id) ?? [];
    case 'meaning': {
      const nodes = page.byMeaning.get(`${start.name}=${start.value}`) ?? [];
      return start.tag === undefined ? nodes : nodes.filter((node) => tagNameOf(tree, node) === start.tag);
    }
    case 'class': {
      const nodes = page.byClass.get(start.classes[0] as string) ?? [];
      const rest = start.classes.slice(1);
      return nodes.filter((node) => tagNameOf(tree, node) === start.tag && hasAll(page, node, rest));
    }
    case 'after':
      return page
        .byLabel(start.label)
        .map((text) => blockAfter(page, text))
        .filter((node) => node !== -1);
    case 'label':
      return page
        .byLabel(start.label)
        .map((text) => raised(tree, textAfter(page, text, start.skip), start.up))
        .filter((node) => node > 0);
    case 'inline':
      return beginningWith(page, start.label)
        .map((text) => raised(tree, text, start.up))
        .filter((node) => node > 0);
  }
}

function beginningWith(page: PageIndex, label: string): number[] {
  const found: number[] = [];
  for (const text of page.texts) {
    if (page.letters.startsWith(label, page.from[text])) found.push(text);
  }
  return found;
}

function raised(tree: Tree, text: number, levels: number): number {
  let node = text;
  for (let level = 0; level < levels && node > 0; level++) node = tree.parent[node] as number;
  return node;
}

/** The first elements of a tag within another. */
function taggedWithin(tree: Tree, holder: number, name: string): number[] {
  const found: number[] = [];
  const end = tree.end[holder] as number;
  for (let node = holder + 1; node < end && found.length < maxTagged; node++) {
    if ((tree.tag[node] as number) > tag.document && tagNameOf(tree, node) === name) found.push(node);
  }
  return found;
}

/** Elements that a locator starts from, within a subtree, in document order. */
export function startsOf(page: PageIndex, start: Locator['start'], within = 0): number[] {
  const [first, second] = start;
  const end = page.tree.end[within] as number;
  const isInside = (node: number) => node >= within && node < end;
  if (first.by === 'root') return [within];
  const outer = elementsOf(page, first).filter(isInside);
  if (second === undefined) return outer;
  if (second.by === 'tag') return outer.flatMap((holder) => taggedWithin(page.tree, holder, second.tag));
  const inner = elementsOf(page, second);
  return inner.filter((node) =>
    outer.some((holder) => node > holder && node < (page.tree.end[holder] as number)),
  );
}

/** The child that a step leads to, or -1. */
function childAt(tree: Tree, parent: number, [name, position]: ChildStep): number {
  let left = position;
  const end = tree.end[parent] as number;
  for (let child = parent + 1; child < end; child = tree.end[child] as number) {
    if ((tree.tag[child] as number) <= tag.document || tagNameOf(tree, child) !== name) continue;
    if (--left === 0) return child;
  }
  return -1;
}

/** The part of a locator that leads to an element. */
export type Way = Pick<Locator, 'start' | 'nth' | 'steps'>;

/** The element that a locator leads to, or -1. */
export function locate(page: PageIndex, locator: Way, within = 0): number {
  let node = startsOf(page, locator.start, within)[locator.nth] ?? -1;
  for (const step of locator.steps) {
    if (node === -1) return -1;
    node = childAt(page.tree, node, step);
  }
  return node;
}

/** What is taken of an element, or null. */
export function takenText(tree: Tree, node: number, take: Take): string | null {
  if (take.what === 'text' || tree.tag[node] === tag.text) return elementText(tree, node);
  const to = tree.to[node] as number;
  if (take.what === 'attribute') {
    for (let row = tree.from[node] as number; row < to; row++) {
      if (tree.attributeNames[tree.attributeName[row] as number] === take.name)
        return attributeValue(tree, row).trim();
    }
    return null;
  }
  let left = take.index;
  const end = tree.end[node] as number;
  for (let child = node + 1; child < end; child = tree.end[child] as number) {
    if (tree.tag[child] !== tag.text) continue;
    const text = textOf(tree, child).replace(/\s+/g, ' ').trim();
    if (text !== '' && left-- === 0) return text;
  }
  return null;
}

/** A value without the text that always stands around it; null when that is not there. */
export function withoutAffixes(text: string, before: string, after: string): string | null {
  if (text.length < before.length + after.length) return null;
  if (!text.startsWith(before) || !text.endsWith(after)) return null;
  const value = text.slice(before.length, text.length - after.length).trim();
  return value === '' ? null : value;
}

/** A value that a locator finds on a page, and where. */
export interface Located {
  node: number;
  text: string;
}

/** What a locator finds on a page, or null. */
export function readLocator(page: PageIndex, locator: Locator, within = 0): Located | null {
  const node = locate(page, locator, within);
  if (node === -1) return null;
  const taken = takenText(page.tree, node, locator.take);
  const text = taken === null ? null : withoutAffixes(taken, locator.before, locator.after);
  return text === null ? null : { node, text };
}

function startText(start: Start): string {
  switch (start.by) {
    case 'root':
      return ':root';
    case 'id':
      return `#${start.id}`;
    case 'meaning':
      return `${start.tag ?? ''}[${start.name}="${start.value}"]`;
    case 'class':
      return `${start.tag}.${start.classes.join('.')}`;
    case 'after':
      return `"${start.label}" + *`;
    case 'tag':
      return start.tag;
    case 'label':
      return `"${start.label}" ~ ${start.skip}${start.up > 1 ? ` ^${start.up}` : ''}`;
    case 'inline':
      return `"${start.label}…"${start.up > 1 ? ` ^${start.up}` : ''}`;
  }
}

/** A locator in words close to CSS, for people. */
export function locatorText(locator: Locator): string {
  const start = locator.start.map(startText).join(' ');
  const nth = locator.nth > 0 ? ` (${locator.nth + 1})` : '';
  const steps = locator.steps.map(([name, position]) => ` > ${name}:nth-of-type(${position})`).join('');
  const take = locator.take;
  const taken =
    take.what === 'text' ? '' : take.what === 'own' ? ` text(${take.index + 1})` : ` @${take.name}`;
  return `${start}${nth}${steps}${taken}`;
}
