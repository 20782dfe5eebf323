import { integerAt, itemAt } from '../../domain/values/elements.ts';
import { attribute } from '../../page/parse/attributes.ts';
import { isHeading } from '../../page/parse/names/tag-sets.ts';
import { tag } from '../../page/parse/names/tags.ts';
import { frameAnd } from '../../page/tree/page-frame.ts';
import { attributeOf, endOf, parentOf, type Tree, tagOf } from '../../page/tree/tree.ts';
import { findLowerBound } from './page-letters.ts';
import type { ClusterContext } from './sibling-groups.ts';

/** A record as a range of nodes: one element, or a run of siblings. */
export interface RecordSpan {
  first: number;
  /** Last sibling; equals `first` for a record of one element. */
  last: number;
}

/** Elements that contain navigation. */
const isNavigationTag = frameAnd('header menu form select');
const navigationName =
  /(?:^|[-_ ])(?:aside|nav|navbar|menu|breadcrumbs?|pagination|pager|footer|sidebar|social|share|toolbar|tabs?|cookie)(?:$|[-_ ])/i;
/** Classes of windows above the page, such as those for consent and login. */
const overlayName = /(?:^|\s)(?:modal|dialog|consent|gdpr|login|signup)(?:$|[\s_-])/i;
const navigationRoles: ReadonlySet<string> = new Set([
  'navigation',
  'menu',
  'banner',
  'contentinfo',
  'dialog',
  'alertdialog',
]);
const maxSample = 60;
const maxScoredLetters = 2000;

/** Returns true if an element is a card: it has a link, and a heading or picture. Filters of a form have none. */
function isCard(tree: Tree, node: number): boolean {
  const end = endOf(tree, node);
  let [hasLink, hasHead] = [false, false];
  for (let inner = node; inner < end && !(hasLink && hasHead); inner++) {
    if (tree.tag[inner] === tag.a) hasLink = true;
    else if (tree.tag[inner] === tag.img || isHeading[tagOf(tree, inner)] === 1) hasHead = true;
  }
  return hasLink && hasHead;
}

/** Returns true if an element is in a part of the page for navigation. A form around cards compares or orders them. */
export function isInNavigation(tree: Tree, node: number): boolean {
  for (let at = node; at > 0; at = parentOf(tree, at)) {
    const tagId = tagOf(tree, at);
    if (isNavigationTag[tagId] === 1 && !(tagId === tag.form && isCard(tree, node))) return true;
    const names = `${attributeOf(tree, at, attribute.class) ?? ''} ${attributeOf(tree, at, attribute.id) ?? ''}`;
    const isPage = tagId === tag.body || tagId === tag.html;
    if (names.length < 300 && !isPage && (navigationName.test(names) || overlayName.test(names))) return true;
    if (navigationRoles.has(attributeOf(tree, at, attribute.role) ?? '')) return true;
  }
  return false;
}

const carouselName = /(?:^|[-_ ])(?:carousel|slider|swiper|slick|splide|glide|flickity|owl)(?:$|[-_ ])/i;

/** Returns true if an element is in a carousel, which shows a few records of other lists. */
export function isInCarousel(tree: Tree, node: number): boolean {
  for (let at = node; at > 0; at = parentOf(tree, at)) {
    const names = attributeOf(tree, at, attribute.class) ?? '';
    if (names.length < 300 && tree.tag[at] !== tag.body && carouselName.test(names)) return true;
  }
  return false;
}

interface ClusterStatistics {
  /** Number of members that are or contain a link. */
  linked: number;
  /** Number of members with a picture. */
  pictured: number;
  /** Share of the letters that are inside links. */
  linkShare: number;
  /** Average number of texts of a member. */
  texts: number;
  /** Average number of letters of a member. */
  letters: number;
  /** Share of members with a text that no other member has. */
  uniqueness: number;
}

function hasPicture(tree: Tree, first: number, end: number): boolean {
  for (let node = first; node < end; node++) if (tree.tag[node] === tag.img) return true;
  return false;
}

function computeStatistics({ page, tree }: ClusterContext, spans: readonly RecordSpan[]): ClusterStatistics {
  let linked = 0;
  let pictured = 0;
  let inLinks = 0;
  let letters = 0;
  let texts = 0;
  const contents = new Set<string>();
  for (const { first, last } of spans) {
    let isLinked = false;
    const end = endOf(tree, last);
    if (hasPicture(tree, first, end)) pictured++;
    for (let node = first; node < end; node++) {
      if (tree.tag[node] !== tag.a) continue;
      isLinked = true;
      inLinks += integerAt(page.to, node) - integerAt(page.from, node);
      node = endOf(tree, node) - 1;
    }
    if (isLinked) linked++;
    letters += integerAt(page.to, last) - integerAt(page.from, first);
    texts += findLowerBound(page.texts, end) - findLowerBound(page.texts, first);
    contents.add(page.letters.slice(page.from[first], page.to[last]));
  }
  return {
    linked,
    pictured,
    linkShare: letters === 0 ? 0 : inLinks / letters,
    texts: texts / spans.length,
    letters: letters / spans.length,
    uniqueness: contents.size / spans.length,
  };
}

/** Returns the likelihood that records are the main ones of a page; comparable only within one page. */
export function scoreRecords(context: ClusterContext, spans: readonly RecordSpan[], paths: number): number {
  const sample = spans.slice(0, maxSample);
  const { linked, pictured, linkShare, texts, letters, uniqueness } = computeStatistics(context, sample);
  const links = 1 + linked / sample.length;
  const richness = Math.log2(2 + Math.min(paths, 60));
  // A list of short links without other text and pictures is a menu.
  const isMenu = linkShare > 0.9 && texts < 1.5 && letters < 40 && pictured * 2 < sample.length;
  const penalty = (isMenu ? 0.25 : 1) * (isInNavigation(context.tree, itemAt(sample, 0).first) ? 0.2 : 1);
  return (
    Math.log(1 + spans.length) *
    Math.sqrt(Math.min(letters, maxScoredLetters)) *
    uniqueness *
    links *
    richness *
    penalty
  );
}
