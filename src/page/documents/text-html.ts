import { itemAt } from '../../domain/values/elements.ts';
import { escapeHtml, escapeHtmlText } from '../../domain/values/escape-html.ts';
import type { MediaKind } from '../metadata/media-kind.ts';
import { alignCells, hasHeadingRow, type PlacedText } from './aligned-table.ts';
import { tableHtml } from './table-html.ts';

/** Maximum length of a text that is converted, in UTF-16 code units. */
export const maxTextLength = 2_000_000;
/** Maximum length of a line that can be a row. */
const maxRowLength = 4_000;
/** Minimum number of lines of a table whose columns only blanks separate. */
const minAlignedRows = 3;

interface Block {
  html: string;
  /** Index of the first line after the block. */
  end: number;
}

/**
 * Converts text to the HTML of a body with one paragraph for each line. Tables of plain text and Markdown, with bars or
 * with columns that blanks align, become tables, so that they are read as those of pages are. Of Markdown, headings,
 * entries of lists and links are converted, too.
 */
export function textToHtml(text: string, kind: MediaKind): string {
  const isMarkdown = kind === 'markdown';
  const hasTables = isMarkdown || kind === 'text';
  const lines = text.slice(0, maxTextLength).split(/\r\n?|\n/);
  const parts: string[] = [];
  let isCode = false;
  for (let at = 0; at < lines.length; ) {
    const line = itemAt(lines, at);
    if (isMarkdown && /^ {0,3}(?:```|~~~)/.test(line)) isCode = !isCode;
    const table =
      isCode || !hasTables ? null : (readBarTable(lines, at, isMarkdown) ?? readAlignedTable(lines, at));
    if (table !== null) parts.push(table.html);
    else if (line.trim() !== '') parts.push(lineHtml(line, isMarkdown && !isCode));
    at = table?.end ?? at + 1;
  }
  return parts.join('\n');
}

function lineHtml(line: string, isMarkdown: boolean): string {
  if (!isMarkdown) return `<p>${escapeHtmlText(line)}</p>`;
  const heading = /^ {0,3}(#{1,6})[ \t]/.exec(line)?.[1];
  if (heading !== undefined) {
    const text = line.slice(line.indexOf('#') + heading.length).trim();
    return `<h${heading.length}>${inlineHtml(text.replace(/(?<=\s)#+$/, '').trim())}</h${heading.length}>`;
  }
  const marker = /^\s*(?:[-*+]|\d{1,9}[.)])[ \t]+/.exec(line)?.[0];
  if (marker !== undefined) return `<li>${inlineHtml(line.slice(marker.length))}</li>`;
  return `<p>${inlineHtml(line)}</p>`;
}

const link = /!?\[([^\][]*)\]\(([^()]*)\)/g;

/** Returns the HTML of a text with Markdown inside: links are kept, marks of emphasis and code are removed. */
function inlineHtml(text: string): string {
  let html = '';
  let from = 0;
  for (const { index, 0: all, 1: label = '', 2: place = '' } of text.matchAll(link)) {
    // A title may follow the address.
    const target = place.trim().split(/\s/, 1)[0]?.replace(/^<|>$/g, '') ?? '';
    html += escapeHtmlText(plainText(text.slice(from, index)));
    const name = escapeHtmlText(plainText(label));
    html += all.startsWith('!')
      ? `<img src="${escapeHtml(target)}" alt="${escapeHtml(plainText(label))}">`
      : `<a href="${escapeHtml(target)}">${name}</a>`;
    from = index + all.length;
  }
  return html + escapeHtmlText(plainText(text.slice(from)));
}

/** Removes the marks of emphasis and code, and the backslashes before punctuation (CommonMark 0.31, 2.4 and 6). */
function plainText(text: string): string {
  return text
    .replace(/\*\*|__|`|(?<![\p{L}\p{N}])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\p{N}])/gu, '')
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '');
}

/** Returns the cells of a line with bars; a bar behind a backslash is text (GFM 0.29, 4.10). */
function splitBars(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** Returns true for the line below the headings of a table, or for a border: `|---|:--:|`, `----+----`, `+===+===+`. */
function isRule(line: string): boolean {
  return /-{2}|=|-\s*[|:+]|[|:]\s*-/.test(line) && /[|+]/.test(line) && /^[\s|+:=-]+$/.test(line);
}

function isBarRow(line: string | undefined): line is string {
  return line !== undefined && line.length <= maxRowLength && line.includes('|') && !isRule(line);
}

/** Returns the table with bars that starts at a line; null if none does. */
function readBarTable(lines: readonly string[], start: number, isMarkdown: boolean): Block | null {
  const isRuleAt = (at: number) => isRule((lines[at] ?? '').slice(0, maxRowLength));
  const first = isRuleAt(start) ? start + 1 : start;
  if (!isBarRow(lines[first]) || !isRuleAt(first + 1)) return null;
  const rows: string[][] = [];
  let end = first;
  for (; end < lines.length; end++) {
    const line = lines[end];
    if (isRuleAt(end)) continue;
    if (!isBarRow(line)) break;
    rows.push(splitBars(line));
  }
  const [headings = [], ...body] = rows;
  if (headings.length < 2 || body.length === 0) return null;
  const cells = body.map((row) => row.slice(0, headings.length));
  const isEmpty = headings.every((cell) => cell === '');
  // A table without headings has its first row in their place, because the syntax requires one.
  const isPair = headings.length === 2 && !isEmpty && headings.some((cell) => /\d|[:：]\**$/.test(cell));
  const all = isEmpty ? cells : [headings, ...cells];
  return {
    html: tableHtml(all, { hasHeading: !isEmpty && !isPair, ...(isMarkdown && { cellHtml: inlineHtml }) }),
    end,
  };
}

/** Returns the pieces of a line that tabs or two blanks separate, with their places. */
function splitBlanks(line: string): PlacedText[] {
  const spread = line.slice(0, maxRowLength).replaceAll('\t', '        ');
  return [...spread.matchAll(/\S+(?: \S+)*/g)].map(({ index, 0: text }) => ({
    text,
    left: index,
    right: index + text.length,
  }));
}

/** Returns true for a drawn line, or nothing. */
function isLine(text: string): boolean {
  return /^[-=+_ ]*$/.test(text);
}

/** Returns the table of columns that starts at a line, up to the next empty line; null if none does. */
function readAlignedTable(lines: readonly string[], start: number): Block | null {
  const rows: PlacedText[][] = [];
  let end = start;
  let isUnderlined = false;
  for (; end < lines.length; end++) {
    const pieces = splitBlanks(itemAt(lines, end));
    if (pieces.length > 0 && rows.length > 0 && pieces.every(({ text }) => isLine(text))) {
      if (rows.length === 1) isUnderlined = true;
      continue;
    }
    if (pieces.length < 2) break;
    rows.push(pieces);
  }
  if (rows.length + (isUnderlined ? 1 : 0) < minAlignedRows) return null;
  const cells = alignCells(rows)?.filter((row) => !row.every((cell) => isLine(cell))) ?? null;
  if (cells === null || cells.length < 2) return null;
  return { html: tableHtml(cells, { hasHeading: hasHeadingRow(cells, isUnderlined) }), end };
}
