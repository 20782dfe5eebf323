import type { Addresses } from './addresses.ts';
import { imageAddress } from './markdown/media.ts';
import { attribute } from './parse/attributes.ts';
import { tagSet } from './parse/tag-sets.ts';
import { tag } from './parse/tags.ts';
import { attributeValue, type Tree, textOf } from './tree.ts';
import { type Flow, flowKind } from './visible.ts';

const isVoid = tagSet('area base br col embed hr img input link meta source track wbr');
const isDropped = tagSet(
  'script style template noscript link meta base head iframe object embed applet frame frameset input button select textarea',
);
const isUnwrapped = tagSet('html body form font center');

/** Attributes that are kept: those that say something about the content. */
const keptAttributes = new Set([
  attribute.alt,
  attribute.title,
  attribute.lang,
  attribute.id,
  attribute.class,
  attribute.colspan,
  attribute.rowspan,
  attribute.align,
  attribute.start,
  attribute.value,
  attribute.reversed,
  attribute.datetime,
  attribute.width,
  attribute.height,
  attribute.type,
  attribute.itemprop,
  attribute.itemtype,
  attribute.itemscope,
  attribute.dataLang,
  attribute.dataLanguage,
  attribute.open,
  attribute.display,
  attribute.encoding,
  attribute.checked,
  attribute.scope,
  attribute.role,
  attribute.ariaLabel,
  attribute.rel,
  attribute.abbr,
]);

function escapeHtml(text: string): string {
  return /[&<>]/.test(text)
    ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    : text;
}

function escapeAttribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** Longest element and attribute names that are written. */
const plainName = /^[a-z][\w.-]{0,60}$/;

/** The HTML of the wanted parts without scripts, styles, event handlers and forms; addresses are absolute. */
export function cleanHtml(tree: Tree, flow: Flow, addresses: Addresses, roots: readonly number[]): string {
  return roots.map((root) => cleanSubtree(tree, flow, addresses, root)).join('\n');
}

function cleanSubtree(tree: Tree, flow: Flow, addresses: Addresses, root: number): string {
  let html = '';
  const open: number[] = [];
  const end = tree.end[root] as number;
  for (let node = root; node < end; node++) {
    html += closed(tree, open, node);
    const tagId = tree.tag[node] as number;
    if (flow.kind[node] === flowKind.skipped || isDropped[tagId] === 1) {
      node = tagId === tag.text ? node : (tree.end[node] as number) - 1;
      continue;
    }
    if (tagId === tag.text) {
      html += escapeHtml(textOf(tree, node));
      continue;
    }
    const name = tree.names[tree.name[node] as number] ?? '';
    if (isUnwrapped[tagId] === 1 || tagId === tag.document || !plainName.test(name)) continue;
    html += `<${name}${attributesOf(tree, addresses, node, tagId)}>`;
    if (isVoid[tagId] !== 1) open.push(node);
  }
  return (html + closed(tree, open, Number.MAX_SAFE_INTEGER)).trim();
}

function closed(tree: Tree, open: number[], node: number): string {
  let html = '';
  for (let last = open.at(-1); last !== undefined && (tree.end[last] as number) <= node; last = open.at(-1)) {
    html += `</${tree.names[tree.name[last] as number]}>`;
    open.pop();
  }
  return html;
}

function attributesOf(tree: Tree, addresses: Addresses, node: number, tagId: number): string {
  let html = '';
  const written = new Set<number>();
  const end = Math.min(tree.to[node] as number, (tree.from[node] as number) + 100);
  for (let row = tree.from[node] as number; row < end; row++) {
    const name = tree.attributeName[row] as number;
    if (written.has(name)) continue;
    written.add(name);
    const value = addressValue(tree, addresses, node, tagId, name, row) ?? keptValue(tree, name, row);
    if (value !== null) html += ` ${tree.attributeNames[name]}="${escapeAttribute(value)}"`;
  }
  if (tagId !== tag.img) return html;
  const source = imageAddress(tree, addresses, node);
  return source === null ? html : `${html} src="${escapeAttribute(source)}"`;
}

function keptValue(tree: Tree, name: number, row: number): string | null {
  return keptAttributes.has(name as never) ? attributeValue(tree, row).slice(0, 2000) : null;
}

function addressValue(
  tree: Tree,
  addresses: Addresses,
  _node: number,
  tagId: number,
  name: number,
  row: number,
): string | null {
  if (name === attribute.cite) return addresses.resolveWeb(attributeValue(tree, row));
  if (name === attribute.href && (tagId === tag.a || tagId === tag.area))
    return addresses.resolve(attributeValue(tree, row));
  if (name === attribute.poster) return addresses.resolveWeb(attributeValue(tree, row));
  if (name === attribute.src && tagId !== tag.img) return addresses.resolveWeb(attributeValue(tree, row));
  return null;
}
