import { itemAt } from '../../../domain/values/elements.ts';
import { escapeHtml } from '../../../domain/values/escape-html.ts';
import { alignCells, hasHeadingRow } from '../aligned-table.ts';
import { tableHtml } from '../table-html.ts';
import type { Segment } from './pdf-lines.ts';

/** Font sizes of a document: that of running text, and those of headings from the largest down. */
export interface FontScale {
  body: number;
  headings: number[];
}

/** Lowest heading level, and minimum ratio of a heading's font size to that of running text. */
const maxHeadingLevels = 4;
const minHeadingRatio = 1.14;
const maxHeadingLength = 200;

/** Computes the font sizes of a document by the amount of text in each size. */
export function computeFontScale(segments: Iterable<Segment>): FontScale {
  const lengths = new Map<number, number>();
  for (const { size, text } of segments)
    lengths.set(roundToHalf(size), (lengths.get(roundToHalf(size)) ?? 0) + text.length);
  let body = 0;
  let maxLength = 0;
  for (const [size, length] of lengths) if (length > maxLength) [body, maxLength] = [size, length];
  const headings = [...lengths.keys()].filter((size) => size >= body * minHeadingRatio).sort((a, b) => b - a);
  return { body, headings: headings.slice(0, maxHeadingLevels) };
}

function roundToHalf(size: number): number {
  return Math.round(size * 2) / 2;
}

interface Row {
  segments: Segment[];
  baseline: number;
  size: number;
}

function groupRows(block: readonly Segment[]): Row[] {
  const rows: Row[] = [];
  for (const segment of block) {
    const last = rows.at(-1);
    if (last !== undefined && segment.baseline - last.baseline <= Math.min(last.size, segment.size) * 0.45) {
      last.segments.push(segment);
      last.size = Math.max(last.size, segment.size);
    } else rows.push({ segments: [segment], baseline: segment.baseline, size: segment.size });
  }
  for (const row of rows) row.segments.sort((a, b) => a.left - b.left);
  return rows;
}

/** Converts a block of segments to headings, paragraphs, lists and tables. */
export function blockHtml(block: readonly Segment[], fontScale: FontScale): string {
  const rows = groupRows(block);
  const parts: string[] = [];
  const pending: Row[] = [];
  for (let at = 0; at < rows.length; ) {
    const table = findTable(rows, at);
    if (table === null) {
      pending.push(itemAt(rows, at));
      at++;
      continue;
    }
    parts.push(
      ...textHtml(pending.splice(0), fontScale),
      tableHtml(table.cells, { hasHeading: hasHeadingRow(table.cells) }),
    );
    at = table.end;
  }
  parts.push(...textHtml(pending, fontScale));
  return parts.join('\n');
}

const minTableRows = 2;

/** Returns the table that starts at a row: consecutive rows with at least two aligned cells. */
function findTable(rows: readonly Row[], start: number): { cells: string[][]; end: number } | null {
  let end = start;
  while (end < rows.length && isTableRow(rows, end, start)) end++;
  const run = rows.slice(start, end);
  if (run.length < minTableRows) return null;
  const cells = alignCells(run.map(({ segments }) => segments));
  if (cells === null) return null;
  return { cells, end };
}

/** Dot leaders before a page number, as in a table of contents. */
const leader = /(?:\.\s*){4}\S{1,8}$/;

function hasLeader(row: Row): boolean {
  return leader.test(row.segments.map((segment) => segment.text).join(' '));
}

function isTableRow(rows: readonly Row[], at: number, start: number): boolean {
  const row = itemAt(rows, at);
  const previous = rows[at - 1];
  if (row.segments.length < 2 || hasLeader(row)) return false;
  return at === start || previous === undefined || row.baseline - previous.baseline < row.size * 3.5;
}

interface Paragraph {
  /** Lines that the layout keeps apart are separated by line feeds. */
  text: string;
  size: number;
  isItem: boolean;
}

const bullet = /^[•◦▪▫●○■□‣⁃∙·–]\s+(?=\S)/u;

function textHtml(rows: readonly Row[], fontScale: FontScale): string[] {
  const html: string[] = [];
  let items: string[] = [];
  const endList = () => {
    if (items.length > 0) html.push(`<ul>${items.join('')}</ul>`);
    items = [];
  };
  for (const { text, size, isItem } of groupParagraphs(rows, fontScale)) {
    if (isItem) {
      items.push(`<li>${linesHtml(text)}</li>`);
      continue;
    }
    endList();
    const level = text.length <= maxHeadingLength ? fontScale.headings.indexOf(roundToHalf(size)) + 1 : 0;
    const name = level > 0 && /\p{L}/u.test(text) ? `h${level}` : 'p';
    html.push(
      `<${name}>${name === 'p' ? linesHtml(text) : escapeHtml(text.replaceAll('\n', ' '))}</${name}>`,
    );
  }
  endList();
  return html;
}

