import { isHeading } from '../../../page/parse/names/tag-sets.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { closest, endOf, tagOf } from '../../../page/tree/tree.ts';
import type { PageFacts } from '../../facts/page-facts.ts';
import type { RowLine } from '../../facts/row-lines.ts';
import type { GovernedRange } from '../../page-view/governed-range.ts';
import { parseDuration } from '../../typed/duration.ts';
import { quantityShare } from './list-content.ts';

/** Bounds the work; what is returned is bounded where the values are read. */
const maxRows = 20_000;
const maxLines = 60;
const maxHeadingLevels = 4;
/** Number of elements in a range that are examined. */
const maxTried = 3;
/** Minimum share of an element's text in its repeated children. */
const minCoverage = 0.7;

/** Returns the repeated children of the first elements in a range that contain most of its text. */
export function rowsWithin(page: PageFacts, { from, end }: GovernedRange): { node: number }[] {
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
function repeatedChildren(page: PageFacts, container: number): number[] {
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

/** Returns the lines in a range up to the next heading, for lists that only breaks or paragraphs separate. */
export function linesWithin(page: PageFacts, { from, end }: GovernedRange): RowLine[] {
  const { tree } = page;
  const lines: RowLine[] = [];
  for (const line of page.rowLines()) {
    if (line.from < from) continue;
    if (
      line.from >= end ||
      lines.length >= maxLines ||
      closest(tree, line.node, isHeading, maxHeadingLevels) !== -1
    )
      break;
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
export function quantityRun(page: PageFacts): RowLine[] {
  let best: RowLine[] = [];
  let run: RowLine[] = [];
  let pending: RowLine | null = null;
  for (const line of page.rowLines()) {
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
