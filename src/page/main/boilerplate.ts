import { attribute } from '../parse/attributes.ts';
import { tagSet } from '../parse/tag-sets.ts';
import { tag } from '../parse/tags.ts';
import { attributeOf, type Tree } from '../tree.ts';
import { type Flow, flowKind } from '../visible.ts';
import type { TextWeights } from './text-weights.ts';

const aroundRoles = new Set([
  'navigation',
  'banner',
  'contentinfo',
  'search',
  'complementary',
  'menu',
  'menubar',
  'toolbar',
  'dialog',
  'alertdialog',
  'alert',
  'tooltip',
]);
const aroundNames =
  /(?:^|[\s_-])(?:nav(?:bar|igation)?|menu|breadcrumbs?|sidebar|side-bar|footer|masthead|cookie(?:s|-?(?:banner|consent|notice))?|consent|gdpr|newsletter|subscribe|subscription|share|sharing|social|addthis|related|recommend(?:ed|ations)?|popup|modal|overlay|advert(?:isement)?|ads?|adsense|sponsor(?:ed)?|promo|skip-?link|screen-reader-text|sr-only|visually-hidden|pagination|pager|comments?|disqus|toc|author-bio|print|login|signup|sign-up|toolbar|search-?form|widget|banner)(?:$|[\s_-])/i;
/** Names of what stands around the content even when it is long. */
const surelyAround =
  /(?:^|[\s_-])(?:cookie-?(?:banner|consent|notice|bar)|site-?footer|global-?nav|screen-reader-text|sr-only|visually-hidden|skip-?link)(?:$|[\s_-])/i;
const isContainer = tagSet('div section ul ol aside header footer nav form p span table dl figure details');

/** Outermost nodes of a page that stand around its content. */
export function boilerplateOf(tree: Tree, flow: Flow, weights: TextWeights, body: number): number[] {
  const total = weights.text(body);
  const nodes: number[] = [];
  let articleEnd = -1;
  for (let node = body + 1; node < (tree.end[body] as number); node++) {
    if (flow.kind[node] === flowKind.skipped || tree.tag[node] === tag.text) continue;
    const tagId = tree.tag[node] as number;
    if ((tagId === tag.article || tagId === tag.main) && node >= articleEnd)
      articleEnd = tree.end[node] as number;
    if (!isAround(tree, weights, node, total, node < articleEnd)) continue;
    nodes.push(node);
    node = (tree.end[node] as number) - 1;
  }
  return nodes;
}

function isAround(
  tree: Tree,
  weights: TextWeights,
  node: number,
  total: number,
  isInArticle: boolean,
): boolean {
  const tagId = tree.tag[node] as number;
  const share = total === 0 ? 0 : weights.text(node) / total;
  const linkShare = weights.linkShare(node);
  // Whatever it is called, what holds most of the text is not around it.
  const isHeavy = share > 0.4 && linkShare < 0.5;
  if (isHeavy) return false;
  switch (tagId) {
    case tag.nav:
    case tag.dialog:
      return true;
    case tag.footer:
      return !isInArticle || share < 0.15;
    case tag.header:
      return !isInArticle && !holdsTitle(tree, node);
    case tag.aside:
      return share < 0.25;
    case tag.form:
      return share < 0.1;
    case tag.button:
    case tag.select:
    case tag.textarea:
      return !isInHeading(tree, node);
  }
  if (tree.from[node] === tree.to[node]) return false;
  const role = attributeOf(tree, node, attribute.role);
  if (role !== null && aroundRoles.has(role)) return share < 0.3;
  if (isContainer[tagId] !== 1) return false;
  return isNamedAround(tree, node, share, linkShare);
}

function isNamedAround(tree: Tree, node: number, share: number, linkShare: number): boolean {
  const names = `${attributeOf(tree, node, attribute.class) ?? ''} ${attributeOf(tree, node, attribute.id) ?? ''}`;
  if (names === ' ' || names.length > 1000) return false;
  if (surelyAround.test(names)) return share < 0.3;
  return aroundNames.test(names) && (share < 0.05 || (linkShare > 0.5 && share < 0.3));
}

function holdsTitle(tree: Tree, node: number): boolean {
  const end = tree.end[node] as number;
  for (let inner = node + 1; inner < end; inner++) if (tree.tag[inner] === tag.h1) return true;
  return false;
}

function isInHeading(tree: Tree, node: number): boolean {
  let up = tree.parent[node] as number;
  for (let level = 0; level < 3 && up > 0; level++, up = tree.parent[up] as number) {
    const tagId = tree.tag[up] as number;
    if ((tagId >= tag.h1 && tagId <= tag.h6) || tagId === tag.summary || tagId === tag.dt) return true;
  }
  return false;
}
