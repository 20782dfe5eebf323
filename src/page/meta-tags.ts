import type { Addresses } from './addresses.ts';
import { attribute } from './parse/attributes.ts';
import { tag } from './parse/tags.ts';
import { attributeOf, subtreeText, type Tree } from './tree.ts';

/** Most `meta` and `link` elements that are read. */
const maxHeadElements = 2000;
/** Longest value that is kept, in UTF-16 units. */
const maxValue = 10_000;

/** What the head of a page declares. */
export interface MetaTags {
  /** Contents by name or property in lower case, in page order. */
  byName: ReadonlyMap<string, string[]>;
  /** Absolute addresses by link relation in lower case, in page order. */
  links: ReadonlyMap<string, { url: string; sizes: string; type: string }[]>;
  /** The text of the first `title`, or null. */
  title: string | null;
  /** `lang` of the document, or null. */
  language: string | null;
}

function add<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else if (list.length < 200) list.push(value);
}

function squeeze(text: string): string {
  return text.slice(0, maxValue).replace(/\s+/g, ' ').trim();
}

/** Reads `meta`, `link`, `title` and `lang` in one pass, wherever in the page they stand. */
export function metaTagsOf(tree: Tree, addresses: Addresses): MetaTags {
  const byName = new Map<string, string[]>();
  const links = new Map<string, { url: string; sizes: string; type: string }[]>();
  let title: string | null = null;
  let language: string | null = null;
  let read = 0;
  for (let node = 1; node < tree.count && read < maxHeadElements; node++) {
    const tagId = tree.tag[node];
    if (tagId === tag.meta) {
      read++;
      const name =
        attributeOf(tree, node, attribute.property) ??
        attributeOf(tree, node, attribute.name) ??
        attributeOf(tree, node, attribute.itemprop) ??
        attributeOf(tree, node, attribute.httpEquiv);
      const content = attributeOf(tree, node, attribute.content);
      if (name === null || content === null) continue;
      const value = squeeze(content);
      if (value !== '' && name.length < 200) add(byName, name.trim().toLowerCase(), value);
    } else if (tagId === tag.link) {
      read++;
      const url = addresses.resolveWeb(attributeOf(tree, node, attribute.href) ?? '');
      if (url === null) continue;
      const sizes = attributeOf(tree, node, attribute.sizes) ?? '';
      const type = attributeOf(tree, node, attribute.type) ?? '';
      for (const relation of (attributeOf(tree, node, attribute.rel) ?? '').toLowerCase().split(/\s+/, 8)) {
        if (relation !== '') add(links, relation, { url, sizes, type });
      }
    } else if (tagId === tag.title && title === null)
      title = squeeze(subtreeText(tree, node, maxValue)) || null;
    else if (tagId === tag.html && language === null) {
      language =
        (attributeOf(tree, node, attribute.lang) ?? attributeOf(tree, node, attribute.xmlLang))?.trim() ||
        null;
    }
  }
  return { byName, links, title, language };
}
