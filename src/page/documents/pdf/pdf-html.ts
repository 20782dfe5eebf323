import { escapeHtml } from '../../../domain/values/escape-html.ts';
import { tableHtml } from '../table-html.ts';
import { pageMark } from './page-mark.ts';
import type { Block } from './pdf-blocks.ts';
import { markedHtml } from './pdf-marks.ts';
import { linkNotes, noteUrl } from './pdf-notes.ts';

type Item = Extract<Block, { kind: 'item' }>;

/** Returns the HTML of blocks; `urls` are those of their links. Notes with a reference stand at the end. */
export function blocksHtml(allBlocks: readonly Block[], allUrls: readonly string[]): string {
  const { blocks, notes, urls } = linkNotes(allBlocks, allUrls);
  const html: string[] = [];
  const text = (marked: string) => markedHtml(marked, urls);
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at];
    if (block === undefined) continue;
    if (block.kind === 'item') {
      const items = listAt(blocks, at);
      html.push(listHtml(items, text));
      at += items.length - 1;
    } else html.push(blockHtml(block, text));
  }
  if (notes.length > 0) html.push(notesHtml(notes, text));
  return html.join('\n');
}

function notesHtml(notes: readonly string[], text: (marked: string) => string): string {
  const items = notes.map((note, at) => `<li id="${noteUrl.slice(1)}${at + 1}">${text(note)}</li>`);
  return `<section class="footnotes"><ol>${items.join('')}</ol></section>`;
}

function blockHtml(block: Exclude<Block, Item>, text: (marked: string) => string): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level}>${text(block.text)}</h${block.level}>`;
    case 'paragraph':
      return `<p>${text(block.text)}</p>`;
    case 'table':
      return tableHtml(block.rows, { hasHeading: block.hasHeading, cellHtml: text });
    case 'code':
      return `<pre><code>${escapeHtml(block.lines.join('\n'))}</code></pre>`;
    case 'note':
      return `<p><sup>${escapeHtml(block.label)}</sup> ${text(block.text)}</p>`;
    case 'page':
      return `<p>${pageMark}${block.number}${pageMark}</p>`;
  }
}

/** Returns the entries of the list that starts at an index: bullets, or numbers that count on. */
function listAt(blocks: readonly Block[], start: number): Item[] {
  const items: Item[] = [];
  for (let at = start; at < blocks.length; at++) {
    const block = blocks[at];
    const last = items.at(-1);
    if (block?.kind !== 'item') break;
    const counts = last?.number == null ? block.number === null : block.number === last.number + 1;
    if (last !== undefined && !counts) break;
    items.push(block);
  }
  return items;
}

/** Entries with one number alone are paragraphs, such as "1. January". */
function listHtml(items: readonly Item[], text: (marked: string) => string): string {
  const [first] = items;
  if (first === undefined) return '';
  if (first.number === null) return `<ul>${items.map((item) => `<li>${text(item.text)}</li>`).join('')}</ul>`;
  if (items.length === 1) return `<p>${first.number}. ${text(first.text)}</p>`;
  const start = first.number === 1 ? '' : ` start="${first.number}"`;
  return `<ol${start}>${items.map((item) => `<li>${text(item.text)}</li>`).join('')}</ol>`;
}
