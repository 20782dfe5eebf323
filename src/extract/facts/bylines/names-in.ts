import { collapseSpace } from '../../../domain/values/collapse-space.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { flowKind } from '../../../page/tree/flow.ts';
import { endOf, parentOf, tagOf, textOf } from '../../../page/tree/tree.ts';
import type { PageView } from '../../page-view/page-view.ts';
import { nameWords } from '../../words/name-words.ts';
import { afterCredit, isCredit, isOtherCredit } from './credit-words.ts';
import { leadingNames } from './person-name.ts';

/** Limits of an element that holds only a byline. */
const maxTextLength = 400;
const maxNodes = 120;
const maxNames = 20;

/** Targets of links to the texts about a subject. */
const subjectTarget =
  /\/(?:category|categories|tags?|topics?|sections?|rubrik|kategorie|categorie)\/|\b(?:tag|category)$/i;

/** Names with the element of the first one. */
export interface NamesInElement {
  text: string;
  node: number;
}

/** Returns true if an element is marked as the name within an author's element. */
function isNameElement(page: PageView, element: number): boolean {
  if (page.attributeOf(element, 'itemprop') === 'name') return true;
  const names = page.attributeOf(element, 'class') ?? '';
  return names.length <= 200 && names.split(/\s+/).some((name) => nameWords(name).at(-1) === 'name');
}

/** Returns the names of one element, without a role in an element of its own behind the name. */
function namesOfElement(page: PageView, element: number): NamesInElement | null {
  const text = page.textOf(element);
  const first = nameOfFirstText(page, element);
  if (first !== null) return first;
  const names = leadingNames(afterCredit(text, page.language) ?? text);
  return names === null || holdsSubjectLink(page, element) ? null : { text: names, node: element };
}

/** Returns true if an element is a link to a list of texts about a subject. */
function isSubjectLink(page: PageView, element: number): boolean {
  if (tagOf(page.tree, element) !== tag.a) return false;
  const target = `${page.attributeOf(element, 'href') ?? ''} ${page.attributeOf(element, 'rel') ?? ''}`;
  return subjectTarget.test(target.slice(0, 300));
}

/** Returns true if an element is or holds a link to a list of texts about a subject. */
export function holdsSubjectLink(page: PageView, element: number): boolean {
  const end = Math.min(endOf(page.tree, element), element + maxNodes);
  for (let node = element; node < end; node++) if (isSubjectLink(page, node)) return true;
  return false;
}

/** Returns the names in the descendants that `accepts` selects. */
function namesOfDescendants(
  page: PageView,
  element: number,
  accepts: (node: number) => boolean,
): NamesInElement | null {
  const names: string[] = [];
  let first = -1;
  const end = Math.min(endOf(page.tree, element), element + maxNodes);
  for (let node = element + 1; node < end && names.length < maxNames; node++) {
    if (tagOf(page.tree, node) <= tag.document || !accepts(node) || isSubjectLink(page, node)) continue;
    if (isOtherCredit(textBefore(page, element, node))) continue;
    const name = namesOfElement(page, node);
    if (name === null || names.includes(name.text)) continue;
    names.push(name.text);
    if (first === -1) first = name.node;
  }
  return first === -1 ? null : { text: names.join(', '), node: first };
}

/** Returns the end of the text of an element before one of its descendants. */
function textBefore({ tree, flow }: PageView, element: number, end: number): string {
  let text = '';
  for (let node = element + 1; node < end; node++)
    if (tree.tag[node] === tag.text && flow.kind[parentOf(tree, node)] !== flowKind.skipped)
      text += ` ${textOf(tree, node)}`;
  return collapseSpace(text.slice(-80));
}

/** Maximum number of texts at the start of an element that are searched for a name. */
const maxTexts = 5;

/**
 * Returns the name in the first of the texts of an element that is one: not the words that introduce it, and no date. A
 * single word counts only if it is the whole text.
 */
function nameOfFirstText(page: PageView, element: number): NamesInElement | null {
  const { tree, flow } = page;
  const end = Math.min(endOf(tree, element), element + maxNodes);
  let count = 0;
  let before = '';
  for (let node = element; node < end && count < maxTexts; node++) {
    const parent = parentOf(tree, node);
    if (tree.tag[node] !== tag.text || flow.kind[parent] === flowKind.skipped) continue;
    const text = collapseSpace(textOf(tree, node));
    if (!/\p{L}/u.test(text) || isSubjectLink(page, parent)) continue;
    count++;
    const isOthers = isOtherCredit(before);
    before = text;
    if (isCredit(text.replace(/[:：]$/u, ''), page.language) || isOthers) continue;
    const name = leadingNames(afterCredit(text, page.language) ?? text);
    if (name === null) continue;
    if (!name.includes(' ') && page.textOf(element) !== text) continue;
    return { text: name, node: parent };
  }
  return null;
}

/** Returns true if an element is or holds a heading of the first levels, which is the title of a text and no name. */
function hasTitle({ tree }: PageView, element: number): boolean {
  const end = Math.min(endOf(tree, element), element + maxNodes);
  for (let node = element; node < end; node++)
    if (tree.tag[node] === tag.h1 || tree.tag[node] === tag.h2) return true;
  return false;
}

/**
 * Returns the names in an element of an author, without the words before them, roles and dates: those of its marked
 * names, else of its links, else the one at the start of its text. Null if it holds more than a byline, or no name.
 */
export function namesIn(page: PageView, element: number): NamesInElement | null {
  const text = page.textOf(element);
  if (text === '' || text.length > maxTextLength) return null;
  if (isSubjectLink(page, element) || hasTitle(page, element)) return null;
  const isLink = (node: number) => tagOf(page.tree, node) === tag.a;
  return (
    namesOfDescendants(page, element, (node) => isNameElement(page, node)) ??
    namesOfDescendants(page, element, isLink) ??
    namesOfElement(page, element)
  );
}
