import { integerAt } from '../../../domain/values/elements.ts';
import { attribute } from '../../parse/attributes.ts';
import { tagSet } from '../../parse/names/tag-sets.ts';
import { tag } from '../../parse/names/tags.ts';
import { attributeOf, closest } from '../../tree/tree.ts';
import { column, columns, wordsOf } from '../features/leaves.ts';
import type { Selection } from '../selection.ts';

/** Parameters that choose the part and the order of a list. */
const viewParameter =
  /^(?:page|pg|p|paged|pagina|seite|offset|start|from|skip|cursor|sort|sort_?by|sort_?order|order|order_?by|dir|direction|asc|desc|view|layout|per_?page|limit|page_?size)$/i;
const pagePath = /\/(?:page|seite|pagina)[/-]?\d{1,5}\/?$/i;
const isCell = tagSet('td th');
const limits = { words: 12, unlinkedWords: 4 };
/** Probability of leaves that are such links. */
const linkProbability = 0.01;

/** Returns true if a link leads to another part or order of the list on a page. */
function leadsToView(reference: string, page: URL): boolean {
  // Most links have no parameters, and are not parsed.
  if (!reference.includes('?') && !pagePath.test(reference.slice(0, 300))) return false;
  if (!URL.canParse(reference, page.href)) return false;
  const target = new URL(reference, page.href);
  if (target.host !== page.host) return false;
  const path = (url: URL): string => url.pathname.replace(pagePath, '/').replace(/\/$/, '');
  if (path(target) !== path(page)) return false;
  const isOtherPage = target.pathname !== page.pathname;
  const names = new Set([...target.searchParams.keys(), ...page.searchParams.keys()]);
  const changed = [...names].filter((name) => target.searchParams.get(name) !== page.searchParams.get(name));
  return (isOtherPage || changed.length > 0) && changed.every((name) => viewParameter.test(name));
}

/**
 * Lowers the probabilities of short lines of links to other parts and orders of the list of a page, such as "Next" and
 * "Sort by name". The headers of a table stay, because they name its columns.
 */
export function dropViewLinks({ tree, leaves, url, probabilities }: Selection): void {
  const page = new URL(url);
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const words = wordsOf(leaves, leaf);
    const linked = integerAt(leaves.counts, leaf * columns + column.linked);
    if (linked === 0 || words > limits.words || words - linked > limits.unlinkedWords) continue;
    const links: number[] = [];
    const block = integerAt(leaves.block, leaf);
    const outer = closest(tree, integerAt(leaves.first, leaf), isLink, 6);
    if (outer !== -1) links.push(outer);
    for (let node = integerAt(leaves.first, leaf); node < integerAt(leaves.last, leaf); node++)
      if (tree.tag[node] === tag.a) links.push(node);
    const isView = links.every((link) => leadsToView(attributeOf(tree, link, attribute.href) ?? '', page));
    if (links.length > 0 && isView && closest(tree, block, isCell) === -1)
      probabilities[leaf] = linkProbability;
  }
}

const isLink = tagSet('a');
