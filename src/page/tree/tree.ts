import { decodeHTML, decodeHTMLAttribute } from 'entities';
import { byteAt, integerAt, shortAt } from '../../domain/values/elements.ts';
import { tag } from '../parse/names/tags.ts';
import { TextBuilder } from '../text/text-builder.ts';

/** Conversion of the source range of a text node to text; bits of {@link Tree.flags}. */
export const textFlag = {
  /** Contains character references. */
  references: 1,
  /** Contains U+0000, which is removed. */
  dropNul: 2,
  /** Contains U+0000, which becomes U+FFFD. */
  replaceNul: 4,
  /** Contains only white space. */
  blank: 8,
  /** Digits that a page shows raised behind an amount: a decimal mark belongs in front of them. */
  pointAhead: 16,
  commaAhead: 32,
  /** Digits that a page shows raised behind a number, such as an exponent: `^` belongs in front of them. */
  caretAhead: 64,
} as const;

const raisedFlags = textFlag.pointAhead | textFlag.commaAhead | textFlag.caretAhead;
const decodedFlags = textFlag.references | textFlag.dropNul | textFlag.replaceNul;

/** Namespaces of {@link Tree.namespace}. */
export const namespace = { html: 0, svg: 1, math: 2 } as const;

/** Distinct values of the class attributes of a page. */
export interface ClassValues {
  /** Index in `texts` of each node's value; 0 for a node without one. */
  index: Int32Array;
  /** The values; the first one is empty. */
  texts: readonly string[];
}

/**
 * Parsed document in columns, one row per node in document order: the descendants of `node` are the rows from `node + 1` up to
 * `end[node]`, so that a subtree is a range. Row 0 is the document. The maximum depth is {@link maxDepth}.
 */
export interface Tree {
  source: string;
  count: number;
  /** Ids of `parse/names/tags.ts`. */
  tag: Uint8Array;
  namespace: Uint8Array;
  /** Ids in `names`, for elements. */
  name: Int32Array;
  parent: Int32Array;
  end: Int32Array;
  depth: Uint16Array;
  /** Bits of {@link textFlag}, for text nodes. */
  flags: Uint8Array;
  /** Range of `source` for a text node, and of the attribute columns for an element. */
  from: Int32Array;
  to: Int32Array;
  attributeName: Int32Array;
  attributeFrom: Int32Array;
  attributeTo: Int32Array;
  /** Values of attributes that were read, by their rows: most are read several times. */
  attributeValues: (string | undefined)[];
  /** Values of class attributes, or null before they are collected; see `byClass`. */
  classValues: ClassValues | null;
  /** Elements that rules of the page strike out, or null before they are found; see `isStruck`. */
  struckByRules: ReadonlySet<number> | null;
  /** Lower-case element names by id. */
  names: readonly string[];
  /** Lower-case attribute names by id. */
  attributeNames: readonly string[];
}

/** Maximum depth of a node; deeper nodes become siblings. */
export const maxDepth = 512;

/** Returns the row after the last descendant of a node. */
export function endOf(tree: Tree, node: number): number {
  return integerAt(tree.end, node);
}

/** Returns the parent of a node; -1 for the document. */
export function parentOf(tree: Tree, node: number): number {
  return integerAt(tree.parent, node);
}

/** Returns the id of the tag of a node, as in `parse/names/tags.ts`. */
export function tagOf(tree: Tree, node: number): number {
  return byteAt(tree.tag, node);
}

/** Returns the number of ancestors of a node. */
export function depthOf(tree: Tree, node: number): number {
  return shortAt(tree.depth, node);
}

/** Returns the text of a text node as a reader sees it, with the mark that raised digits stand for. */
export function textOf(tree: Tree, node: number): string {
  const text = sourceTextOf(tree, node);
  const flags = byteAt(tree.flags, node);
  if ((flags & raisedFlags) === 0) return text;
  const mark = flags & textFlag.caretAhead ? '^' : flags & textFlag.pointAhead ? '.' : ',';
  return mark + text.trimStart();
}

