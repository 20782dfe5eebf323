import { tagSet } from '../../page/parse/names/tag-sets.ts';
import { tag } from '../../page/parse/names/tags.ts';
import { endOf, parentOf, tagOf } from '../../page/tree/tree.ts';
import type { PageView } from './page-view.ts';

/** Nodes from `from` up to `end` that a label or heading governs. */
export interface GovernedRange {
  from: number;
  end: number;
}

const endsRange = tagSet('footer nav aside');
const isHeadingTag = tagSet('h1 h2 h3 h4 h5 h6');
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
  for (let node = element + 1; node < endOf(tree, element); node++)
    if (node !== label && isContent[tagOf(tree, node)] === 1) return true;
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
  const remark = isHeadingTag[tagOf(tree, label)] === 1 ? maxRemarkLength : 0;
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
  if (isHeadingTag[kind] === 1) return isHeadingTag[own] !== 1 || kind <= own;
  return kind === own && (own === tag.dt || own === tag.strong || own === tag.b || own === tag.label);
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
  const limit = Math.min(endOf(tree, Math.max(0, parentOf(tree, box))), from + maxNodes);
  for (let node = from; node < limit; node++) {
    if (endsRange[tagOf(tree, node)] === 1 || startsNext(page, node, label)) return { from, end: node };
  }
  return { from, end: limit };
}
