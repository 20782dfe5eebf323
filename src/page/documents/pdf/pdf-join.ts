import { itemAt } from '../../../domain/values/elements.ts';
import type { Block, Paragraph } from './pdf-blocks.ts';
import { removeMarks } from './pdf-marks.ts';
import { isHyphenated, joinLines } from './pdf-text.ts';

/** Blocks of one region of a page in reading order, such as a column. */
export type Region = Block[];

/** Joins regions: paragraphs that go on in the next column or page, tables over the ends of pages, and lists. */
export function joinRegions(regions: readonly Region[]): Block[] {
  const blocks: Block[] = [];
  for (const region of regions) {
    const [first, ...others] = region;
    if (first === undefined) continue;
    const at = lastTextIndex(blocks);
    const last = blocks[at];
    const joined = last === undefined ? null : joinBlocks(last, first);
    if (joined === null) blocks.push(first);
    else blocks[at] = joined;
    blocks.push(...others);
  }
  return blocks.filter((block) => block.kind !== 'table' || block.rows.length > 0);
}

/** Returns the index of the last block that is no note, because notes stand at the ends of pages. */
function lastTextIndex(blocks: readonly Block[]): number {
  let at = blocks.length - 1;
  while (at >= 0 && itemAt(blocks, at).kind === 'note') at--;
  return at;
}

function joinBlocks(last: Block, first: Block): Block | null {
  if (last.kind === 'table' && first.kind === 'table') return joinTables(last, first);
  if (last.kind === 'code' && first.kind === 'code') return null;
  if (first.kind !== 'paragraph') return null;
  if (last.kind === 'paragraph' && goesOn(last, first))
    return { ...first, text: joinLines(last.text, first.text) };
  if (last.kind === 'item' && /^\p{Ll}/u.test(removeMarks(first.text)))
    return { ...last, text: joinLines(last.text, first.text) };
  return null;
}

function goesOn(last: Paragraph, first: Paragraph): boolean {
  const [above, below] = [removeMarks(last.text), removeMarks(first.text)];
  if (Math.abs(last.size - first.size) > 0.6) return false;
  if (isHyphenated(above, below)) return true;
  if (/[.!?:;。！？]["”')\]]*$/.test(above)) return false;
  return /^\p{Ll}/u.test(below) || (last.isOpen && /^[\p{L}(„“"]/u.test(below));
}

type Table = Extract<Block, { kind: 'table' }>;

/** Joins tables of as many columns. A heading that is repeated is left out, another first row is a record. */
function joinTables(last: Table, first: Table): Table | null {
  const [head = [], next = []] = [last.rows[0], first.rows[0]];
  if (head.length !== next.length) return null;
  const isRepeated = head.every((cell, at) => cell === next[at]);
  return { ...last, rows: [...last.rows, ...first.rows.slice(isRepeated ? 1 : 0)] };
}
