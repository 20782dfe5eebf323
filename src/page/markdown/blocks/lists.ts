import { byteAt } from '../../../domain/values/elements.ts';
import { attribute } from '../../parse/attributes.ts';
import { tagSet } from '../../parse/names/tag-sets.ts';
import { tag } from '../../parse/names/tags.ts';
import { flowKind } from '../../tree/flow.ts';
import { attributeOf, endOf, hasAttribute, tagOf, textFlag } from '../../tree/tree.ts';
import { forEachChild, type MarkdownContext } from '../context.ts';

/** Parts of sections; an item of a list rarely has several. */
const isSectionPart = tagSet('h1 h2 h3 h4 h5 h6 table dl hr');

function isList(tagId: number): boolean {
  return tagId === tag.ul || tagId === tag.ol || tagId === tag.menu || tagId === tag.dir;
}

/** Returns true if an item has one line of text, followed only by lists. */
export function isTightItem(context: MarkdownContext, item: number): boolean {
  const { tree, flow } = context;
  const end = endOf(tree, item);
  let hasList = false;
  let hasText = false;
  let paragraphs = 0;
  for (let child = item + 1; child < end; child = endOf(tree, child)) {
    const tagId = tagOf(tree, child);
    if (flow.kind[child] === flowKind.skipped) continue;
    if (tagId === tag.text && (byteAt(tree.flags, child) & textFlag.blank) !== 0) continue;
    if (isList(tagId)) {
      hasList = true;
      continue;
    }
    if (hasList) return false;
    if (flow.kind[child] === flowKind.block || flow.containsBlock[child] === 1) {
      if (!isLineBlock(context, child) || hasText || ++paragraphs > 1) return false;
    } else {
      if (paragraphs > 0) return false;
      hasText = true;
    }
  }
  return true;
}

/** Returns true if the content of an element is one list. */
export function isOnlyList({ tree, flow }: MarkdownContext, node: number): boolean {
  let lists = 0;
  for (let child = node + 1; child < endOf(tree, node); child = endOf(tree, child)) {
    const isBlank = tree.tag[child] === tag.text && (byteAt(tree.flags, child) & textFlag.blank) !== 0;
    if (flow.kind[child] === flowKind.skipped || isBlank) continue;
    if (!isList(tagOf(tree, child)) || ++lists > 1) return false;
  }
  return lists === 1;
}

/** Returns true for a paragraph, or a wrapper around inline content. */
function isLineBlock(context: MarkdownContext, node: number): boolean {
  const { tree, flow } = context;
  const tagId = tagOf(tree, node);
  if (tagId !== tag.p && tagId !== tag.div) return false;
  if (flow.containsBlock[node] === 0) return true;
  const end = endOf(tree, node);
  for (let child = node + 1; child < end; child = endOf(tree, child)) {
    if (tree.tag[child] !== tag.text && flow.kind[child] !== flowKind.inline) return false;
  }
  return false;
}

function isTightList(context: MarkdownContext, list: number): boolean {
  let isTight = true;
  forEachChild(context, list, (child) => {
    if (context.tree.tag[child] === tag.li && isTight) isTight = isTightItem(context, child);
  });
  return isTight;
}

function numericAttribute(context: MarkdownContext, node: number, name: number): number | null {
  const value = attributeOf(context.tree, node, name);
  if (value === null || !/^\s*-?\d{1,9}\s*$/.test(value)) return null;
  return Number(value);
}

/** Returns the number of the first item of an ordered list (WHATWG HTML 4.4.5). */
export function startNumber(context: MarkdownContext, list: number): number {
  const start = numericAttribute(context, list, attribute.start);
  if (start !== null) return start;
  if (!hasAttribute(context.tree, list, attribute.reversed)) return 1;
  let items = 0;
  forEachChild(context, list, (child) => {
    if (context.tree.tag[child] === tag.li) items++;
  });
  return items;
}

/** Returns the number that an item sets for itself, or null. */
export function itemNumber(context: MarkdownContext, item: number): number | null {
  return numericAttribute(context, item, attribute.value);
}

