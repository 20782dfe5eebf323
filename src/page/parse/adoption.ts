import { namespace } from '../tree.ts';
import type { Builder } from './builder.ts';
import { causesFostering, isSpecial } from './tag-sets.ts';
import { tag } from './tags.ts';

/**
 * The adoption agency algorithm (WHATWG HTML 13.2.6.4.7) for the end of a formatting element. False when the end tag has to
 * be treated as any other.
 */
export function adopt(builder: Builder, tagId: number): boolean {
  const { open } = builder;
  if (open.currentTag === tagId && !builder.formatting.includes(open.current)) {
    open.pop();
    return true;
  }
  for (let round = 0; round < 8; round++) {
    const formatting = builder.formattingOf(tagId);
    if (formatting === -1) return false;
    const index = open.nodes.lastIndexOf(formatting);
    if (index === -1) {
      builder.removeFormatting(formatting);
      return true;
    }
    if (!open.hasNodeInScope(formatting)) return true;
    const furthest = furthestBlockOf(builder, index);
    if (furthest === -1) {
      open.shorten(index);
      builder.removeFormatting(formatting);
      return true;
    }
    adoptBlock(builder, formatting, index, furthest);
  }
  return true;
}

/** Index of the first special element that is open inside the one at `index`, or -1. */
function furthestBlockOf(builder: Builder, index: number): number {
  const { tags } = builder.open;
  for (let i = index + 1; i < tags.length; i++) {
    if (isSpecial[tags[i] as number] === 1) return i;
  }
  return -1;
}

function cloneOf(builder: Builder, node: number): number {
  const { store } = builder;
  return store.create(
    store.tag[node] as number,
    store.name[node] as number,
    namespace.html,
    store.from[node] as number,
    store.to[node] as number,
  );
}

function adoptBlock(builder: Builder, formatting: number, index: number, furthestIndex: number): void {
  const { open, store } = builder;
  const ancestor = open.nodes[index - 1] as number;
  const furthest = open.nodes[furthestIndex] as number;
  let bookmark = builder.formatting.lastIndexOf(formatting);
  let last = furthest;
  let inner = 0;
  for (let i = furthestIndex - 1; i > index; i--) {
    const node = open.nodes[i] as number;
    inner++;
    let place = builder.formatting.lastIndexOf(node);
    if (inner > 3 && place !== -1) {
      builder.formatting.splice(place, 1);
      if (place < bookmark) bookmark--;
      place = -1;
    }
    if (place === -1) {
      open.removeAt(i);
      continue;
    }
    const clone = cloneOf(builder, node);
    builder.formatting[place] = clone;
    open.nodes[i] = clone;
    if (last === furthest) bookmark = place + 1;
    store.detach(last);
    store.append(clone, last);
    last = clone;
  }
  store.detach(last);
  if (causesFostering[store.tag[ancestor] as number] === 1) builder.foster(last);
  else store.append(ancestor, last);
  replaceFormatting(builder, formatting, furthest, bookmark);
}

function replaceFormatting(builder: Builder, formatting: number, furthest: number, bookmark: number): void {
  const { open, store } = builder;
  const clone = cloneOf(builder, formatting);
  store.moveChildren(furthest, clone);
  store.append(furthest, clone);
  const old = builder.formatting.lastIndexOf(formatting);
  builder.formatting.splice(bookmark, 0, clone);
  builder.formatting.splice(old < bookmark ? old : old + 1, 1);
  open.remove(formatting);
  open.insertAt(open.nodes.lastIndexOf(furthest) + 1, clone, store.tag[clone] as number);
}

/** Ends the formatting element of a start tag that may not nest in itself (`a`, `nobr`). */
export function endOpenTwin(builder: Builder, tagId: number): void {
  const node = tagId === tag.a ? builder.formattingOf(tag.a) : -1;
  if (tagId === tag.a && node === -1) return;
  adopt(builder, tagId);
  if (node !== -1) {
    builder.removeFormatting(node);
    builder.open.remove(node);
  }
}
