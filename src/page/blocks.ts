import type { Section } from '../domain/page.ts';
import { codePointsBetween } from './code-points.ts';
import { type Fence, fenceAfter } from './fences.ts';

/** Code points that a passage grows to before it ends at the next chance, and past which a block is divided. */
const wantedLength = 500;
const maxLength = 1500;

/** A stretch of Markdown that belongs together. Start and end are UTF-16 indexes. */
export interface Block {
  start: number;
  end: number;
  /** Code points before the block, and in it. */
  offset: number;
  length: number;
  /** Index of the innermost section that holds the block, or -1. */
  section: number;
}

type LineKind = 'blank' | 'heading' | 'fence' | 'table' | 'list' | 'text';

interface Line {
  start: number;
  end: number;
  kind: LineKind;
}

/**
 * A Markdown text as passages of some hundred code points in page order: paragraphs, rows of tables, items of lists and code
 * fences, each whole unless it alone is too long, small neighbours of one section together. Headings end a passage and are
 * in none.
 */
export function blocksOf(markdown: string, sections: readonly Section[]): Block[] {
  const blocks: Block[] = [];
  let open: { start: number; end: number; kind: LineKind } | null = null;
  const close = () => {
    if (open !== null) pushDivided(blocks, markdown, open.start, open.end);
    open = null;
  };
  for (const line of linesOf(markdown)) {
    if (line.kind === 'heading') close();
    if (line.kind === 'heading' || line.kind === 'blank') continue;
    if (open !== null && mayEndBefore(open, line)) close();
    if (open === null) open = { start: line.start, end: line.end, kind: line.kind };
    else open = { start: open.start, end: line.end, kind: line.kind };
  }
  close();
  return located(blocks, markdown, sections);
}

/** Whether a passage may end before `line`: it is long enough, and no fence is cut while it is bearable. */
function mayEndBefore(open: { start: number; end: number; kind: LineKind }, line: Line): boolean {
  const length = open.end - open.start;
  if (open.kind === 'fence' && line.kind === 'fence') return length >= maxLength;
  if (line.kind === 'text' && open.kind === 'text' && line.start === open.end + 1) return length >= maxLength;
  return length >= wantedLength;
}

/** Adds a stretch, divided at sentences or spaces where it is one line that is too long. */
function pushDivided(blocks: Block[], markdown: string, start: number, end: number): void {
  let from = start;
  while (end - from > maxLength) {
    const cut = cutWithin(markdown, from + wantedLength, from + maxLength);
    pushTrimmed(blocks, markdown, from, cut);
    from = cut;
  }
  pushTrimmed(blocks, markdown, from, end);
}

function pushTrimmed(blocks: Block[], markdown: string, start: number, end: number): void {
  const text = markdown.slice(start, end);
  const trimmedStart = start + (text.length - text.trimStart().length);
  const trimmedEnd = end - (text.length - text.trimEnd().length);
  if (trimmedEnd <= trimmedStart) return;
  blocks.push({ start: trimmedStart, end: trimmedEnd, offset: 0, length: 0, section: -1 });
}

/** Where to divide between two indexes: the last line's end, sentence's end, space, else the last place that splits no pair. */
function cutWithin(markdown: string, earliest: number, latest: number): number {
  const window = markdown.slice(earliest, latest);
  const newline = window.lastIndexOf('\n');
  if (newline !== -1) return earliest + newline + 1;
  const sentence = Math.max(...['. ', '! ', '? ', '。', '！', '？'].map((mark) => window.lastIndexOf(mark)));
  if (sentence !== -1) return earliest + sentence + 1;
  const space = window.lastIndexOf(' ');
  if (space !== -1) return earliest + space + 1;
  const code = markdown.charCodeAt(latest);
  return code >= 0xdc00 && code <= 0xdfff ? latest - 1 : latest;
}

/** Fills in code points and sections in one walk over both lists. */
function located(blocks: Block[], markdown: string, sections: readonly Section[]): Block[] {
  const open: number[] = [];
  let next = 0;
  let index = 0;
  let points = 0;
  for (const block of blocks) {
    block.offset = points + codePointsBetween(markdown, index, block.start);
    block.length = codePointsBetween(markdown, block.start, block.end);
    index = block.end;
    points = block.offset + block.length;
    for (
      let section = sections[next];
      section !== undefined && section.offset <= block.offset;
      section = sections[next]
    ) {
      open.push(next);
      next += 1;
    }
    while (open.length > 0 && endOf(sections[open.at(-1) as number] as Section) <= block.offset) open.pop();
    block.section = open.at(-1) ?? -1;
  }
  return blocks;
}

function endOf(section: Section): number {
  return section.offset + section.length;
}

function* linesOf(markdown: string): Generator<Line> {
  let fence: Fence | null = null;
  for (let start = 0; start < markdown.length; ) {
    const newline = markdown.indexOf('\n', start);
    const end = newline === -1 ? markdown.length : newline;
    const head = markdown.slice(start, Math.min(end, start + 512));
    const wasOpen: boolean = fence !== null;
    fence = fenceAfter(head, fence);
    yield { start, end, kind: wasOpen || fence !== null ? 'fence' : kindOf(head) };
    start = end + 1;
  }
}

function kindOf(line: string): LineKind {
  const text = line.trimStart();
  if (text === '') return 'blank';
  if (/^#{1,6}(?:[ \t]|$)/.test(text)) return 'heading';
  if (text.startsWith('|')) return 'table';
  return /^(?:[-*+]|\d{1,9}[.)])\s/.test(text) ? 'list' : 'text';
}