/** Returns `[x] ` or `[ ] ` if an item starts with a checkbox (GFM 5.3), else an empty string. */
function taskMark(context: MarkdownContext, item: number): string {
  const { tree } = context;
  const end = Math.min(endOf(tree, item), item + 6);
  for (let node = item + 1; node < end; node++) {
    const tagId = tree.tag[node];
    if (tagId === tag.text && (byteAt(tree.flags, node) & textFlag.blank) === 0) return '';
    if (tagId !== tag.input) continue;
    if (attributeOf(tree, node, attribute.type)?.toLowerCase() !== 'checkbox') return '';
    return hasAttribute(tree, node, attribute.checked) ? '[x] ' : '[ ] ';
  }
  return '';
}

/** Returns the number of the footnote that an item contains, or undefined. */
function footnoteNumber(context: MarkdownContext, item: number): string | undefined {
  if (context.footnotes.size === 0) return undefined;
  const id = attributeOf(context.tree, item, attribute.id);
  return id === null ? undefined : context.footnotes.get(id);
}

/**
 * Returns the only item of an unordered list if it contains several parts of sections: then the list is a frame around
 * sections. Returns -1 for other lists.
 */
function findFrame(context: MarkdownContext, list: number): number {
  const { tree, flow } = context;
  if (tree.tag[list] === tag.ol) return -1;
  let item = -1;
  let count = 0;
  forEachChild(context, list, (child) => {
    if (tree.tag[child] === tag.text && (byteAt(tree.flags, child) & textFlag.blank) !== 0) return;
    count++;
    item = tree.tag[child] === tag.li ? child : -1;
  });
  if (count !== 1 || item === -1) return -1;
  let parts = 0;
  let blocksOfCode = 0;
  for (let node = item + 1; node < endOf(tree, item); node++) {
    if (flow.kind[node] === flowKind.skipped) continue;
    if (isSectionPart[tagOf(tree, node)] === 1) parts++;
    else if (tree.tag[node] === tag.pre) blocksOfCode++;
  }
  return parts > 0 && parts + blocksOfCode > 1 ? item : -1;
}

/** Writes a list; children that are not items are written as items too. The frame of sections is written as blocks. */
export function writeList(context: MarkdownContext, list: number): void {
  const { tree, blocks } = context;
  const frame = findFrame(context, list);
  if (frame !== -1) {
    context.content(frame);
    return;
  }
  const isOrdered = tree.tag[list] === tag.ol;
  const isTight = isTightList(context, list);
  // Without another marker, a list directly after one of the same kind would continue it.
  const usesOtherMarker = blocks.precedingListMarker(isOrdered) === 'first';
  const step = hasAttribute(tree, list, attribute.reversed) ? -1 : 1;
  let number = isOrdered ? startNumber(context, list) : 0;
  let isFirst = true;
  forEachChild(context, list, (child) => {
    const tagId = tagOf(tree, child);
    if (tagId === tag.text && (byteAt(tree.flags, child) & textFlag.blank) !== 0) return;
    if (!isFirst) blocks.setNextTight(isTight);
    if (tagId !== tag.li && isList(tagId) && !isFirst) {
      // A list that is a direct child of a list belongs to the item before it.
      const indent = isOrdered ? '   ' : '  ';
      blocks.enter(indent, indent, isTight);
      writeList(context, child);
      blocks.leave();
      return;
    }
    if (isOrdered) number = itemNumber(context, child) ?? number;
    const itemMarker = isOrdered
      ? `${Math.max(0, number)}${usesOtherMarker ? ')' : '.'} `
      : usesOtherMarker
        ? '* '
        : '- ';
    const length = blocks.length;
    isFirst = false;
    const note = footnoteNumber(context, child);
    if (note !== undefined) {
      blocks.enter(`[^${note}]: `, '    ', false);
      context.content(child);
      blocks.leave();
      return;
    }
    blocks.enter(itemMarker + taskMark(context, child), ' '.repeat(itemMarker.length), isTight);
    if (tagId === tag.li) context.content(child);
    else context.node(child);
    // An empty item is dropped; its dash below a line of text would make that line a heading (CommonMark 4.3).
    if (!isOrdered && blocks.length === length) blocks.abandon();
    blocks.leave();
    if (blocks.length > length) number += step;
  });
  blocks.endList(isOrdered, usesOtherMarker ? 'other' : 'first');
  blocks.setNextTight(false);
}
