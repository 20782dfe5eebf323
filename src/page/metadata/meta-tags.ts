import { collapseSpace } from '../../domain/values/collapse-space.ts';
import { attribute } from '../parse/attributes.ts';
import { tag } from '../parse/names/tags.ts';
import { attributeOf, hasAttribute, parentOf, subtreeText, type Tree } from '../tree/tree.ts';
import type { UrlResolver } from '../tree/url-resolver.ts';

/** Maximum number of `meta` and `link` elements. */
const maxHeadElements = 2000;
/** Maximum length of a value, in UTF-16 code units. */
const maxValueLength = 10_000;

/** Declarations in the head of a page. */
export interface MetaTags {
  /** Contents by lower-case name or property, in page order. */
  byName: ReadonlyMap<string, string[]>;
  /** Absolute URLs by lower-case link relation, in page order. */
  links: ReadonlyMap<string, { url: string; sizes: string; type: string }[]>;
  /** Text of the first `title`, or null. */
  title: string | null;
  /** `lang` of the document, or null. */
  language: string | null;
}

function append<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else if (list.length < 200) list.push(value);
}

function collapseWhitespace(text: string): string {
  return collapseSpace(text.slice(0, maxValueLength));
}

type LinkTarget = { url: string; sizes: string; type: string };

/** Types of items that readers add to a page. */
const readersItem = /\/(?:\w*Review|Comment|UserComments|Answer|Rating)$/;

/** Returns true if an element states a property of an item that readers added, and not of the page: the date of a review. */
function isOfReaders(tree: Tree, node: number): boolean {
  for (let at = parentOf(tree, node); at > 0; at = parentOf(tree, at))
    if (hasAttribute(tree, at, attribute.itemscope))
      return readersItem.test(attributeOf(tree, at, attribute.itemtype)?.trim() ?? '');
  return false;
}

function readMeta(tree: Tree, node: number, byName: Map<string, string[]>): void {
  const ownName = attributeOf(tree, node, attribute.property) ?? attributeOf(tree, node, attribute.name);
  const itemProperty = ownName === null ? attributeOf(tree, node, attribute.itemprop) : null;
  const name = ownName ?? itemProperty ?? attributeOf(tree, node, attribute.httpEquiv);
  const content = attributeOf(tree, node, attribute.content);
  if (name === null || content === null || (itemProperty !== null && isOfReaders(tree, node))) return;
  const value = collapseWhitespace(content);
  if (value !== '' && name.length < 200) append(byName, name.trim().toLowerCase(), value);
}

function readLink(tree: Tree, node: number, urls: UrlResolver, links: Map<string, LinkTarget[]>): void {
  const url = urls.resolveWeb(attributeOf(tree, node, attribute.href) ?? '');
  if (url === null) return;
  const sizes = attributeOf(tree, node, attribute.sizes) ?? '';
  const type = attributeOf(tree, node, attribute.type) ?? '';
  for (const relation of (attributeOf(tree, node, attribute.rel) ?? '').toLowerCase().split(/\s+/, 8)) {
    if (relation !== '') append(links, relation, { url, sizes, type });
  }
}

function declaredLanguage(tree: Tree, node: number): string | null {
  const declared = attributeOf(tree, node, attribute.lang) ?? attributeOf(tree, node, attribute.xmlLang);
  return declared?.trim() || null;
}

/** Reads `meta`, `link`, `title` and `lang` anywhere in the page. */
export function readMetaTags(tree: Tree, urls: UrlResolver): MetaTags {
  const byName = new Map<string, string[]>();
  const links = new Map<string, LinkTarget[]>();
  let title: string | null = null;
  let language: string | null = null;
  let elementCount = 0;
  for (let node = 1; node < tree.count && elementCount < maxHeadElements; node++) {
    switch (tree.tag[node]) {
      case tag.meta:
        elementCount++;
        readMeta(tree, node, byName);
        break;
      case tag.link:
        elementCount++;
        readLink(tree, node, urls, links);
        break;
      case tag.title:
        title ??= collapseWhitespace(subtreeText(tree, node, maxValueLength)) || null;
        break;
      case tag.html:
        language ??= declaredLanguage(tree, node);
        break;
    }
  }
  return { byName, links, title, language };
}
