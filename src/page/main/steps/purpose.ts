import { integerAt } from '../../../domain/values/elements.ts';
import { isHeading } from '../../parse/names/tag-sets.ts';
import { tagOf } from '../../tree/tree.ts';
import { leafText } from '../features/leaf-text.ts';
import { column, columns } from '../features/leaves.ts';
import type { Selection } from '../selection.ts';
import { foldTitle } from './declared-titles.ts';

/** Headings of the section of a manual page that contains its names and its purpose, in lower case (man-pages(7)). */
const nameHeadings = new Set([
  'name',
  'names',
  'nom',
  'nombre',
  'nome',
  'bezeichnung',
  'naam',
  'nazwa',
  'имя',
  'наименование',
  'назва',
  '名前',
  '名称',
  '名稱',
  '이름',
]);
/** Names, a dash between spaces, and a purpose. */
const purposePattern = /^(\S.{0,200}?)\s(?:-{1,2}|–|—|−)\s+\S/su;
/** Maximum numbers of leaves and of words between the purpose and the content below it. */
const limits = { leaves: 80, words: 40, purposeLength: 500 };

/**
 * Keeps the line `name — purpose` at the top of a manual or reference page, with its heading: below a heading "Name", or
 * below the title, whose text it repeats. The line is short and stands apart from the text, so that the model often drops it.
 */
export function keepPurpose(selection: Selection, title: number): void {
  const { tree, leaves, isKept } = selection;
  const isHeadingLeaf = (leaf: number): boolean =>
    isHeading[tagOf(tree, integerAt(leaves.block, leaf))] === 1;
  const first = isKept.findIndex((kept, leaf) => kept === 1 && !isHeadingLeaf(leaf));
  if (first === -1) return;
  const to = Math.min(leaves.count, first + 2);
  for (let leaf = Math.max(1, Math.min(first - limits.leaves, title + 1)); leaf < to; leaf++) {
    if (leaves.isHidden[leaf] === 1 || isHeadingLeaf(leaf) || !isHeadingLeaf(leaf - 1)) continue;
    if (leaf !== title + 1 && !isNear(selection, leaf, first)) continue;
    if (!isPurpose(selection, leaf, title)) continue;
    isKept[leaf] = 1;
    if (leaf - 1 !== title) isKept[leaf - 1] = 1;
    return;
  }
}

function isNear({ context }: Selection, leaf: number, first: number): boolean {
  const { words } = context.sums;
  return first <= leaf || integerAt(words, first) - integerAt(words, leaf + 1) <= limits.words;
}

/** Returns true for names, a dash and a purpose below a heading "Name", or below the title that they repeat. */
function isPurpose({ tree, leaves, flow }: Selection, leaf: number, title: number): boolean {
  if (integerAt(leaves.counts, leaf * columns + column.linked) > 0) return false;
  const textOf = (one: number): string => leafText(tree, flow, leaves, one, limits.purposeLength);
  const match = purposePattern.exec(textOf(leaf).trim());
  if (match === null) return false;
  const heading = foldTitle(textOf(leaf - 1));
  return nameHeadings.has(heading) || (leaf - 1 === title && foldTitle(match[1] ?? '').startsWith(heading));
}
