import { tag } from '../../../page/parse/names/tags.ts';
import { byClass } from '../../../page/tree/by-class.ts';
import { flowKind } from '../../../page/tree/flow.ts';
import { endOf, isElement, parentOf, tagOf } from '../../../page/tree/tree.ts';
import type { PageView } from '../../page-view/page-view.ts';
import { parseDate } from '../../typed/date.ts';
import { createNameFinder, nameWords } from '../../words/name-words.ts';
import type { Candidate } from '../candidate.ts';
import { isOfReaders } from '../is-of-readers.ts';
import type { PageFacts } from '../page-facts.ts';
import { lineAt, nearness } from '../title-distance.ts';
import { saysChanged, withoutChanges } from './change-words.ts';

/** Words in the names of elements that hold the date of a text, and of elements that hold another date. */
const dateWords: ReadonlySet<string> = new Set(
  'date dateline datetime pubdate published publish posted timestamp datum fecha data'.split(' '),
);
const otherWords: ReadonlySet<string> = new Set(
  'updated update modified modify edited reviewed revised expires expiry start end event due picker comment'.split(
    ' ',
  ),
);

const strengths = { time: 0.84, class: 0.78 };
/** Bonus of a date directly below the title. */
export const nearBonus = 0.06;
const farPenalty = 0.3;
/** Number of dates with one sign near the title that makes them those of a list. */
const minListed = 3;
const listPenalty = 0.25;
const readersPenalty = 0.3;
/** Penalty of the date of a change. */
export const changePenalty = 0.35;
/** Minimum strength of a marked date. */
const minStrength = 0.35;
const maxDateLength = 90;
const maxFound = 40;
const maxLabelLength = 40;

/** Returns the first of the names of elements in an attribute that is one of a date, or null. */
const dateNameIn = createNameFinder(dateWords, otherWords);

/** Returns the sign by which an element holds the date of a text, or null. */
function signOf(
  { tree }: PageView,
  element: number,
  dateClassOf: (element: number) => string | null,
): { reason: string; strength: number } | null {
  if (tagOf(tree, element) === tag.time) return { reason: 'time element', strength: strengths.time };
  if (tree.from[element] === tree.to[element]) return null;
  const name = dateClassOf(element);
  return name === null ? null : { reason: `class "${name}"`, strength: strengths.class };
}

/** Returns true if the words in front of an element, or its names, say that its date is that of a change. */
export function isChange(page: PageView, node: number): boolean {
  const lines = page.lines();
  const index = lineAt(lines, node);
  const line = lines[index];
  const own = page.textOf(node);
  if (own.length <= maxDateLength && saysChanged(own) && withoutChanges(own) === null) return true;
  const at = line?.text.indexOf(own) ?? -1;
  if (line !== undefined && at > 0) return saysChanged(line.text.slice(Math.max(0, at - maxLabelLength), at));
  const before = lines[index - 1]?.text ?? '';
  if (at === 0 && before.length <= maxLabelLength && !/\p{Nd}/u.test(before) && saysChanged(before))
    return true;
  for (let outer = node, steps = 0; outer > 0 && steps < 3; outer = parentOf(page.tree, outer), steps++) {
    const words = (page.attributeOf(outer, 'class') ?? '').slice(0, 200).split(/\s+/).flatMap(nameWords);
    const isOther = words.some((word) => otherWords.has(word));
    if (isOther && !words.includes('published') && page.textOf(outer).length <= maxDateLength) return true;
  }
  return false;
}

/** Returns the date of an element: the one that it states for programs, else the one in its text. */
function dateOf(page: PageFacts, element: number): { text: string; source: Candidate['source'] } | null {
  const text = page.textOf(element);
  if (text.length > maxDateLength || /^(?:\p{Lu}\p{Ll}+ )?\d{1,2}:\d{2}$/u.test(text)) return null;
  const own = withoutChanges(text);
  if (own === null) return null;
  const stated = page.attributeOf(element, 'datetime') ?? page.attributeOf(element, 'content') ?? '';
  if (/^\d{4}-\d{2}-\d{2}/.test(stated)) return { text: stated, source: 'attribute' };
  return parseDate(own, page.language, page.parseContext().dateOrderOf) === null
    ? null
    : { text: own, source: 'visible' };
}

/** Weakens the dates of a list, which are those of other texts. */
function withoutLists(candidates: readonly (Candidate & { isNear: boolean })[]): Candidate[] {
  const near = Map.groupBy(
    candidates.filter(({ isNear }) => isNear),
    ({ reason }) => reason,
  );
  return candidates.map(({ isNear, ...one }) => {
    const texts = new Set(near.get(one.reason)?.map(({ text }) => text.slice(0, 10)));
    return isNear && texts.size >= minListed ? { ...one, strength: one.strength - listPenalty } : one;
  });
}

/** Returns the dates in `time` elements, and in elements whose class names a date, near the title or before it. */
export function findDates(page: PageFacts): Candidate[] {
  const { tree, flow } = page;
  const lines = page.lines();
  const title = page.titleLine();
  const dateClassOf = byClass(tree, dateNameIn);
  const candidates: (Candidate & { isNear: boolean })[] = [];
  for (let node = 1; node < tree.count && candidates.length < maxFound; node++) {
    if (!isElement(tree, node)) continue;
    if (flow.kind[node] === flowKind.skipped) {
      node = endOf(tree, node) - 1;
      continue;
    }
    const sign = signOf(page, node, dateClassOf);
    const date = sign === null ? null : dateOf(page, node);
    if (sign === null || date === null || page.isInFrame(node)) continue;
    const close = nearness(title, lineAt(lines, node));
    const near = close > 0 ? nearBonus * close : -farPenalty;
    const penalty =
      (close < 1 && isOfReaders(page, node) ? readersPenalty : 0) +
      (isChange(page, node) ? changePenalty : 0);
    const strength = sign.strength + near - penalty;
    if (strength < minStrength) continue;
    candidates.push({ ...date, node, reason: sign.reason, strength, fit: 1, isNear: close > 0 });
  }
  return withoutLists(candidates);
}
