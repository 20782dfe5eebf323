import { textOfMarkdown, wordsOf } from '../quality/words.ts';
import { type DocumentText, notesOf, type TextBlock, textOf } from './make-text.ts';

/** Parts of a document that are scored apart; each from 0 to 1. */
export interface DocumentScore {
  /** F1 of the longest common sequence of words. */
  words: number;
  headings: number;
  /** Null if the document has none. */
  links: number | null;
  /** F1 of the cells of tables; null if the document has none, and the output neither. */
  cells: number | null;
  /** F1 of the items of lists with their depth; null if the document has none. */
  items: number | null;
}

/** Returns the length of the longest common subsequence of two lists. */
function commonLength(one: readonly string[], other: readonly string[]): number {
  let previous = new Uint32Array(other.length + 1);
  for (const word of one) {
    const line = new Uint32Array(other.length + 1);
    for (let at = 1; at <= other.length; at++) {
      line[at] =
        word === other[at - 1] ? (previous[at - 1] ?? 0) + 1 : Math.max(previous[at] ?? 0, line[at - 1] ?? 0);
    }
    previous = line;
  }
  return previous[other.length] ?? 0;
}

/** Returns the F1 of two bags; 1 if both are empty. */
function bagScore(found: readonly string[], wanted: readonly string[]): number {
  if (found.length + wanted.length === 0) return 1;
  const left = new Map<string, number>();
  for (const one of wanted) left.set(one, (left.get(one) ?? 0) + 1);
  let hits = 0;
  for (const one of found) {
    const count = left.get(one) ?? 0;
    if (count > 0) hits++;
    left.set(one, count - 1);
  }
  return (2 * hits) / (found.length + wanted.length);
}

const keyOf = (text: string) => wordsOf(textOfMarkdown(text)).join(' ').normalize('NFC');

/** Returns the key of a heading without the number and the page that writers add. */
const headingKey = (text: string) => keyOf(text).replace(/^(?:\d+ )+/, '');

function headingsIn(markdown: string): string[] {
  return [...markdown.matchAll(/^#{1,6} (.*)$/gm)].map(([, text = '']) => headingKey(text));
}

function linksIn(markdown: string): string[] {
  const links = markdown.matchAll(/\[([^\][]{1,300})\]\(<?(https?:[^)\s>]{1,300})>?\)/g);
  return [...links].map(([, text = '', url = '']) => `${keyOf(text)} ${url}`);
}

function cellsIn(markdown: string): string[] {
  const rows = markdown.split('\n').filter((line) => /^\|.*\|$/.test(line) && !/^[|\s:-]+$/.test(line));
  return rows
    .flatMap((row) => row.split('|'))
    .map(keyOf)
    .filter((cell) => cell !== '');
}

/** Returns the items of lists with their depth, which their indent states. */
function itemsIn(markdown: string): string[] {
  const indents: number[] = [];
  return markdown.split('\n').flatMap((line) => {
    const match = /^( *)(?:[-*+]|\d{1,9}[.)]) +(\S.*)$/.exec(line);
    if (match === null) {
      if (/^\S/.test(line)) indents.length = 0;
      return [];
    }
    const [, { length: indent } = '', text = ''] = match;
    while (indents.length > 0 && (indents.at(-1) ?? 0) >= indent) indents.pop();
    indents.push(indent);
    return [`${indents.length - 1} ${keyOf(text)}`];
  });
}

/** Removes what writers add to the text, or place differently: notes, the title and the contents. */
function bodyWords(markdown: string, text: DocumentText): string[] {
  // The text of an image is part of the document, the number of an item is not.
  const shown = markdown.replaceAll(/!\[([^\][]*)\]\([^)]*\)/g, '$1').replaceAll(/^ *\d{1,3}[.)] /gm, '');
  let words = ` ${keyOf(shown)} `;
  for (const note of notesOf(text)) words = words.replace(` ${keyOf(note)} `, ' ');
  return words.trim().split(' ');
}

function linksOf(block: TextBlock): string[] {
  const linkKey = (text: string, url: string) => `${keyOf(text)} ${url}`;
  if (block.kind === 'paragraph')
    return block.parts.flatMap((part) => (typeof part === 'string' ? [] : [linkKey(part.text, part.url)]));
  if (block.kind !== 'cells') return [];
  return block.rows.flat().flatMap(({ shown, url }) => (url === undefined ? [] : [linkKey(shown, url)]));
}

function cellsOf(block: TextBlock): string[] {
  if (block.kind === 'table' || block.kind === 'chart') return block.rows.flat().map(keyOf);
  return block.kind === 'cells' ? block.rows.flat().map(({ shown }) => keyOf(shown)) : [];
}

/** Scores the Markdown that a reader made of a document. */
export function scoreDocument(markdown: string, text: DocumentText): DocumentScore {
  const wanted = bodyWords(textOf(text), text);
  const found = bodyWords(markdown.normalize('NFC'), text);
  const headings = text.blocks.flatMap((block) => (block.kind === 'heading' ? [headingKey(block.text)] : []));
  const links = text.blocks.flatMap(linksOf);
  const cells = text.blocks.flatMap(cellsOf).filter((cell) => cell !== '');
  const items = text.blocks.flatMap((block) =>
    block.kind === 'list' ? block.items.map((item, at) => `${block.depths?.[at] ?? 0} ${keyOf(item)}`) : [],
  );
  const foundCells = cellsIn(markdown);
  const common = commonLength(found, wanted);
  return {
    words: (2 * common) / (found.length + wanted.length),
    headings: bagScore(headingsIn(markdown), headings),
    links: links.length === 0 ? null : bagScore(linksIn(markdown), links),
    cells: cells.length + foundCells.length === 0 ? null : bagScore(foundCells, cells),
    items: items.length === 0 ? null : bagScore(itemsIn(markdown), items),
  };
}
