import { attribute } from '../parse/attributes.ts';
import { tagSet } from '../parse/names/tag-sets.ts';
import { tag } from '../parse/names/tags.ts';
import { type Flow, flowKind } from '../tree/flow.ts';
import { attributeOf, endOf, parentOf, type Tree, tagOf } from '../tree/tree.ts';
import type { TextWeights } from './forest/text-weights.ts';

const boilerplateRoles = new Set([
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
const boilerplateNames =
  /(?:^|[\s_-])(?:nav(?:bar|igation)?|menu|breadcrumbs?|sidebar|side-bar|footer|masthead|cookie(?:s|-?(?:banner|consent|notice))?|consent|gdpr|newsletter|subscribe|subscription|share|sharing|social|addthis|related|recommend(?:ed|ations)?|popup|modal|overlay|advert(?:isement)?|ads?|adsense|sponsor(?:ed)?|promo|skip-?link|screen-reader-text|sr-only|visually-hidden|pagination|pager|comments?|disqus|toc|author-bio|print|login|signup|sign-up|toolbar|search-?form|widget|banner)(?:$|[\s_-])/i;
/** Names of boilerplate elements that may be long. */
const certainBoilerplateNames =
  /(?:^|[\s_-])(?:cookie-?(?:banner|consent|notice|bar)|site-?footer|global-?nav|screen-reader-text|sr-only|visually-hidden|skip-?link)(?:$|[\s_-])/i;
const isControl = tagSet('input select textarea button');
const isContainer = tagSet('div section ul ol aside header footer nav form p span table dl figure details');

/** Returns the outermost boilerplate nodes of a page. */
export function findBoilerplate(tree: Tree, flow: Flow, weights: TextWeights, body: number): number[] {
  const total = weights.text(body);
  const nodes: number[] = [];
  let articleEnd = -1;
  for (let node = body + 1; node < endOf(tree, body); node++) {
    if (flow.kind[node] === flowKind.skipped || tree.tag[node] === tag.text) continue;
    const tagId = tagOf(tree, node);
    if ((tagId === tag.article || tagId === tag.main) && node >= articleEnd) articleEnd = endOf(tree, node);
    if (!isBoilerplate(tree, weights, node, total, node < articleEnd)) continue;
    nodes.push(node);
    node = endOf(tree, node) - 1;
  }
  return nodes;
}

function isBoilerplate(
  tree: Tree,
  weights: TextWeights,
  node: number,
  total: number,
  isInArticle: boolean,
): boolean {
  const tagId = tagOf(tree, node);
  const share = total === 0 ? 0 : weights.text(node) / total;
  const linkShare = weights.linkShare(node);
  // An element with most of the text is content, whatever its name.
  const hasMostText = share > 0.4 && linkShare < 0.5;
  if (hasMostText) return false;
  switch (tagId) {
    case tag.nav:
    case tag.dialog:
      return true;
    case tag.footer:
      return !isInArticle || share < 0.15;
    case tag.header:
      return !isInArticle && !containsTitle(tree, node);
    case tag.aside:
      return share < 0.25;
    case tag.form:
      return share < 0.1 && hasControl(tree, node);
    case tag.button:
    case tag.select:
    case tag.textarea:
      return !isInHeading(tree, node);
  }
  if (tree.from[node] === tree.to[node]) return false;
  const role = attributeOf(tree, node, attribute.role);
  if (role !== null && boilerplateRoles.has(role)) return share < 0.3;
  if (isContainer[tagId] !== 1) return false;
  return isNamedBoilerplate(tree, node, share, linkShare);
}

function isNamedBoilerplate(tree: Tree, node: number, share: number, linkShare: number): boolean {
  const names = `${attributeOf(tree, node, attribute.class) ?? ''} ${attributeOf(tree, node, attribute.id) ?? ''}`;
  if (names === ' ' || names.length > 1000) return false;
  if (certainBoilerplateNames.test(names)) return share < 0.3;
  return boilerplateNames.test(names) && (share < 0.05 || (linkShare > 0.5 && share < 0.3));
}

function containsTitle(tree: Tree, node: number): boolean {
  const end = endOf(tree, node);
  for (let descendant = node + 1; descendant < end; descendant++)
    if (tree.tag[descendant] === tag.h1) return true;
  return false;
}

/** Returns true if a form has something to fill in or to press; a form without is a page that the reader may not edit. */
function hasControl(tree: Tree, form: number): boolean {
  for (let node = form + 1; node < endOf(tree, form); node++) {
    if (isControl[tagOf(tree, node)] === 1 && attributeOf(tree, node, attribute.type) !== 'hidden')
      return true;
  }
  return false;
}

function isInHeading(tree: Tree, node: number): boolean {
  let ancestor = parentOf(tree, node);
  for (let level = 0; level < 3 && ancestor > 0; level++, ancestor = parentOf(tree, ancestor)) {
    const tagId = tagOf(tree, ancestor);
    if ((tagId >= tag.h1 && tagId <= tag.h6) || tagId === tag.summary || tagId === tag.dt) return true;
  }
  return false;
}
