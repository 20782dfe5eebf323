import { itemAt } from '../../../domain/values/elements.ts';
import { hasHeadingRow } from '../aligned-table.ts';
import { type Block, paragraph } from './pdf-blocks.ts';
import { type FontScale, maxHeadingLevels, roundToHalf, styleOf } from './pdf-fonts.ts';
import { leftOf, type Row, rightOf, rowText } from './pdf-lines.ts';
import { readNote, removeMarks } from './pdf-marks.ts';
import type { NamedHeading } from './pdf-outline.ts';
import { codeLines, findTable, isContentsRow, joinMarker, splitLeader } from './pdf-tables.ts';
import { isHyphenated, isUnspaced, joinLines, splitMarker } from './pdf-text.ts';

const maxHeadingLength = 200;

/** What is known of the document beside the lines of a block. */
export interface LayoutContext {
  scale: FontScale;
  /** Headings that bookmarks name, by their first line. */
  named: ReadonlyMap<Row, NamedHeading>;
  /** Levels of the sizes of the headings that bookmarks name; null if these name too few. */
  namedSizes: ReadonlyMap<number, number> | null;
  /** Lines before the first heading that a bookmark names, such as the title of the document. */
  front: ReadonlySet<Row>;
}

/** Converts the lines of a block to headings, paragraphs, lists, code and tables. */
export function layoutBlocks(lines: readonly Row[], context: LayoutContext): Block[] {
  const isCode = (row: Row) =>
    !context.scale.isTypewritten && row.segments.every((segment) => segment.isCode === true);
  const rows = lines.map((row) => (context.named.has(row) ? row : joinMarker(row)));
  const blocks: Block[] = [];
  const pending: Row[] = [];
  const endText = () => blocks.push(...textBlocks(pending.splice(0), context));
  for (let at = 0; at < rows.length; ) {
    const row = itemAt(rows, at);
    const named = context.named.get(row);
    const code = named === undefined ? codeEnd(rows, at, isCode) : at;
    const table = named === undefined && code === at ? findTable(rows, at, isCode) : null;
    if (named !== undefined) {
      endText();
      const text = rows
        .slice(at, at + named.rows)
        .map(rowText)
        .join(' ');
      blocks.push({ kind: 'heading', level: Math.min(6, named.level), text });
      at += named.rows;
    } else if (code > at) {
      endText();
      blocks.push({ kind: 'code', lines: codeLines(rows.slice(at, code)) });
      at = code;
    } else if (table !== null) {
      if ('columns' in table) {
        const [text = [], beside = []] = table.columns;
        pending.push(...text);
        endText();
        blocks.push(...textBlocks(beside, context));
        at = table.end;
        continue;
      }
      endText();
      const plain = table.rows.map((cells) => cells.map(removeMarks));
      blocks.push({ kind: 'table', rows: table.rows, hasHeading: hasHeadingRow(plain) });
      at = table.end;
    } else {
      pending.push(row);
      at++;
    }
  }
  endText();
  return blocks;
}

/** Returns the index after the code that starts at a row; the row itself if none does. */
function codeEnd(rows: readonly Row[], start: number, isCode: (row: Row) => boolean): number {
  let end = start;
  while (end < rows.length) {
    const [above, row] = [rows[end - 1], itemAt(rows, end)];
    if (!isCode(row)) break;
    if (end > start && above !== undefined && row.baseline - above.baseline > row.size * 3) break;
    end++;
  }
  return end;
}

interface Draft {
  first: Row;
  text: string;
  size: number;
  style: string;
  left: number;
  rows: number;
  isContents: boolean;
  isOpen: boolean;
}

function textBlocks(rows: readonly Row[], context: LayoutContext): Block[] {
  if (rows.length === 0) return [];
  return groupParagraphs(rows, context.scale).map((draft) => toBlock(draft, context));
}

function toBlock(draft: Draft, context: LayoutContext): Block {
  const { text, size, isOpen } = draft;
  if (draft.isContents) return paragraph(text, size);
  const note = size < context.scale.body ? readNote(text) : null;
  if (note !== null) return { kind: 'note', ...note };
  const marker = splitMarker(text);
  const level = headingLevel(draft, context);
  if (level !== null) return { kind: 'heading', level, text: text.replaceAll('\n', ' ') };
  if (marker !== null)
    return {
      kind: 'item',
      text: marker.text,
      number: marker.number === 0 ? null : marker.number,
      left: draft.left,
    };
  return paragraph(text, size, isOpen);
}

/** Returns the level of a heading by its font; null for other text. */
function headingLevel(draft: Draft, { scale, namedSizes, front }: LayoutContext): number | null {
  const text = removeMarks(draft.text);
  if (text.length > maxHeadingLength || !/\p{L}.*\p{L}/u.test(text)) return null;
  const size = roundToHalf(draft.size);
  if (namedSizes !== null) {
    const largest = Math.max(...namedSizes.keys());
    if (size > largest && size > scale.body) return front.has(draft.first) ? 1 : null;
    return size > scale.body ? (namedSizes.get(size) ?? null) : null;
  }
  const level = scale.headings.indexOf(size);
  if (level !== -1) return level + 1;
  if (draft.rows > 1 || !scale.headingStyles.has(draft.style)) return null;
  return Math.min(scale.headings.length, maxHeadingLevels) + 1;
}

