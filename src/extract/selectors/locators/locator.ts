import { integerAt, itemAt, numberAt } from '../../../domain/values/elements.ts';
import { tag, tagNames } from '../../../page/parse/names/tags.ts';
import { endOf, parentOf, type Tree, tagOf } from '../../../page/tree/tree.ts';
import { findLowerBound } from '../../page-view/page-letters.ts';
import type { PageIndex } from '../layouts/page-index.ts';
import { formatTake, readPart, readTake, type Take, type TextPart } from './take.ts';

/** The families of locators, most meaningful first. */
export const locatorFamilies = ['semantic', 'label', 'id', 'class', 'anchor', 'path'] as const;

export type LocatorFamily = (typeof locatorFamilies)[number];

/** Start of a locator. */
export type Start =
  | { by: 'meaning'; name: string; value: string; tag?: string }
  | { by: 'id'; id: string }
  | { by: 'class'; tag: string; classes: string[] }
  /** Only inside another start. */
  | { by: 'tag'; tag: string }
  /**
   * A text whose letters equal the label. The value is `skip` texts later, or earlier if it is negative, in the element
   * `up` levels above its text.
   */
  | { by: 'label'; label: string; skip: number; up: number }
  /** A text that starts with the label's letters, and the element `up` levels above it. */
  | { by: 'inline'; label: string; up: number }
  /** The block after the block that ends with the label. */
  | { by: 'after'; label: string }
  | { by: 'root' };

/** A child step: a tag and the position among its siblings with this tag, from 1; from the end if it is negative. */
export type ChildStep = readonly [tag: string, position: number];

/** A locator of a value for all pages of a layout. Plain data; it is stored. */
export interface Locator {
  family: LocatorFamily;
  /** Start; with two entries, the second is inside the first. */
  start: readonly [Start] | readonly [Start, Start];
  /** Index among the matches, from 0. */
  nth: number;
  steps: readonly ChildStep[];
  take: Take;
  /** Constant text before and after the value, or empty. */
  before: string;
  after: string;
  /** Part of the text between the constant texts that is the value; absent if all of it is. */
  part?: TextPart;
}

/** Maximum number of elements of one tag in an anchor that are distinguished by order. */
const maxTagMatches = 10;

/** Returns an element's name in lower case. */
export function getTagName(tree: Tree, node: number): string {
  return tree.names[integerAt(tree.name, node)] ?? tagNames[0] ?? '';
}

function hasAllClasses(page: PageIndex, node: number, classes: readonly string[]): boolean {
  return classes.every((name) => {
    const nodes = page.byClass.get(name) ?? [];
    let low = 0;
    let high = nodes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (numberAt(nodes, middle) < node) low = middle + 1;
      else high = middle;
    }
    return nodes[low] === node;
  });
}

/** Returns the text `count` texts after another, or -1. */
function textAfter(page: PageIndex, text: number, count: number): number {
  const index = findLowerBound(page.texts, text) + count;
  return page.texts[index] ?? -1;
}

/** Returns the nearest element with text after a label's own block, or -1. */
export function blockAfter(page: PageIndex, label: number): number {
  const { tree } = page;
  let node = label;
  for (let level = 0; level < 4 && node > 0; level++) {
    const parent = parentOf(tree, node);
    if (parent < 0) return -1;
    const end = endOf(tree, parent);
    for (let next = endOf(tree, node); next < end; next = endOf(tree, next)) {
      if (integerAt(page.to, next) <= integerAt(page.from, next)) continue;
      return tagOf(tree, next) > tag.document ? next : -1;
    }
    // Content in the same block as the label does not count as after it.
    if (page.from[parent] !== page.from[label]) return -1;
    node = parent;
  }
  return -1;
}

function findStartElements(page: PageIndex, start: Start): readonly number[] {
  const { tree } = page;
  switch (start.by) {
    case 'root':
    case 'tag':
      return [];
    case 'id':
      return page.byId.get(start.id) ?? [];
    case 'meaning': {
      const nodes = page.bySemantics.get(`${start.name}=${start.value}`) ?? [];
      return start.tag === undefined ? nodes : nodes.filter((node) => getTagName(tree, node) === start.tag);
    }
    case 'class': {
      const nodes = page.byClass.get(itemAt(start.classes, 0)) ?? [];
      const rest = start.classes.slice(1);
      return nodes.filter((node) => getTagName(tree, node) === start.tag && hasAllClasses(page, node, rest));
    }
    case 'after':
      return page
        .byLabel(start.label)
        .map((text) => blockAfter(page, text))
        .filter((node) => node !== -1);
    case 'label':
      return page
        .byLabel(start.label)
        .map((text) => getAncestor(tree, textAfter(page, text, start.skip), start.up))
        .filter((node) => node > 0);
    case 'inline':
      return findTextsStartingWith(page, start.label)
        .map((text) => getAncestor(tree, text, start.up))
        .filter((node) => node > 0);
  }
}

