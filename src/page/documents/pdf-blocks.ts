import { escapedHtml, tableHtml } from './html-text.ts';
import type { Segment } from './pdf-lines.ts';

/** How sizes of letters map to headings in a document: the size of running text, and larger ones from the largest down. */
export interface Scale {
  body: number;
  headings: number[];
}

/** Largest heading level, and how much larger than running text a heading is at least. */
const maxLevels = 4;
const minRatio = 1.14;
const longestHeading = 200;

/** The scale of a document, by how much text stands in which size. */
export function scaleOf(segments: Iterable<Segment>): Scale {
  const lengths = new Map<number, number>();
  for (const { size, text } of segments)
    lengths.set(halves(size), (lengths.get(halves(size)) ?? 0) + text.length);
  let body = 0;
  let most = 0;
  for (const [size, length] of lengths) if (length > most) [body, most] = [size, length];
  const headings = [...lengths.keys()].filter((size) => size >= body * minRatio).sort((a, b) => b - a);
  return { body, headings: headings.slice(0, maxLevels) };
}

function halves(size: number): number {
  return Math.round(size * 2) / 2;
}

interface Row {
  segments: Segment[];
  baseline: number;
  size: number;
}

function rowsOf(block: readonly Segment[]): Row[] {
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

/** A block of segments as headings, paragraphs, lists and tables. */
export function blockHtml(block: readonly Segment[], scale: Scale): string {
  const rows = rowsOf(block);
  const parts: string[] = [];
  const pending: Row[] = [];
  for (let at = 0; at < rows.length; ) {
    const table = tableAt(rows, at);
    if (table === null) {
      pending.push(rows[at] as Row);
      at++;
      continue;
    }
    parts.push(...proseHtml(pending.splice(0), scale), tableHtml(table.cells));
    at = table.end;
  }
  parts.push(...proseHtml(pending, scale));
  return parts.join('\n');
}

const minTableRows = 2;
const maxTableColumns = 20;

/** The table that starts at a row: rows of two cells or more whose cells stand under one another. */
function tableAt(rows: readonly Row[], start: number): { cells: string[][]; end: number } | null {
  let end = start;
  while (end < rows.length && isTableRow(rows, end, start)) end++;
  const run = rows.slice(start, end);
  if (run.length < minTableRows) return null;
  const columns = columnsOf(run);
  if (columns.length < 2 || columns.length > maxTableColumns) return null;
  const cells = run.map((row) => {
    const line = columns.map(() => '');
    for (const segment of row.segments) {
      const column = columns.findIndex(({ left, right }) => segment.left >= left && segment.right <= right);
      line[column] = line[column] ? `${line[column]} ${segment.text}` : segment.text;
    }
    return line;
  });
  return { cells, end };
}

/** Points that lead to a page number, as in a table of contents. */
const leader = /(?:\s*\.\s*){4,}(?=\s*\S{1,8}$)/;

function isListed(row: Row): boolean {
  return leader.test(row.segments.map((segment) => segment.text).join(' '));
}

function isTableRow(rows: readonly Row[], at: number, start: number): boolean {
  const row = rows[at] as Row;
  const previous = rows[at - 1];
  if (row.segments.length < 2 || isListed(row)) return false;
  return at === start || previous === undefined || row.baseline - previous.baseline < row.size * 3.5;
}

/** The intervals that the cells of all rows cover together; a cell that spans two makes them one. */
function columnsOf(rows: readonly Row[]): { left: number; right: number }[] {
  const segments = rows.flatMap((row) => row.segments).sort((a, b) => a.left - b.left);
  const columns: { left: number; right: number }[] = [];
  for (const { left, right } of segments) {
    const last = columns.at(-1);
    if (last !== undefined && left <= last.right) last.right = Math.max(last.right, right);
    else columns.push({ left, right });
  }
  return columns;
}

interface Paragraph {
  text: string;
  size: number;
  isItem: boolean;
}

const bullet = /^[•◦▪▫●○■□‣⁃∙·–]\s+(?=\S)/u;

function proseHtml(rows: readonly Row[], scale: Scale): string[] {
  const html: string[] = [];
  let items: string[] = [];
  const endList = () => {
    if (items.length > 0) html.push(`<ul>${items.join('')}</ul>`);
    items = [];
  };
  for (const { text, size, isItem } of paragraphsOf(rows, scale)) {
    if (isItem) {
      items.push(`<li>${escapedHtml(text)}</li>`);
      continue;
    }
    endList();
    const level = text.length <= longestHeading ? scale.headings.indexOf(halves(size)) + 1 : 0;
    const name = level > 0 && /\p{L}/u.test(text) ? `h${level}` : 'p';
    html.push(`<${name}>${escapedHtml(text)}</${name}>`);
  }
  endList();
  return html;
}

function paragraphsOf(rows: readonly Row[], scale: Scale): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  const spacing = usualSpacing(rows, scale);
  const start = Math.min(...rows.map((row) => row.segments[0]?.left ?? 0));
  const end = Math.max(...rows.map((row) => row.segments.at(-1)?.right ?? 0));
  let previous: Row | null = null;
  for (const row of rows) {
    const text = row.segments
      .map((segment) => segment.text)
      .join(' ')
      .replace(leader, ' … ');
    const isItem = bullet.test(text);
    const open = paragraphs.at(-1);
    const goesOn =
      open !== undefined && previous !== null && !isItem && continues(previous, row, spacing, { start, end });
    if (goesOn) open.text = joined(open.text, text);
    else paragraphs.push({ text: text.replace(bullet, ''), size: row.size, isItem });
    previous = row;
  }
  return paragraphs;
}

/** Distance of lines in running text, relative to their size: the one that most pairs of lines keep. */
function usualSpacing(rows: readonly Row[], scale: Scale): number {
  const counts = new Map<number, number>();
  for (let i = 1; i < rows.length; i++) {
    const [above, row] = [rows[i - 1] as Row, rows[i] as Row];
    if (halves(above.size) !== scale.body || halves(row.size) !== scale.body) continue;
    const ratio = Math.round(((row.baseline - above.baseline) / row.size) * 20) / 20;
    if (ratio < 2.5) counts.set(ratio, (counts.get(ratio) ?? 0) + 1);
  }
  let [usual, most] = [1.2, 1];
  for (const [ratio, count] of counts) if (count > most) [usual, most] = [ratio, count];
  return usual;
}

function continues(above: Row, row: Row, spacing: number, block: { start: number; end: number }): boolean {
  if (Math.abs(above.size - row.size) > 0.6 || isListed(above)) return false;
  if (row.baseline - above.baseline > row.size * (spacing + 0.25)) return false;
  const aboveEnd = above.segments.at(-1)?.right ?? 0;
  const isShort = aboveEnd < block.end - (block.end - block.start) * 0.25;
  const last = above.segments.at(-1)?.text ?? '';
  const isIndented = (row.segments[0]?.left ?? 0) > (above.segments[0]?.left ?? 0) + row.size * 0.9;
  return (
    !(isShort && /[.!?:。！？]["”')\]]?$/.test(last)) && !(isIndented && /[.!?:。！？]["”')\]]?$/.test(last))
  );
}

const isUnspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Two lines as one text: a word divided at the end of a line is made whole, and scripts without spaces get none. */
function joined(above: string, below: string): string {
  if (/\p{Ll}[-\u00ad\u2010]$/u.test(above) && /^\p{Ll}/u.test(below)) return above.slice(0, -1) + below;
  const isTight = isUnspaced.test(above.slice(-1)) && isUnspaced.test(below.slice(0, 1));
  return isTight ? above + below : `${above} ${below}`;
}
