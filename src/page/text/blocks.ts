import type { Section } from '../../domain/pages/page.ts';
import { itemAt, lastOf } from '../../domain/values/elements.ts';
import { codePointsBetween } from './code-points.ts';
import { type Fence, nextFence } from './fences.ts';

/** Target length of a passage, and maximum length of an undivided block, in code points. */
const targetLength = 500;
const maxLength = 1500;

/** Contiguous part of a Markdown text. Start and end are UTF-16 indexes. */
export interface Block {
  start: number;
  end: number;
  /** Number of code points before the block, and in it. */
  offset: number;
  length: number;
  /** Index of the innermost section around the block, or -1. */
  section: number;
}

type LineKind = 'blank' | 'heading' | 'fence' | 'table' | 'list' | 'text';

interface Line {
  start: number;
  end: number;
  kind: LineKind;
}

/**
 * Splits Markdown into passages of some hundred code points in page order. Paragraphs, table rows, list items and code fences
 * stay complete unless too long, and short neighbours in a section are merged. Headings end a passage and are not included.
 */
export function splitBlocks(markdown: string, sections: readonly Section[]): Block[] {
  const blocks: Block[] = [];
  let current: { start: number; end: number; kind: LineKind } | null = null;
  const closeBlock = () => {
    if (current !== null) addDivided(blocks, markdown, current.start, current.end);
    current = null;
  };
  for (const line of splitLines(markdown)) {
    if (line.kind === 'heading') closeBlock();
    if (line.kind === 'heading' || line.kind === 'blank') continue;
    if (current !== null && canEndBefore(current, line)) closeBlock();
    if (current === null) current = { start: line.start, end: line.end, kind: line.kind };
    else current = { start: current.start, end: line.end, kind: line.kind };
  }
  closeBlock();
  return addPositions(blocks, markdown, sections);
}

/** Returns true if a passage may end before `line`: it is long enough, and does not split a fence or paragraph too early. */
function canEndBefore(current: { start: number; end: number; kind: LineKind }, line: Line): boolean {
  const length = current.end - current.start;
  if (current.kind === 'fence' && line.kind === 'fence') return length >= maxLength;
  if (line.kind === 'text' && current.kind === 'text' && line.start === current.end + 1)
    return length >= maxLength;
  return length >= targetLength;
}

/** Adds a part, divided at sentences or spaces if it is too long. */
function addDivided(blocks: Block[], markdown: string, start: number, end: number): void {
  let from = start;
  while (end - from > maxLength) {
    const cut = findCut(markdown, from + targetLength, from + maxLength);
    addTrimmed(blocks, markdown, from, cut);
    from = cut;
  }
  addTrimmed(blocks, markdown, from, end);
}

function addTrimmed(blocks: Block[], markdown: string, start: number, end: number): void {
  const text = markdown.slice(start, end);
  const trimmedStart = start + (text.length - text.trimStart().length);
  const trimmedEnd = end - (text.length - text.trimEnd().length);
  if (trimmedEnd <= trimmedStart) return;
  blocks.push({ start: trimmedStart, end: trimmedEnd, offset: 0, length: 0, section: -1 });
}

/** Returns the position to divide at: the last line end, sentence end or space, else one that splits no surrogate pair. */
function findCut(markdown: string, earliest: number, latest: number): number {
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

/** Sets code point offsets and sections in one pass over both lists. */
function addPositions(blocks: Block[], markdown: string, sections: readonly Section[]): Block[] {
  const openSections: number[] = [];
  let next = 0;
  let index = 0;
  let codePoints = 0;
  for (const block of blocks) {
    block.offset = codePoints + codePointsBetween(markdown, index, block.start);
    block.length = codePointsBetween(markdown, block.start, block.end);
    index = block.end;
    codePoints = block.offset + block.length;
    for (
      let section = sections[next];
      section !== undefined && section.offset <= block.offset;
      section = sections[next]
    ) {
      openSections.push(next);
      next += 1;
    }
    while (openSections.length > 0 && sectionEnd(itemAt(sections, lastOf(openSections))) <= block.offset)
      openSections.pop();
    block.section = openSections.at(-1) ?? -1;
  }
  return blocks;
}

function sectionEnd(section: Section): number {
  return section.offset + section.length;
}

function* splitLines(markdown: string): Generator<Line> {
  let fence: Fence | null = null;
  for (let start = 0; start < markdown.length; ) {
    const newline = markdown.indexOf('\n', start);
    const end = newline === -1 ? markdown.length : newline;
    const head = markdown.slice(start, Math.min(end, start + 512));
    const wasOpen: boolean = fence !== null;
    fence = nextFence(head, fence);
    yield { start, end, kind: wasOpen || fence !== null ? 'fence' : lineKind(head) };
    start = end + 1;
  }
}

function lineKind(line: string): LineKind {
  const text = line.trimStart();
  if (text === '') return 'blank';
  if (/^#{1,6}(?:[ \t]|$)/.test(text)) return 'heading';
  if (text.startsWith('|')) return 'table';
  return /^(?:[-*+]|\d{1,9}[.)])\s/.test(text) ? 'list' : 'text';
}
