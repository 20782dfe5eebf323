import { bareLabel, nextArrow, nextLabel, pagerName } from '../../domain/pages/control-labels.ts';
import type { PageLinks } from '../../domain/pages/records.ts';
import { collapseSpace } from '../../domain/values/collapse-space.ts';
import { numberAt } from '../../domain/values/elements.ts';
import { attribute } from '../../page/parse/attributes.ts';
import { tag } from '../../page/parse/names/tags.ts';
import { attributeOf, endOf, parentOf, subtreeText, type Tree, textOf } from '../../page/tree/tree.ts';
import type { UrlResolver } from '../../page/tree/url-resolver.ts';

const nextName = /(?:^|[-_ ])next(?:$|[-_ ])/i;
const notNextName = /prev|back|slide|carousel|month|week|day/i;
const maxLinks = 5_000;

interface Link {
  node: number;
  url: string;
  text: string;
}

function collectLinks(tree: Tree, urls: UrlResolver): Link[] {
  const links: Link[] = [];
  for (let node = 1; node < tree.count && links.length < maxLinks; node++) {
    if (tree.tag[node] !== tag.a && tree.tag[node] !== tag.link) continue;
    const reference = attributeOf(tree, node, attribute.href);
    if (reference === null || /^\s*(?:#|javascript:)/i.test(reference)) continue;
    const url = urls.resolveWeb(reference);
    if (url === null || url.replace(/#.*$/s, '') === urls.pageUrl) continue;
    links.push({ node, url, text: collapseSpace(subtreeText(tree, node, 200)) });
  }
  return links;
}

function relTokens(tree: Tree, node: number): string[] {
  return (attributeOf(tree, node, attribute.rel) ?? '').toLowerCase().split(/\s+/);
}

/** Returns how a text names the next page: by its words, by an arrow, or not at all. */
export function nextLabelOf(text: string): 'label' | 'arrow' | null {
  if (nextLabel.test(bareLabel.exec(text)?.[0] ?? '')) return 'label';
  return nextArrow.test(text.trim()) ? 'arrow' : null;
}

function isNextLink(tree: Tree, { node, text }: Link): boolean {
  const label =
    attributeOf(tree, node, attribute.ariaLabel) ?? attributeOf(tree, node, attribute.title) ?? '';
  if ([text, label].some((one) => nextLabelOf(one) === 'label')) return true;
  const names = `${attributeOf(tree, node, attribute.class) ?? ''} ${attributeOf(tree, node, attribute.id) ?? ''}`;
  const parent = parentOf(tree, node);
  const parentNames = parent > 0 ? (attributeOf(tree, parent, attribute.class) ?? '') : '';
  const isNamed =
    (nextName.test(names) && !notNextName.test(names)) ||
    (nextName.test(parentNames) && !notNextName.test(parentNames));
  return (isNamed && text.length <= 20) || (nextLabelOf(text) === 'arrow' && isInPager(tree, node));
}

/** Returns true if an element near above a node is named as the links to the pages of a listing. */
export function isInPager(tree: Tree, node: number): boolean {
  for (
    let ancestor = parentOf(tree, node), depth = 0;
    ancestor > 0 && depth < 4;
    ancestor = parentOf(tree, ancestor), depth++
  ) {
    const names = `${attributeOf(tree, ancestor, attribute.class) ?? ''} ${attributeOf(tree, ancestor, attribute.id) ?? ''} ${attributeOf(tree, ancestor, attribute.ariaLabel) ?? ''}`;
    if (pagerName.test(names)) return true;
  }
  return false;
}

/** Returns the numbered links of a pager. */
function numberedLinks(tree: Tree, links: readonly Link[]): Link[] {
  return links.filter(
    ({ node, text }) => tree.tag[node] === tag.a && /^\d{1,5}$/.test(text) && isInPager(tree, node),
  );
}

/** Returns the numbers between the numbered links that are not links themselves. */
function unlinkedNumbers(tree: Tree, pager: readonly Link[]): number[] {
  const links = new Set(pager.map(({ node }) => node));
  let container = parentOf(tree, pager[0]?.node as number);
  const last = pager.at(-1)?.node as number;
  while (container > 0 && endOf(tree, container) <= last) container = parentOf(tree, container);
  const numbers: number[] = [];
  const end = Math.min(endOf(tree, container), container + 2_000);
  for (let node = container + 1; node < end; node++) {
    if (links.has(node) || tree.tag[node] === tag.a) node = endOf(tree, node) - 1;
    else if (tree.tag[node] === tag.text && /^\s*\d{1,5}\s*$/.test(textOf(tree, node)))
      numbers.push(Number(textOf(tree, node)));
  }
  return numbers;
}

/** Returns the number of the current page: the one without a link, the marked one, or the missing one. */
function currentNumber(tree: Tree, pager: readonly Link[]): number {
  const unlinked = unlinkedNumbers(tree, pager);
  if (unlinked.length === 1) return numberAt(unlinked, 0);
  const current = pager.find(({ node }) =>
    currentPageName.test(attributeOf(tree, node, attribute.class) ?? ''),
  );
  if (current !== undefined) return Number(current.text);
  // Links to the page itself are not collected, so the missing number is the current one.
  const numbers = new Set(pager.map(({ text }) => Number(text)));
  for (let number = 1; number <= Math.max(...numbers); number++) if (!numbers.has(number)) return number;
  return 1;
}

const currentPageName = /(?:^|[-_ ])(?:current|active|selected)(?:$|[-_ ])/i;

/** Finds the link to the next page by its `rel`, its label or its number, in this order. */
export function findPageLinks(tree: Tree, urls: UrlResolver): PageLinks {
  const links = collectLinks(tree, urls);
  const pager = numberedLinks(tree, links);
  const last = pager.length === 0 ? null : Math.max(...pager.map(({ text }) => Number(text)));
  const host = URL.parse(urls.pageUrl)?.host;
  const sameHostLinks = links.filter(({ url }) => URL.parse(url)?.host === host);
  const relLink = sameHostLinks.find(({ node }) => relTokens(tree, node).includes('next'));
  if (relLink !== undefined) return { next: relLink.url, by: 'rel', last };
  const labelledLink = sameHostLinks.find((link) => tree.tag[link.node] === tag.a && isNextLink(tree, link));
  if (labelledLink !== undefined) return { next: labelledLink.url, by: 'label', last };
  if (pager.length === 0) return { next: null, by: null, last };
  const nextNumber = currentNumber(tree, pager) + 1;
  const numberedNext = pager.find(
    ({ text, url }) => Number(text) === nextNumber && sameHostLinks.some((link) => link.url === url),
  );
  return { next: numberedNext?.url ?? null, by: numberedNext === undefined ? null : 'number', last };
}
