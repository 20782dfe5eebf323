import { byteAt, integerAt, numberAt } from '../../../domain/values/elements.ts';
import { namespace } from '../../tree/tree.ts';
import type { TreeBuilder } from '../builder.ts';
import { causesFostering, isSpecial } from '../names/tag-sets.ts';
import { tag } from '../names/tags.ts';

/**
 * Runs the adoption agency algorithm (WHATWG HTML 13.2.6.4.7) for the end tag of a formatting element. Returns false if the
 * tag must be handled like any other end tag.
 */
export function runAdoptionAgency(builder: TreeBuilder, tagId: number): boolean {
  const { open } = builder;
  if (open.currentTag === tagId && !builder.activeFormatting.includes(open.current)) {
    open.pop();
    return true;
  }
  for (let round = 0; round < 8; round++) {
    const formatting = builder.findActiveFormatting(tagId);
    if (formatting === -1) return false;
    const index = open.nodes.lastIndexOf(formatting);
    if (index === -1) {
      builder.removeFormatting(formatting);
      return true;
    }
    if (!open.hasNodeInScope(formatting)) return true;
    const furthest = findFurthestBlock(builder, index);
    if (furthest === -1) {
      open.truncate(index);
      builder.removeFormatting(formatting);
      return true;
    }
    adoptBlock(builder, formatting, index, furthest);
  }
  return true;
}

/** Returns the index of the first special element inside the one at `index`, or -1. */
function findFurthestBlock(builder: TreeBuilder, index: number): number {
  const { tags } = builder.open;
  for (let i = index + 1; i < tags.length; i++) {
    if (isSpecial[numberAt(tags, i)] === 1) return i;
  }
  return -1;
}

function cloneNode(builder: TreeBuilder, node: number): number {
  const { store } = builder;
  return store.create(
    byteAt(store.tag, node),
    integerAt(store.name, node),
    namespace.html,
    integerAt(store.from, node),
    integerAt(store.to, node),
  );
}

function adoptBlock(builder: TreeBuilder, formatting: number, index: number, furthestIndex: number): void {
  const { open, store } = builder;
  const ancestor = numberAt(open.nodes, index - 1);
  const furthest = numberAt(open.nodes, furthestIndex);
  let bookmark = builder.activeFormatting.lastIndexOf(formatting);
  let last = furthest;
  let innerCount = 0;
  for (let i = furthestIndex - 1; i > index; i--) {
    const node = numberAt(open.nodes, i);
    innerCount++;
    let position = builder.activeFormatting.lastIndexOf(node);
    if (innerCount > 3 && position !== -1) {
      builder.activeFormatting.splice(position, 1);
      if (position < bookmark) bookmark--;
      position = -1;
    }
    if (position === -1) {
      open.removeAt(i);
      continue;
    }
    const clone = cloneNode(builder, node);
    builder.activeFormatting[position] = clone;
    open.nodes[i] = clone;
    if (last === furthest) bookmark = position + 1;
    store.detach(last);
    store.append(clone, last);
    last = clone;
  }
  store.detach(last);
  if (causesFostering[byteAt(store.tag, ancestor)] === 1) builder.insertBeforeTable(last);
  else store.append(ancestor, last);
  replaceFormatting(builder, formatting, furthest, bookmark);
}

function replaceFormatting(
  builder: TreeBuilder,
  formatting: number,
  furthest: number,
  bookmark: number,
): void {
  const { open, store } = builder;
  const clone = cloneNode(builder, formatting);
  store.moveChildren(furthest, clone);
  store.append(furthest, clone);
  const old = builder.activeFormatting.lastIndexOf(formatting);
  builder.activeFormatting.splice(bookmark, 0, clone);
  builder.activeFormatting.splice(old < bookmark ? old : old + 1, 1);
  open.remove(formatting);
  open.insertAt(open.nodes.lastIndexOf(furthest) + 1, clone, byteAt(store.tag, clone));
}

/** Closes an open formatting element that must not be nested in itself (`a`, `nobr`). */
export function closeNestedFormatting(builder: TreeBuilder, tagId: number): void {
  const node = tagId === tag.a ? builder.findActiveFormatting(tag.a) : -1;
  if (tagId === tag.a && node === -1) return;
  runAdoptionAgency(builder, tagId);
  if (node !== -1) {
    builder.removeFormatting(node);
    builder.open.remove(node);
  }
}
