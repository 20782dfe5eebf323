import type { PageLink } from '../../domain/pages/page.ts';
import { collapseSpace } from '../../domain/values/collapse-space.ts';
import { attribute } from '../parse/attributes.ts';
import { tag } from '../parse/names/tags.ts';
import { removeInvisibleCharacters } from '../safety/invisible-characters.ts';
import { attributeOf, endOf, type Tree, textOf } from '../tree/tree.ts';
import type { UrlResolver } from '../tree/url-resolver.ts';

/** Maximum number of links in a result. */
export const maxLinks = 50_000;
/** Maximum length of a link text, in UTF-16 code units. */
const maxLinkTextLength = 1000;

/** Returns true if a link asks crawlers not to follow it (`rel="nofollow"`). */
function isNofollow(tree: Tree, node: number): boolean {
  return /(?:^|\s)nofollow(?:\s|$)/i.test(attributeOf(tree, node, attribute.rel) ?? '');
}

/**
 * Lists the http and https links of a page in page order, each absolute URL once with its first non-empty text; one more
 * than {@link maxLinks} at most.
 */
export function listLinks(tree: Tree, urls: UrlResolver): PageLink[] {
  const byUrl = new Map<string, PageLink>();
  for (let node = 1; node < tree.count && byUrl.size <= maxLinks; node++) {
    const tagId = tree.tag[node];
    if (tagId === tag.template) {
      node = endOf(tree, node) - 1;
      continue;
    }
    if (tagId !== tag.a && tagId !== tag.area) continue;
    const reference = attributeOf(tree, node, attribute.href);
    if (reference === null) continue;
    const url = urls.resolveWeb(reference);
    if (url === null) continue;
    const existing = byUrl.get(url);
    const nofollow = isNofollow(tree, node);
    if (existing === undefined)
      byUrl.set(url, { url, text: linkText(tree, node), ...(nofollow && { nofollow }) });
    else {
      if (existing.text === '') existing.text = linkText(tree, node);
      if (!nofollow) delete existing.nofollow;
    }
  }
  return [...byUrl.values()];
}

/** Returns the text of a link, else the alternative text of its image, else its label or title. */
function linkText(tree: Tree, node: number): string {
  let text = '';
  let alternative = '';
  const end = endOf(tree, node);
  for (let descendant = node + 1; descendant < end && text.length < maxLinkTextLength; descendant++) {
    const tagId = tree.tag[descendant];
    if (tagId === tag.text) text += textOf(tree, descendant);
    else if (tagId === tag.script || tagId === tag.style || tagId === tag.svg || tagId === tag.noscript) {
      descendant = endOf(tree, descendant) - 1;
    } else {
      if (tagId === tag.img && alternative === '')
        alternative = attributeOf(tree, descendant, attribute.alt) ?? '';
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
  const visibleText =
    collapseWhitespace(text) ||
    collapseWhitespace(alternative) ||
    collapseWhitespace(attributeOf(tree, node, attribute.alt) ?? '');
  return (
    visibleText ||
    collapseWhitespace(attributeOf(tree, node, attribute.ariaLabel) ?? '') ||
    collapseWhitespace(attributeOf(tree, node, attribute.title) ?? '')
  );
}

function collapseWhitespace(text: string): string {
  return collapseSpace(removeInvisibleCharacters(text.slice(0, maxLinkTextLength)));
}