function groupParagraphs(rows: readonly Row[], scale: FontScale): Draft[] {
  const drafts: Draft[] = [];
  const spacing = typicalSpacing(rows, scale);
  const start = Math.min(...rows.map(leftOf));
  const end = Math.max(...rows.map(rightOf));
  const wrapEnds = findWrapEnds(rows, spacing, end);
  let previous: Row | null = null;
  for (const [at, row] of rows.entries()) {
    const isContents = isContentsRow(row);
    const text = isContents ? contentsText(row) : rowText(row);
    const open = drafts.at(-1);
    const isContinuation =
      open !== undefined &&
      previous !== null &&
      !isContents &&
      !open.isContents &&
      splitMarker(text) === null &&
      !startsNote(row, scale) &&
      styleGroup(previous, scale) === styleGroup(row, scale) &&
      continuesParagraph(previous, row, spacing, { start, end });
    const wrapEnd = wrapEnds[at] ?? end;
    const isOpen = rightOf(row) >= wrapEnd - (wrapEnd - start) * maxRaggedShare;
    if (isContinuation) {
      const isBroken = previous !== null && endsEarly(previous, row, { start, end: wrapEnd });
      open.text = isBroken ? `${open.text}\n${text}` : joinLines(open.text, text);
      open.rows++;
      open.isOpen = isOpen;
    } else {
      const style = styleOf(itemAt(row.segments, 0));
      drafts.push({
        first: row,
        text,
        size: row.size,
        style,
        left: leftOf(row),
        rows: 1,
        isContents,
        isOpen,
      });
    }
    previous = row;
  }
  return drafts;
}

/** Returns the entry of a table of contents with an ellipsis before its page. */
function contentsText(row: Row): string {
  const leader = splitLeader(removeMarks(rowText(row)));
  if (leader !== null) return `${leader.title} … ${leader.page}`;
  const last = itemAt(row.segments, row.segments.length - 1);
  if (row.segments.length < 2) return rowText(row);
  return `${rowText({ ...row, segments: row.segments.slice(0, -1) })} … ${last.text}`;
}

/** Returns the style of a line if it is one of headings. */
function styleGroup(row: Row, { headingStyles }: FontScale): string {
  const style = styleOf(itemAt(row.segments, 0));
  return headingStyles.has(style) ? style : '';
}

function startsNote(row: Row, { body }: FontScale): boolean {
  return row.size < body && readNote(rowText(row)) !== null;
}

/** Minimum number of lines of wrapped text by which its width is known. */
const minWrappedLines = 3;
/** Maximum share of the width by which most lines of wrapped text miss its end. */
const maxRaggedShare = 0.12;

/**
 * Returns for each row where its text wraps: at the end of its run of lines if most lines of the run come close to it,
 * otherwise at the end of the block.
 */
function findWrapEnds(rows: readonly Row[], spacing: number, blockEnd: number): number[] {
  const ends: number[] = [];
  let run: Row[] = [];
  const closeRun = () => {
    const end = Math.max(...run.map(rightOf));
    const width = end - Math.min(...run.map(leftOf));
    const full = run.filter((row) => rightOf(row) >= end - width * maxRaggedShare);
    const isWrapped = run.length >= minWrappedLines && full.length * 2 > run.length;
    for (const _ of run) ends.push(isWrapped ? end : blockEnd);
    run = [];
  };
  for (const row of rows) {
    const above = run.at(-1);
    const isNext =
      above !== undefined &&
      Math.abs(above.size - row.size) <= 0.6 &&
      row.baseline - above.baseline <= row.size * (spacing + 0.25);
    if (!isNext) closeRun();
    run.push(row);
  }
  closeRun();
  return ends;
}

/** Returns true if a line ends although the first word of the next one had ample room: the author broke it. */
function endsEarly(above: Row, row: Row, { start, end }: { start: number; end: number }): boolean {
  const [first] = row.segments;
  const text = removeMarks(first?.text ?? '');
  if (first === undefined || text.length === 0) return false;
  if (isHyphenated(above.segments.at(-1)?.text ?? '', text)) return false;
  const word = /^\S+/.exec(text)?.[0] ?? '';
  const characterWidth = (first.right - first.left) / text.length;
  // In scripts without spaces, a line breaks after any character.
  const wordLength = isUnspaced(word) ? 2 : word.length + 1;
  const room = end - rightOf(above) - characterWidth * wordLength;
  return room > Math.max(row.size * 2, (end - start) * maxRaggedShare);
}

/** Returns the most frequent line spacing of running text, relative to the font size. */
function typicalSpacing(rows: readonly Row[], scale: FontScale): number {
  const counts = new Map<number, number>();
  for (let i = 1; i < rows.length; i++) {
    const [above, row] = [itemAt(rows, i - 1), itemAt(rows, i)];
    if (roundToHalf(above.size) !== scale.body || roundToHalf(row.size) !== scale.body) continue;
    const ratio = Math.round(((row.baseline - above.baseline) / row.size) * 20) / 20;
    if (ratio < 2.5) counts.set(ratio, (counts.get(ratio) ?? 0) + 1);
  }
  let [typical, maxCount] = [1.2, 1];
  for (const [ratio, count] of counts) if (count > maxCount) [typical, maxCount] = [ratio, count];
  return typical;
}

const sentenceEnd = /[.!?:。！？]["”')\]]?$/;

function continuesParagraph(
  above: Row,
  row: Row,
  spacing: number,
  bounds: { start: number; end: number },
): boolean {
  if (Math.abs(above.size - row.size) > 0.6) return false;
  if (row.baseline - above.baseline > row.size * (spacing + 0.25)) return false;
  const isShort = rightOf(above) < bounds.end - (bounds.end - bounds.start) * 0.25;
  const isEnded = sentenceEnd.test(removeMarks(above.segments.at(-1)?.text ?? ''));
  const isIndented = leftOf(row) > leftOf(above) + row.size * 0.9;
  return !(isEnded && (isShort || isIndented));
}
