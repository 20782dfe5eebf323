import { attribute } from '../../page/parse/attributes.ts';
import { isHeading, tagSet } from '../../page/parse/names/tag-sets.ts';
import { tag } from '../../page/parse/names/tags.ts';
import { isFrame } from '../../page/tree/page-frame.ts';
import { attributeOf, endOf, findTag, parentOf, tagOf } from '../../page/tree/tree.ts';
import type { PageView } from './page-view.ts';

/** Nodes from `from` up to `end` that a label or heading governs. */
export interface GovernedRange {
  from: number;
  end: number;
}

/** Elements whose label governs them whole. */
const labelledContainers: ReadonlyMap<number, number> = new Map([
  [tag.legend, tag.fieldset],
  [tag.caption, tag.table],
  [tag.summary, tag.details],
]);
const maxNodes = 3_000;
const maxLevels = 6;

const isContent = tagSet('address h1 h2 h3 h4 h5 h6 p li dd tr');

/** Returns true if an element has content beside a label: another heading, a paragraph, an entry or a row. */
function holdsContent({ tree }: PageView, element: number, label: number): boolean {
  const isBar = findTag(tree, element, tag.button) !== -1;
  for (let node = element + 1; node < endOf(tree, element); node++) {
    const kind = tagOf(tree, node);
    // A short paragraph between buttons is the state of a control: how many persons a recipe is for.
    if (node !== label && isContent[kind] === 1 && !(isBar && kind === tag.p)) return true;
  }
  return false;
}

/** Maximum length of a remark in the box of a heading, such as "for 4 persons". */
const maxRemarkLength = 60;

/**
 * Returns the outermost element that holds only the label: the box around a heading, without other text. A short remark or a
 * control beside a heading belongs to its box.
 */
function ownBox(page: PageView, label: number): number {
  const { tree } = page;
  const text = page.textOf(label);
  // What follows a colon is no remark but what the heading names.
  const remark = isHeading[tagOf(tree, label)] === 1 && !/[:：]$/u.test(text) ? maxRemarkLength : 0;
  let box = label;
  for (let steps = 0; steps < maxLevels; steps++) {
    const parent = parentOf(tree, box);
    if (parent <= 0 || page.textOf(parent).length > text.length + remark) return box;
    if (page.textOf(parent) !== text && holdsContent(page, parent, label)) return box;
    box = parent;
  }
  return box;
}

/** Returns true if an element starts with another label of the same form: the same tag, and a heading or bold text. */
function startsNext(page: PageView, node: number, label: number): boolean {
  const kind = tagOf(page.tree, node);
  const own = tagOf(page.tree, label);
  if (isHeading[kind] === 1) return isHeading[own] !== 1 || kind <= own;
  if (kind !== own) return false;
  if (own !== tag.strong && own !== tag.b) return own === tag.dt || own === tag.label;
  // Bold words within a text are no labels beside one that stands alone in its line.
  return !isAlone(page, label) || isAlone(page, node);
}

/** Returns true if an element is all that its parent shows. */
function isAlone(page: PageView, element: number): boolean {
  return page.textOf(parentOf(page.tree, element)) === page.textOf(element);
}

/**
 * Returns what a label or heading governs: the rest of its fieldset, table or details; else what follows it in its container,
 * up to the next label of its form, the next heading of its level or a higher one, or the end of the container. A part of the
 * page outside of it belongs to other labels, however near it is.
 */
export function governedRange(page: PageView, label: number): GovernedRange {
  const { tree } = page;
  const whole = labelledContainers.get(tagOf(tree, label));
  if (whole !== undefined && tagOf(tree, parentOf(tree, label)) === whole)
    return { from: endOf(tree, label), end: endOf(tree, parentOf(tree, label)) };
  const box = ownBox(page, label);
  const from = endOf(tree, box);
  const parent = Math.max(0, parentOf(tree, box));
  // The paragraphs behind one that starts with a label in a line of its own continue it.
  const container =
    tree.tag[parent] === tag.p && tree.tag[from] === tag.br ? Math.max(0, parentOf(tree, parent)) : parent;
  const limit = Math.min(endOf(tree, container), from + maxNodes);
  const end = findEnd(page, label, from, limit);
  return { from, end: end < endOf(tree, container) ? end : endOfContinued(page, container, from) };
}

/** Returns the start of the next label that ends the range of a label, or `limit`. */
function findEnd(page: PageView, label: number, from: number, limit: number): number {
  const { tree } = page;
  let isTitle = false;
  for (let node = from; node < limit; node++) {
    if (isFrame[tagOf(tree, node)] === 1) return node;
    if (!startsNext(page, node, label)) continue;
    // A label directly before another one is the title of several groups, up to the next such title.
    if (isTitle ? !isFollowedByLabel(page, node, limit) : isEmptyUntil(page, from, node)) {
      isTitle = true;
      continue;
    }
    return node;
  }
  return limit;
}

/** Returns true if there is no text from a node up to another one. */
function isEmptyUntil({ tree, textOf }: PageView, from: number, to: number): boolean {
  for (let node = from; node < to; node++)
    if (tree.tag[node] === tag.text && textOf(node) !== '') return false;
  return true;
}

/** Returns true if the first thing behind a label is another label of its form. */
function isFollowedByLabel(page: PageView, label: number, limit: number): boolean {
  for (let node = endOf(page.tree, label); node < limit; node++) {
    if (startsNext(page, node, label)) return true;
    if (page.tree.tag[node] === tag.text && page.textOf(node) !== '') return false;
  }
  return false;
}

/**
 * Returns the end of a list that further containers of the same form continue: siblings with the same class that hold lists
 * and no heading.
 */
function endOfContinued({ tree, textOf }: PageView, container: number, from: number): number {
  let end = endOf(tree, container);
  const holdsList = (node: number) =>
    findTag(tree, node, tag.ol) !== -1 || findTag(tree, node, tag.ul) !== -1;
  const classes = attributeOf(tree, container, attribute.class);
  if (classes === null || !holdsList(container)) return end;
  const limit = Math.min(endOf(tree, Math.max(0, parentOf(tree, container))), from + maxNodes);
  for (let next = end; next < limit; next = Math.max(next + 1, endOf(tree, next))) {
    if (textOf(next) === '') continue;
    const isAlike =
      tree.tag[next] === tree.tag[container] && attributeOf(tree, next, attribute.class) === classes;
    if (!isAlike || !holdsList(next) || holdsHeading(tree, next)) break;
    end = endOf(tree, next);
  }
  return end;
}

function holdsHeading(tree: PageView['tree'], element: number): boolean {
  for (let node = element; node < endOf(tree, element); node++)
    if (isHeading[tagOf(tree, node)] === 1) return true;
  return false;
}