/** Returns the text of a text node as it is in the source, with character references decoded. */
export function sourceTextOf(tree: Tree, node: number): string {
  const text = tree.source.slice(integerAt(tree.from, node), integerAt(tree.to, node));
  const flags = byteAt(tree.flags, node);
  if ((flags & decodedFlags) === 0) return text;
  let result = text;
  if (flags & textFlag.dropNul) result = result.replaceAll('\0', '');
  if (flags & textFlag.replaceNul) result = result.replaceAll('\0', '\uFFFD');
  return flags & textFlag.references ? decodeReferences(result) : result;
}

/** Maximum number of UTF-16 code units that are decoded at once, because the decoder allocates a string per reference. */
const maxDecodedLength = 1 << 16;

function decodeReferences(text: string): string {
  if (text.length <= maxDecodedLength) return decodeHTML(text);
  const result = new TextBuilder();
  for (let from = 0; from < text.length; ) {
    // A reference never continues after an ampersand.
    const next = text.indexOf('&', from + maxDecodedLength);
    const end = next === -1 ? text.length : next;
    result.add(decodeHTML(text.slice(from, end)));
    from = end;
  }
  return result.toString();
}

/** Returns the decoded value of an attribute, or null; the first attribute of a name applies. */
export function attributeOf(tree: Tree, node: number, id: number): string | null {
  const to = integerAt(tree.to, node);
  for (let i = integerAt(tree.from, node); i < to; i++) {
    if (tree.attributeName[i] === id) return attributeValue(tree, i);
  }
  return null;
}

/** Returns true if an element of the page has an attribute, whose id `name` is. */
export function usesAttribute(tree: Tree, name: number): boolean {
  return tree.attributeName.includes(name);
}

/** Returns true if an element has an attribute. */
export function hasAttribute(tree: Tree, node: number, id: number): boolean {
  const to = integerAt(tree.to, node);
  for (let i = integerAt(tree.from, node); i < to; i++) {
    if (tree.attributeName[i] === id) return true;
  }
  return false;
}

/** Returns the decoded value in a row of the attribute columns. */
export function attributeValue(tree: Tree, row: number): string {
  let value = tree.attributeValues[row];
  if (value === undefined) {
    value = readAttributeValue(tree, row);
    tree.attributeValues[row] = value;
  }
  return value;
}

function readAttributeValue(tree: Tree, row: number): string {
  const value = tree.source.slice(integerAt(tree.attributeFrom, row), integerAt(tree.attributeTo, row));
  const clean = value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
  return clean.includes('&') ? decodeHTMLAttribute(clean) : clean;
}

/** Returns true if a node is an element of any namespace. */
export function isElement(tree: Tree, node: number): boolean {
  return tagOf(tree, node) > tag.document;
}

/** Returns all text below a node in document order, visible or not. */
export function subtreeText(tree: Tree, node: number, limit = Number.POSITIVE_INFINITY): string {
  if (tree.tag[node] === tag.text) return textOf(tree, node);
  let text = '';
  const end = endOf(tree, node);
  for (let i = node + 1; i < end && text.length < limit; i++) {
    if (tree.tag[i] === tag.text) text += textOf(tree, i);
  }
  return text;
}

/** Returns the previous sibling of a node, or -1. */
export function previousSibling(tree: Tree, node: number): number {
  const parent = parentOf(tree, node);
  let previous = node - 1;
  if (previous === parent) return -1;
  while (tree.parent[previous] !== parent) previous = parentOf(tree, previous);
  return previous;
}

/**
 * Returns the innermost element of a set among a node and its ancestors, or -1; `levels` is the number of elements that are
 * examined.
 */
export function closest(
  tree: Tree,
  node: number,
  isOne: Uint8Array,
  levels = Number.POSITIVE_INFINITY,
): number {
  for (let at = node, level = 0; at > 0 && level < levels; at = parentOf(tree, at), level++)
    if (isOne[tagOf(tree, at)] === 1) return at;
  return -1;
}

/** Returns the first descendant of `node` with a tag, or -1. */
export function findTag(tree: Tree, node: number, id: number): number {
  const end = endOf(tree, node);
  for (let i = node + 1; i < end; i++) if (tree.tag[i] === id) return i;
  return -1;
}
