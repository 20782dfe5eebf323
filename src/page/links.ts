import type { PageLink } from '../domain/page.ts';
import type { Addresses } from './addresses.ts';
import { attribute } from './parse/attributes.ts';
import { tag } from './parse/tags.ts';
import { attributeOf, type Tree, textOf } from './tree.ts';

/** Most links that are listed. */
const maxLinks = 50_000;
/** Longest link text, in UTF-16 units. */
const maxText = 1000;

/** Every http and https link of a page, absolute, in page order, one per address with the first text found for it. */
export function linksOf(tree: Tree, addresses: Addresses): PageLink[] {
  const byAddress = new Map<string, PageLink>();
  for (let node = 1; node < tree.count && byAddress.size < maxLinks; node++) {
    const tagId = tree.tag[node];
    if (tagId === tag.template) {
      node = (tree.end[node] as number) - 1;
      continue;
    }
    if (tagId !== tag.a && tagId !== tag.area) continue;
    const reference = attributeOf(tree, node, attribute.href);
    if (reference === null) continue;
    const url = addresses.resolveWeb(reference);
    if (url === null) continue;
    const known = byAddress.get(url);
    if (known === undefined) byAddress.set(url, { url, text: linkText(tree, node) });
    else if (known.text === '') known.text = linkText(tree, node);
  }
  return [...byAddress.values()];
}

/** What a link says: its text, else the alternative text of its image, else its label or title. */
function linkText(tree: Tree, node: number): string {
  let text = '';
  let alternative = '';
  const end = tree.end[node] as number;
  for (let inner = node + 1; inner < end && text.length < maxText; inner++) {
    const tagId = tree.tag[inner];
    if (tagId === tag.text) text += textOf(tree, inner);
    else if (tagId === tag.script || tagId === tag.style || tagId === tag.svg || tagId === tag.noscript) {
      inner = (tree.end[inner] as number) - 1;
    } else {
      if (tagId === tag.img && alternative === '')
        alternative = attributeOf(tree, inner, attribute.alt) ?? '';
      if (
        tagId !== tag.span &&
        tagId !== tag.b &&
        tagId !== tag.i &&
        tagId !== tag.em &&
        tagId !== tag.strong
      )
        text += ' ';
    }
  }
  const words =
    squeeze(text) || squeeze(alternative) || squeeze(attributeOf(tree, node, attribute.alt) ?? '');
  return (
    words ||
    squeeze(attributeOf(tree, node, attribute.ariaLabel) ?? '') ||
    squeeze(attributeOf(tree, node, attribute.title) ?? '')
  );
}

function squeeze(text: string): string {
  return text.slice(0, maxText).replace(/\s+/g, ' ').trim();
}
