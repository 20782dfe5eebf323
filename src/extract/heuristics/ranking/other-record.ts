import { attribute } from '../../../page/parse/attributes.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { attributeOf, endOf, parentOf, tagOf } from '../../../page/tree/tree.ts';
import type { PageView } from '../../page-view/page-view.ts';

const maxLevels = 8;
const maxNodes = 400;

/** Returns true if a neighbour of an element has the same tag and class. */
function hasTwin({ tree }: PageView, element: number): boolean {
  const names = attributeOf(tree, element, attribute.class);
  const parent = parentOf(tree, element);
  for (let child = parent + 1; child < endOf(tree, parent); child = endOf(tree, child)) {
    if (child === element || tree.tag[child] !== tree.tag[element]) continue;
    if (attributeOf(tree, child, attribute.class) === names) return true;
  }
  return false;
}

/** Returns true if an element contains a link to another page with a picture, or one in a heading. */
function namesOtherPage(page: PageView, element: number): boolean {
  const { tree } = page;
  const own = page.url.split('#', 1)[0];
  const end = Math.min(endOf(tree, element), element + maxNodes);
  for (let node = element + 1; node < end; node++) {
    if (tree.tag[node] !== tag.a) continue;
    const href = attributeOf(tree, node, attribute.href) ?? '';
    const target = URL.parse(href, page.url)?.href.split('#', 1)[0];
    if (href === '' || href.startsWith('#') || target === own) continue;
    const parent = tagOf(tree, parentOf(tree, node));
    if (parent >= tag.h2 && parent <= tag.h6) return true;
    for (let inner = node + 1; inner < endOf(tree, node); inner++) {
      const kind = tagOf(tree, inner);
      if (kind === tag.img || (kind >= tag.h2 && kind <= tag.h6)) return true;
    }
  }
  return false;
}

/**
 * Returns true if a node belongs to one of several like elements that each name another page, such as the products
 * that a shop suggests, and that do not contain the title of this page.
 */
export function isInOtherRecord(page: PageView, node: number, title: number): boolean {
  const { tree } = page;
  for (let at = node, level = 0; at > 0 && level < maxLevels; at = parentOf(tree, at), level++) {
    if (tree.tag[at] === tag.body || (title >= at && title < endOf(tree, at))) return false;
    const kind = tree.tag[at];
    const mayRepeat = kind === tag.li || kind === tag.article || kind === tag.div;
    if (mayRepeat && hasTwin(page, at) && namesOtherPage(page, at)) return true;
  }
  return false;
}
