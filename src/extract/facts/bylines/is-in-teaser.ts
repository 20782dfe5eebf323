import { attribute } from '../../../page/parse/attributes.ts';
import { isHeading } from '../../../page/parse/names/tag-sets.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { attributeOf, endOf, isElement, parentOf, tagOf } from '../../../page/tree/tree.ts';
import type { PageFacts } from '../page-facts.ts';

const maxLevels = 8;
const maxNodes = 200;
/** Number of similar elements side by side that makes them entries of a list. */
const minEntries = 3;
const maxSiblings = 40;
/** Minimum length of a heading that is the title of a text, in UTF-16 code units. */
const minTitleLength = 12;

/** Returns the start of the names of an element, which entries of one list share. */
function formOf(page: PageFacts, element: number): string {
  const names = attributeOf(page.tree, element, attribute.class)?.trim().split(/\s+/, 1)[0] ?? '';
  return `${tagOf(page.tree, element)} ${names}`;
}

/** Returns the address of a page without its query, fragment and last slash. */
function placeOf(address: string): string {
  return (address.split(/[?#]/, 1)[0] ?? '').replace(/\/$/, '');
}

/** Returns true if a link leads to another page than this one. */
function leadsElsewhere(page: PageFacts, link: number): boolean {
  const address = page.addresses.resolveWeb(attributeOf(page.tree, link, attribute.href) ?? '');
  return address !== null && placeOf(address) !== placeOf(page.url);
}

/** Returns true if an element holds a heading that is a link to another page and does not contain `name`. */
function holdsOtherTitle(page: PageFacts, element: number, name: string): boolean {
  const { tree } = page;
  const end = Math.min(endOf(tree, element), element + maxNodes);
  let heading = -1;
  for (let node = element; node < end; node++) {
    if (!isElement(tree, node)) continue;
    if (isHeading[tagOf(tree, node)] === 1) heading = node;
    if (tagOf(tree, node) !== tag.a) continue;
    const linked = heading !== -1 && node < endOf(tree, heading) ? heading : headingIn(page, node);
    if (linked === -1) continue;
    const text = page.textOf(linked);
    if (text.length >= minTitleLength && !text.includes(name) && leadsElsewhere(page, node)) return true;
  }
  return false;
}

/** Returns the first heading in a link, or -1. */
function headingIn({ tree }: PageFacts, link: number): number {
  const end = Math.min(endOf(tree, link), link + maxNodes);
  for (let node = link + 1; node < end; node++) if (isHeading[tagOf(tree, node)] === 1) return node;
  return -1;
}

/** Returns true if an element is one of several alike that each hold the linked title of another page. */
function isEntry(page: PageFacts, element: number, name: string): boolean {
  const { tree } = page;
  const parent = parentOf(tree, element);
  if (parent < 1 || !holdsOtherTitle(page, element, name)) return false;
  const form = formOf(page, element);
  const end = endOf(tree, parent);
  let entries = 0;
  let visited = 0;
  for (let node = parent + 1; node < end && visited < maxSiblings; node = endOf(tree, node)) {
    if (!isElement(tree, node)) continue;
    visited++;
    if (formOf(page, node) === form && holdsOtherTitle(page, node, name)) entries++;
    if (entries >= minEntries) return true;
  }
  return false;
}

/**
 * Returns true if a name stands in an entry of a list of other pages, beside the linked title of one: it is the author of
 * that page and not of this one.
 */
export function isInTeaser(page: PageFacts, node: number, name: string): boolean {
  const { tree } = page;
  for (let at = node, levels = 0; at > 0 && levels < maxLevels; at = parentOf(tree, at), levels++) {
    if (tagOf(tree, at) === tag.body) return false;
    if (isEntry(page, at, name)) return true;
  }
  return false;
}
