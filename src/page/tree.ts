import { decodeHTML, decodeHTMLAttribute } from 'entities';

import { LongText } from './long-text.ts';
import { tag } from './parse/tags.ts';

/** How the source range of a text node becomes text; bits of {@link Tree.flags}. */
export const textFlag = {
  /** Character references stand in it. */
  references: 1,
  /** U+0000 stands in it and vanishes. */
  dropNul: 2,
  /** U+0000 stands in it and becomes U+FFFD. */
  replaceNul: 4,
  /** Holds nothing but white space. */
  blank: 8,
} as const;

/** Namespaces of {@link Tree.namespace}. */
export const namespace = { html: 0, svg: 1, math: 2 } as const;

/**
 * A parsed document as columns, one row a node, in document order: the descendants of `node` are the rows from `node + 1`
 * up to `end[node]`, so that a subtree is a range. Row 0 is the document. No node lies deeper than {@link maxDepth}.
 */
export interface Tree {
  source: string;
  count: number;
  /** Ids of `parse/tags.ts`. */
  tag: Uint8Array;
  namespace: Uint8Array;
  /** Ids into `names`, for elements. */
  name: Int32Array;
  parent: Int32Array;
  end: Int32Array;
  depth: Uint16Array;
  /** Bits of {@link textFlag}, for text nodes. */
  flags: Uint8Array;
  /** A text node's range of `source`; an element's range of the attribute columns. */
  from: Int32Array;
  to: Int32Array;
  attributeName: Int32Array;
  attributeFrom: Int32Array;
  attributeTo: Int32Array;
  /** Element names by id, lower case. */
  names: readonly string[];
  /** Attribute names by id, lower case. */
  attributeNames: readonly string[];
}

/** Deepest level of a node; what the source nests deeper is laid side by side. */
export const maxDepth = 512;

/** The text of a text node. */
export function textOf(tree: Tree, node: number): string {
  const text = tree.source.slice(tree.from[node] as number, tree.to[node] as number);
  const flags = tree.flags[node] as number;
  if ((flags & ~textFlag.blank) === 0) return text;
  let result = text;
  if (flags & textFlag.dropNul) result = result.replaceAll('\0', '');
  if (flags & textFlag.replaceNul) result = result.replaceAll('\0', '\uFFFD');
  return flags & textFlag.references ? decoded(result) : result;
}

/** Most UTF-16 units that references are decoded in at once: the decoder adds a string for each. */
const decodedAtOnce = 1 << 16;

function decoded(text: string): string {
  if (text.length <= decodedAtOnce) return decodeHTML(text);
  const whole = new LongText();
  for (let from = 0; from < text.length; ) {
    // No reference goes on behind an ampersand.
    const next = text.indexOf('&', from + decodedAtOnce);
    const end = next === -1 ? text.length : next;
    whole.add(decodeHTML(text.slice(from, end)));
    from = end;
  }
  return whole.toString();
}

/** The value of an element's attribute, decoded, or null when it has none; the first one of a name counts. */
export function attributeOf(tree: Tree, node: number, id: number): string | null {
  const to = tree.to[node] as number;
  for (let i = tree.from[node] as number; i < to; i++) {
    if (tree.attributeName[i] === id) return attributeValue(tree, i);
  }
  return null;
}

/** Whether an element has an attribute. */
export function hasAttribute(tree: Tree, node: number, id: number): boolean {
  const to = tree.to[node] as number;
  for (let i = tree.from[node] as number; i < to; i++) {
    if (tree.attributeName[i] === id) return true;
  }
  return false;
}

/** The decoded value in a row of the attribute columns. */
export function attributeValue(tree: Tree, row: number): string {
  const value = tree.source.slice(tree.attributeFrom[row] as number, tree.attributeTo[row] as number);
  const clean = value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
  return clean.includes('&') ? decodeHTMLAttribute(clean) : clean;
}

/** Whether a node is an element of any namespace. */
export function isElement(tree: Tree, node: number): boolean {
  return (tree.tag[node] as number) > tag.document;
}

/** All text under a node, in document order, without regard to what is shown. */
export function subtreeText(tree: Tree, node: number, limit = Number.POSITIVE_INFINITY): string {
  if (tree.tag[node] === tag.text) return textOf(tree, node);
  let text = '';
  const end = tree.end[node] as number;
  for (let i = node + 1; i < end && text.length < limit; i++) {
    if (tree.tag[i] === tag.text) text += textOf(tree, i);
  }
  return text;
}

/** The sibling right before a node, or -1. */
export function previousSibling(tree: Tree, node: number): number {
  const parent = tree.parent[node] as number;
  let previous = node - 1;
  if (previous === parent) return -1;
  while (tree.parent[previous] !== parent) previous = tree.parent[previous] as number;
  return previous;
}

/** The first element with a tag inside `node`, or -1. */
export function findTag(tree: Tree, node: number, id: number): number {
  const end = tree.end[node] as number;
  for (let i = node + 1; i < end; i++) if (tree.tag[i] === id) return i;
  return -1;
}