function findTextsStartingWith(page: PageIndex, label: string): number[] {
  const nodes: number[] = [];
  for (const text of page.texts) {
    if (page.letters.startsWith(label, page.from[text])) nodes.push(text);
  }
  return nodes;
}

function getAncestor(tree: Tree, text: number, levels: number): number {
  let node = text;
  for (let level = 0; level < levels && node > 0; level++) node = parentOf(tree, node);
  return node;
}

/** Returns the first elements of a tag within another element. */
function findByTag(tree: Tree, holder: number, name: string): number[] {
  const nodes: number[] = [];
  const end = endOf(tree, holder);
  for (let node = holder + 1; node < end && nodes.length < maxTagMatches; node++) {
    if (tagOf(tree, node) > tag.document && getTagName(tree, node) === name) nodes.push(node);
  }
  return nodes;
}

/** Returns the elements at which a locator starts, within a subtree, in document order. */
export function findStarts(page: PageIndex, start: Locator['start'], within = 0): number[] {
  const [first, second] = start;
  const end = endOf(page.tree, within);
  const isInside = (node: number) => node >= within && node < end;
  if (first.by === 'root') return [within];
  const outer = findStartElements(page, first).filter(isInside);
  if (second === undefined) return outer;
  if (second.by === 'tag') return outer.flatMap((holder) => findByTag(page.tree, holder, second.tag));
  const inner = findStartElements(page, second);
  return inner.filter((node) => outer.some((holder) => node > holder && node < endOf(page.tree, holder)));
}

/** Returns the child that a step selects, or -1. */
function childAt(tree: Tree, parent: number, [name, position]: ChildStep): number {
  const children: number[] = [];
  const end = endOf(tree, parent);
  for (let child = parent + 1; child < end; child = endOf(tree, child)) {
    if (tagOf(tree, child) <= tag.document || getTagName(tree, child) !== name) continue;
    children.push(child);
    if (children.length === position) return child;
  }
  return position < 0 ? (children.at(position) ?? -1) : -1;
}

/** The part of a locator that selects an element. */
export type ElementLocator = Pick<Locator, 'start' | 'nth' | 'steps'>;

/** Returns the element that a locator selects, or -1. */
export function locate(page: PageIndex, locator: ElementLocator, within = 0): number {
  let node = findStarts(page, locator.start, within)[locator.nth] ?? -1;
  for (const step of locator.steps) {
    if (node === -1) return -1;
    node = childAt(page.tree, node, step);
  }
  return node;
}

/** Removes the constant text around a value; returns null if it is missing. */
function removeAffixes(text: string, before: string, after: string): string | null {
  if (text.length < before.length + after.length) return null;
  if (!text.startsWith(before) || !text.endsWith(after)) return null;
  const value = text.slice(before.length, text.length - after.length).trim();
  return value === '' ? null : value;
}

/** A text that a locator found, with its node. */
export interface LocatedText {
  node: number;
  text: string;
}

/** Returns the text that a locator finds on a page, or null. */
export function readLocator(page: PageIndex, locator: Locator, within = 0): LocatedText | null {
  const node = locate(page, locator, within);
  if (node === -1) return null;
  const rawText = readTake(page.tree, node, locator.take);
  const text = rawText === null ? null : removeAffixes(rawText, locator.before, locator.after);
  const part = text === null || locator.part === undefined ? text : readPart(text, locator.part);
  return part === null ? null : { node, text: part };
}

function formatStart(start: Start): string {
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

/** Returns a readable form of a locator, similar to CSS. */
export function formatLocator(locator: Locator): string {
  const start = locator.start.map(formatStart).join(' ');
  const nth = locator.nth > 0 ? ` (${locator.nth + 1})` : '';
  const steps = locator.steps
    .map(([name, position]) =>
      position < 0 ? ` > ${name}:nth-last-of-type(${-position})` : ` > ${name}:nth-of-type(${position})`,
    )
    .join('');
  return `${start}${nth}${steps}${formatTake(locator.take)}`;
}
