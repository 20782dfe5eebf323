import { attribute } from '../parse/attributes.ts';
import { tag } from '../parse/tags.ts';
import { attributeOf, hasAttribute, textFlag } from '../tree.ts';
import { flowKind } from '../visible.ts';
import { type Context, forEachChild } from './context.ts';

function isList(tagId: number): boolean {
  return tagId === tag.ul || tagId === tag.ol || tagId === tag.menu || tagId === tag.dir;
}

/** Whether an item holds one line of text and after it lists at most. */
export function isTightItem(context: Context, item: number): boolean {
  const { tree, flow } = context;
  const end = tree.end[item] as number;
  let hasList = false;
  let hasText = false;
  let paragraphs = 0;
  for (let child = item + 1; child < end; child = tree.end[child] as number) {
    const tagId = tree.tag[child] as number;
    if (flow.kind[child] === flowKind.skipped) continue;
    if (tagId === tag.text && ((tree.flags[child] as number) & textFlag.blank) !== 0) continue;
    if (isList(tagId)) {
      hasList = true;
      continue;
    }
    if (hasList) return false;
    if (flow.kind[child] === flowKind.block || flow.holdsBlock[child] === 1) {
      if (!isLineBlock(context, child) || hasText || ++paragraphs > 1) return false;
    } else {
      if (paragraphs > 0) return false;
      hasText = true;
    }
  }
  return true;
}

/** A paragraph or a wrapper around one, without a line break of its own. */
function isLineBlock(context: Context, node: number): boolean {
  const { tree, flow } = context;
  const tagId = tree.tag[node] as number;
  if (tagId !== tag.p && tagId !== tag.div) return false;
  if (flow.holdsBlock[node] === 0) return true;
  const end = tree.end[node] as number;
  for (let child = node + 1; child < end; child = tree.end[child] as number) {
    if (tree.tag[child] !== tag.text && flow.kind[child] !== flowKind.inline) return false;
  }
  return false;
}

function isTightList(context: Context, list: number): boolean {
  let isTight = true;
  forEachChild(context, list, (child) => {
    if (context.tree.tag[child] === tag.li && isTight) isTight = isTightItem(context, child);
  });
  return isTight;
}

function numberOf(context: Context, node: number, name: number): number | null {
  const value = attributeOf(context.tree, node, name);
  if (value === null || !/^\s*-?\d{1,9}\s*$/.test(value)) return null;
  return Number(value);
}

function firstNumber(context: Context, list: number): number {
  const start = numberOf(context, list, attribute.start);
  if (start !== null) return start;
  if (!hasAttribute(context.tree, list, attribute.reversed)) return 1;
  let items = 0;
  forEachChild(context, list, (child) => {
    if (context.tree.tag[child] === tag.li) items++;
  });
  return items;
}

/** `[x] ` or `[ ] ` when an item starts with a check box (GFM 5.3). */
function taskMark(context: Context, item: number): string {
  const { tree } = context;
  const end = Math.min(tree.end[item] as number, item + 6);
  for (let node = item + 1; node < end; node++) {
    const tagId = tree.tag[node];
    if (tagId === tag.text && ((tree.flags[node] as number) & textFlag.blank) === 0) return '';
    if (tagId !== tag.input) continue;
    if (attributeOf(tree, node, attribute.type)?.toLowerCase() !== 'checkbox') return '';
    return hasAttribute(tree, node, attribute.checked) ? '[x] ' : '[ ] ';
  }
  return '';
}

/** The number of the footnote that an item is, or undefined. */
function noteOf(context: Context, item: number): string | undefined {
  if (context.notes.size === 0) return undefined;
  const id = attributeOf(context.tree, item, attribute.id);
  return id === null ? undefined : context.notes.get(id);
}

/** Writes a list; what stands in it outside of items is written as items too. */
export function writeList(context: Context, list: number): void {
  const { tree, blocks } = context;
  const isOrdered = tree.tag[list] === tag.ol;
  const isTight = isTightList(context, list);
  // A list right after another one of its kind would run into it.
  const other = blocks.lastList(isOrdered) === 'first';
  const step = hasAttribute(tree, list, attribute.reversed) ? -1 : 1;
  let number = isOrdered ? firstNumber(context, list) : 0;
  let isFirst = true;
  forEachChild(context, list, (child) => {
    const tagId = tree.tag[child] as number;
    if (tagId === tag.text && ((tree.flags[child] as number) & textFlag.blank) !== 0) return;
    if (!isFirst) blocks.follow(isTight);
    if (tagId !== tag.li && isList(tagId) && !isFirst) {
      // A list right in a list belongs to the item before it.
      const indent = isOrdered ? '   ' : '  ';
      blocks.enter(indent, indent, isTight);
      writeList(context, child);
      blocks.leave();
      return;
    }
    if (isOrdered) number = numberOf(context, child, attribute.value) ?? number;
    const mark = isOrdered ? `${Math.max(0, number)}${other ? ')' : '.'} ` : other ? '* ' : '- ';
    const length = blocks.length;
    isFirst = false;
    const note = noteOf(context, child);
    if (note !== undefined) {
      blocks.enter(`[^${note}]: `, '    ', false);
      context.content(child);
      blocks.leave();
      return;
    }
    blocks.enter(mark + taskMark(context, child), ' '.repeat(mark.length), isTight);
    if (tagId === tag.li) context.content(child);
    else context.node(child);
    // An empty item says nothing, and its lone dash under a line would make that a heading (CommonMark 4.3).
    if (!isOrdered && blocks.length === length) blocks.abandon();
    blocks.leave();
    if (blocks.length > length) number += step;
  });
  blocks.endList(isOrdered, other ? 'other' : 'first');
  blocks.follow(false);
}
