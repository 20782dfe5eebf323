import { attribute } from '../../../page/parse/attributes.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { attributeOf, endOf, parentOf, tagOf } from '../../../page/tree/tree.ts';
import type { GovernedRange } from '../../page-view/governed-range.ts';
import type { PageView } from '../../page-view/page-view.ts';
import { parseDuration } from '../../typed/duration.ts';
import { quantityShare } from './list-content.ts';

/** Bounds the work; what is returned is bounded where the values are read. */
const maxRows = 20_000;
const maxLines = 60;
/** Number of elements in a range that are examined. */
const maxTried = 3;
/** Minimum share of an element's text in its repeated children. */
const minCoverage = 0.7;

/** Returns the repeated children of the first elements in a range that contain most of its text. */
export function rowsWithin(page: PageView, { from, end }: GovernedRange): { node: number }[] {
  const { tree } = page;
  let tried = 0;
  for (let next = from; next < end && tried < maxTried; next = Math.max(next + 1, endOf(tree, next))) {
    if (tagOf(tree, next) <= tag.document || page.textOf(next) === '') continue;
    tried++;
    const rows = repeatedChildren(page, next);
    if (rows.length > 1) return rows.map((node) => ({ node }));
  }
  return [];
}

/** Returns the children of one tag that contain most of the text of an element, or of its only rich descendant. */
function repeatedChildren(page: PageView, container: number): number[] {
  const { tree } = page;
  const total = page.textOf(container).length;
  const end = Math.min(endOf(tree, container), container + 1_500);
  for (let node = container; node < end; node++) {
    if (tagOf(tree, node) <= tag.document) continue;
    if (tree.tag[node] === tag.select) {
      node = endOf(tree, node) - 1;
      continue;
    }
    const groups = new Map<number, number[]>();
    for (let child = node + 1; child < endOf(tree, node); child = endOf(tree, child)) {
      if (tagOf(tree, child) <= tag.document || page.textOf(child) === '') continue;
      const group = groups.get(tagOf(tree, child));
      if (group === undefined) groups.set(tagOf(tree, child), [child]);
      else group.push(child);
    }
    const [best = []] = [...groups.values()].sort((one, other) => other.length - one.length);
    const covered = best.reduce((sum, child) => sum + page.textOf(child).length, 0);
    if (best.length >= 2 && covered >= total * minCoverage) return best.slice(0, maxRows);
  }
  return [];
}

/** A line of a list without markup. */
interface ListLine {
  node: number;
  text: string;
  from: number;
}

/** Maximum length of a row that consists of elements without the tags of tables and lists. */
const maxRowLength = 160;

/** Returns the row or list entry around a node, or the node itself. */
function rowOf(page: PageView, node: number): number {
  const { tree } = page;
  for (let at = node, steps = 0; at > 0 && steps < 6; at = parentOf(tree, at), steps++) {
    const kind = tagOf(tree, at);
    if (kind === tag.tr || kind === tag.li) return at;
    if (at !== node && isRepeated(page, at)) return page.textOf(at).length <= maxRowLength ? at : node;
  }
  return node;
}

/** Returns true if an element with a class has a neighbour of the same tag and class. */
function isRepeated({ tree }: PageView, node: number): boolean {
  const names = attributeOf(tree, node, attribute.class);
  if (names === null || names === '') return false;
  const isAlike = (other: number) =>
    other > 0 && tree.tag[other] === tree.tag[node] && attributeOf(tree, other, attribute.class) === names;
  const parent = parentOf(tree, node);
  const next = endOf(tree, node);
  if (next < endOf(tree, parent) && isAlike(next)) return true;
  let before = -1;
  for (let child = parent + 1; child < node; child = endOf(tree, child)) before = child;
  return isAlike(before);
}

const rowLinesCache = new WeakMap<PageView, readonly ListLine[]>();

/** Returns the lines of a page, in which the cells of a row or the parts of a list entry are one line. */
function rowLines(page: PageView): readonly ListLine[] {
  const known = rowLinesCache.get(page);
  if (known !== undefined) return known;
  const lines: ListLine[] = [];
  for (const { text, element, from } of page.lines()) {
    const node = rowOf(page, element);
    const last = lines.at(-1);
    if (last !== undefined && last.node === node && node !== element) last.text += ` ${text}`;
    else lines.push({ node, text, from });
  }
  rowLinesCache.set(page, lines);
  return lines;
}

/** Returns the lines in a range up to the next heading, for lists that only breaks or paragraphs separate. */
export function linesWithin(page: PageView, { from, end }: GovernedRange): ListLine[] {
  const { tree } = page;
  const lines: ListLine[] = [];
  for (const line of rowLines(page)) {
    if (line.from < from) continue;
    if (line.from >= end || lines.length >= maxLines || isInHeading(tree, line.node)) break;
    lines.push(line);
  }
  return lines.length >= maxLines ? [] : lines;
}

const maxDurationLength = 14;

/** Returns true if a line is only a duration, such as the time that a recipe of a list takes. */
function isDuration(text: string): boolean {
  return text.length <= maxDurationLength && parseDuration(text) !== null;
}

/** Returns the longest run of lines with quantities; one line without a quantity may stand between two with one. */
export function quantityRun(page: PageView): ListLine[] {
  let best: ListLine[] = [];
  let run: ListLine[] = [];
  let pending: ListLine | null = null;
  for (const line of rowLines(page)) {
    const hasQuantity =
      line.text.length <= 120 &&
      quantityShare([line.text]) === 1 &&
      /\p{L}{2}/u.test(line.text) &&
      !isDuration(line.text);
    if (hasQuantity) {
      run.push(...(pending === null || run.length === 0 ? [] : [pending]), line);
      pending = null;
      if (run.length > best.length) best = [...run];
    } else if (pending === null && run.length > 0 && line.text.length <= 80) pending = line;
    else {
      run = [];
      pending = null;
    }
  }
  return best;
}

function isInHeading(tree: PageView['tree'], node: number): boolean {
  for (let at = node, steps = 0; at > 0 && steps < 4; at = parentOf(tree, at), steps++) {
    const kind = tagOf(tree, at);
    if (kind >= tag.h1 && kind <= tag.h6) return true;
  }
  return false;
}