function linesHtml(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>');
}

function groupParagraphs(rows: readonly Row[], fontScale: FontScale): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  const spacing = typicalSpacing(rows, fontScale);
  const start = Math.min(...rows.map(leftOf));
  const end = Math.max(...rows.map(rightOf));
  const wrapEnds = findWrapEnds(rows, spacing, end);
  let previous: Row | null = null;
  for (const [at, row] of rows.entries()) {
    const text = row.segments
      .map((segment) => segment.text)
      .join(' ')
      .replace(leader, ' … ');
    const isItem = bullet.test(text);
    const open = paragraphs.at(-1);
    const isContinuation =
      open !== undefined &&
      previous !== null &&
      !isItem &&
      continuesParagraph(previous, row, spacing, { start, end });
    if (isContinuation) {
      const isBroken = previous !== null && endsEarly(previous, row, { start, end: wrapEnds[at] ?? end });
      open.text = isBroken ? `${open.text}\n${text}` : joinLines(open.text, text);
    } else paragraphs.push({ text: text.replace(bullet, ''), size: row.size, isItem });
    previous = row;
  }
  return paragraphs;
}

const leftOf = (row: Row) => row.segments[0]?.left ?? 0;
const rightOf = (row: Row) => row.segments.at(-1)?.right ?? 0;

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
  if (first === undefined || first.text.length === 0) return false;
  if (isHyphenated(above.segments.at(-1)?.text ?? '', first.text)) return false;
  const word = /^\S+/.exec(first.text)?.[0] ?? '';
  const characterWidth = (first.right - first.left) / first.text.length;
  // In scripts without spaces, a line breaks after any character.
  const wordLength = unspacedScript.test(word) ? 2 : word.length + 1;
  const room = end - rightOf(above) - characterWidth * wordLength;
  return room > Math.max(row.size * 2, (end - start) * maxRaggedShare);
}

/** Returns the most frequent line spacing of running text, relative to the font size. */
function typicalSpacing(rows: readonly Row[], fontScale: FontScale): number {
  const counts = new Map<number, number>();
  for (let i = 1; i < rows.length; i++) {
    const [above, row] = [itemAt(rows, i - 1), itemAt(rows, i)];
    if (roundToHalf(above.size) !== fontScale.body || roundToHalf(row.size) !== fontScale.body) continue;
    const ratio = Math.round(((row.baseline - above.baseline) / row.size) * 20) / 20;
    if (ratio < 2.5) counts.set(ratio, (counts.get(ratio) ?? 0) + 1);
  }
  let [typical, maxCount] = [1.2, 1];
  for (const [ratio, count] of counts) if (count > maxCount) [typical, maxCount] = [ratio, count];
  return typical;
}

function continuesParagraph(
  above: Row,
  row: Row,
  spacing: number,
  bounds: { start: number; end: number },
): boolean {
  if (Math.abs(above.size - row.size) > 0.6 || hasLeader(above)) return false;
  if (row.baseline - above.baseline > row.size * (spacing + 0.25)) return false;
  const aboveEnd = above.segments.at(-1)?.right ?? 0;
  const isShort = aboveEnd < bounds.end - (bounds.end - bounds.start) * 0.25;
  const last = above.segments.at(-1)?.text ?? '';
  const isIndented = (row.segments[0]?.left ?? 0) > (above.segments[0]?.left ?? 0) + row.size * 0.9;
  return (
    !(isShort && /[.!?:。！？]["”')\]]?$/.test(last)) && !(isIndented && /[.!?:。！？]["”')\]]?$/.test(last))
  );
}

/** Returns true if a line ends within a word that goes on in the next line. */
function isHyphenated(above: string, below: string): boolean {
  return /\p{Ll}[-\u00ad\u2010]$/u.test(above) && /^\p{Ll}/u.test(below);
}

const unspacedScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Joins two lines: rejoins a hyphenated word, and adds no space in scripts without spaces. */
function joinLines(above: string, below: string): string {
  if (isHyphenated(above, below)) return above.slice(0, -1) + below;
  const needsNoSpace = unspacedScript.test(above.slice(-1)) && unspacedScript.test(below.slice(0, 1));
  return needsNoSpace ? above + below : `${above} ${below}`;
}
