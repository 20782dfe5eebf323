import { integerAt } from '../../domain/values/elements.ts';
import { escapeHtml, escapeHtmlText } from '../../domain/values/escape-html.ts';
import { imageUrl } from '../markdown/inline/media.ts';
import { attribute } from '../parse/attributes.ts';
import { tagSet } from '../parse/names/tag-sets.ts';
import { tag } from '../parse/names/tags.ts';
import { type Flow, flowKind } from './flow.ts';
import { attributeValue, endOf, sourceTextOf, type Tree, tagOf } from './tree.ts';
import type { UrlResolver } from './url-resolver.ts';

const isVoid = tagSet('area base br col embed hr img input link meta source track wbr');
const isDropped = tagSet(
  'script style template noscript link meta base head iframe object embed applet frame frameset input button select textarea',
);
const isUnwrapped = tagSet('html body form font center');

/** Attributes that are kept because they describe the content. */
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

/** Valid element names with a maximum length. */
const plainName = /^[a-z][\w.-]{0,60}$/;

/** Returns HTML of subtrees without scripts, styles, event handlers and forms, with absolute URLs. */
export function toCleanHtml(tree: Tree, flow: Flow, urls: UrlResolver, roots: readonly number[]): string {
  return roots.map((root) => cleanSubtree(tree, flow, urls, root)).join('\n');
}

function cleanSubtree(tree: Tree, flow: Flow, urls: UrlResolver, root: number): string {
  let html = '';
  const open: number[] = [];
  const end = endOf(tree, root);
  for (let node = root; node < end; node++) {
    html += closeElements(tree, open, node);
    const tagId = tagOf(tree, node);
    if (flow.kind[node] === flowKind.skipped || isDropped[tagId] === 1) {
      node = tagId === tag.text ? node : endOf(tree, node) - 1;
      continue;
    }
    if (tagId === tag.text) {
      html += escapeHtmlText(sourceTextOf(tree, node));
      continue;
    }
    const name = tree.names[integerAt(tree.name, node)] ?? '';
    if (isUnwrapped[tagId] === 1 || tagId === tag.document || !plainName.test(name)) continue;
    html += `<${name}${attributesHtml(tree, urls, node, tagId)}>`;
    if (isVoid[tagId] !== 1) open.push(node);
  }
  return (html + closeElements(tree, open, Number.MAX_SAFE_INTEGER)).trim();
}

function closeElements(tree: Tree, open: number[], node: number): string {
  let html = '';
  for (let last = open.at(-1); last !== undefined && endOf(tree, last) <= node; last = open.at(-1)) {
    html += `</${tree.names[integerAt(tree.name, last)]}>`;
    open.pop();
  }
  return html;
}

function attributesHtml(tree: Tree, urls: UrlResolver, node: number, tagId: number): string {
  let html = '';
  const writtenNames = new Set<number>();
  const end = Math.min(integerAt(tree.to, node), integerAt(tree.from, node) + 100);
  for (let row = integerAt(tree.from, node); row < end; row++) {
    const name = integerAt(tree.attributeName, row);
    if (writtenNames.has(name)) continue;
    writtenNames.add(name);
    const value =
      urlAttributeValue(tree, urls, node, tagId, name, row) ?? keptAttributeValue(tree, name, row);
    if (value !== null) html += ` ${tree.attributeNames[name]}="${escapeHtml(value)}"`;
  }
  if (tagId !== tag.img) return html;
  const source = imageUrl(tree, urls, node);
  return source === null ? html : `${html} src="${escapeHtml(source)}"`;
}

function keptAttributeValue(tree: Tree, name: number, row: number): string | null {
  return keptAttributes.has(name as never) ? attributeValue(tree, row).slice(0, 2000) : null;
}

function urlAttributeValue(
  tree: Tree,
  urls: UrlResolver,
  _node: number,
  tagId: number,
  name: number,
  row: number,
): string | null {
  if (name === attribute.cite) return urls.resolveWeb(attributeValue(tree, row));
  if (name === attribute.href && (tagId === tag.a || tagId === tag.area))
    return urls.resolve(attributeValue(tree, row));
  if (name === attribute.poster) return urls.resolveWeb(attributeValue(tree, row));
  if (name === attribute.src && tagId !== tag.img) return urls.resolveWeb(attributeValue(tree, row));
  return null;
}
