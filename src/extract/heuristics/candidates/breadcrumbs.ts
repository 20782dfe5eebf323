import { tag } from '../../../page/parse/names/tags.ts';
import { endOf, isElement } from '../../../page/tree/tree.ts';
import type { Candidate } from '../../facts/candidate.ts';
import type { PageFacts } from '../../facts/page-facts.ts';
import { foldText } from '../../words/words.ts';

const breadcrumbName = /bread-?_?crumb|(?:^|[\s_-])crumbs?(?:$|[\s_-])/i;
const breadcrumbStrength = 0.72;
const maxNameLength = 60;
const maxLinks = 12;
const naming = ['class', 'id', 'aria-label', 'itemtype'];

/** Returns the links of the breadcrumb trail of a page in order, without one to the page itself; empty if it has none. */
function trailLinks(page: PageFacts): number[] {
  const { tree } = page;
  for (let node = 1; node < tree.count; node++) {
    if (!isElement(tree, node) || tree.tag[node] === tag.body) continue;
    if (!naming.some((name) => breadcrumbName.test((page.attributeOf(node, name) ?? '').slice(0, 200))))
      continue;
    const links: number[] = [];
    for (let inner = node + 1; inner < endOf(tree, node) && links.length <= maxLinks; inner++) {
      if (tree.tag[inner] === tag.a && page.textOf(inner) !== '') links.push(inner);
    }
    if (links.length >= 2 && links.length <= maxLinks) return links;
  }
  return [];
}

/**
 * Returns the category of a page by its breadcrumb trail: the last link in front of the page's own title. The first
 * link leads to the start of the site.
 */
export function breadcrumbCategories(page: PageFacts): Candidate[] {
  const title = page.titleNode();
  const own = title === -1 ? '' : foldText(page.textOf(title));
  const [, ...links] = trailLinks(page);
  const node = links.findLast((link) => foldText(page.textOf(link)) !== own);
  const text = node === undefined ? '' : page.textOf(node);
  if (node === undefined || text.length > maxNameLength) return [];
  return [{ text, node, source: 'visible', reason: 'breadcrumb', strength: breadcrumbStrength, fit: 1 }];
}
