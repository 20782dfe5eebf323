import { attribute } from '../parse/attributes.ts';
import { tag } from '../parse/names/tags.ts';
import { attributeOf, subtreeText, type Tree } from '../tree/tree.ts';
import type { UrlResolver } from '../tree/url-resolver.ts';
import { isLogoutLink, isLogoutText } from './logout-links.ts';

/** Longer labels name no action. */
const maxLabelLength = 100;

/** The attributes that name the target of an element, by tag. */
function targetOf(tree: Tree, node: number): string | null {
  const tagId = tree.tag[node];
  if (tagId === tag.a || tagId === tag.area) return attributeOf(tree, node, attribute.href);
  return tagId === tag.form ? attributeOf(tree, node, attribute.action) : null;
}

/** Returns the text of a button or link; an empty text for other elements. */
function labelOf(tree: Tree, node: number): string {
  const tagId = tree.tag[node];
  if (tagId === tag.a || tagId === tag.button) return subtreeText(tree, node, maxLabelLength);
  return tagId === tag.input ? (attributeOf(tree, node, attribute.value) ?? '') : '';
}

/** Returns true if a page has a link, a button or a form that ends a session: whoever reads it is logged in. */
export function offersLogout(tree: Tree, urls: UrlResolver): boolean {
  for (let node = 1; node < tree.count; node++) {
    if (isLogoutText(labelOf(tree, node))) return true;
    const target = targetOf(tree, node);
    const url = target === null ? null : urls.resolveWeb(target);
    if (url !== null && isLogoutLink(url)) return true;
  }
  return false;
}
