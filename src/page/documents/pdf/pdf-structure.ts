import { hasHeadingRow } from '../aligned-table.ts';
import { type Block, paragraph } from './pdf-blocks.ts';
import { groupRows, joinItems, type Row, rowText, type TextItem } from './pdf-lines.ts';
import { removeMarks } from './pdf-marks.ts';
import { joinLines, markerNumber, splitMarker } from './pdf-text.ts';

/** Node of the logical structure (ISO 32000, 14.7), as PDF.js returns it. */
interface StructureNode {
  role?: string;
  children?: unknown[];
  /** Replacement text of a figure. */
  alt?: string;
  type?: string;
  id?: string;
}

const maxDepth = 60;
/** Minimum share of the text that the structure must cover. */
const minCovered = 0.95;

const textRoles: ReadonlySet<string> = new Set([
  'P',
  'Caption',
  'Note',
  'BlockQuote',
  'TOCI',
  'FENote',
  'Aside',
]);
const codeRoles: ReadonlySet<string> = new Set(['Code']);

/** Returns the text of a tagged page by its structure; null if this does not cover the text. */
export function structureBlocks(root: unknown, items: readonly TextItem[]): Block[] | null {
  const byContent = new Map<string, TextItem[]>();
  for (const item of items) {
    const list = byContent.get(item.content ?? '');
    if (list === undefined) byContent.set(item.content ?? '', [item]);
    else list.push(item);
  }
  const reader = new StructureReader(byContent);
  reader.read(root as StructureNode, 0);
  const length = (list: Iterable<TextItem>) =>
    [...list].reduce((sum, { text }) => sum + text.trim().length, 0);
  return length(reader.used) >= length(items) * minCovered ? reader.finish() : null;
}

class StructureReader {
  readonly used = new Set<TextItem>();
  readonly #byContent: ReadonlyMap<string, TextItem[]>;
  readonly #blocks: Block[] = [];
  /** Text outside of the elements of blocks. */
  #open: TextItem[] = [];

  constructor(byContent: ReadonlyMap<string, TextItem[]>) {
    this.#byContent = byContent;
  }

  finish(): Block[] {
    this.#flush();
    return this.#blocks;
  }

  /** Reads an element and those below it. */
  read(node: StructureNode, depth: number): void {
    if (depth > maxDepth) return;
    const { role = '', children = [] } = node;
    if (node.type === 'content') {
      this.#open.push(...this.#itemsOf(node));
      return;
    }
    const level = /^H([1-6])$/.exec(role)?.[1] ?? (role === 'H' || role === 'Title' ? '1' : undefined);
    if (level !== undefined) {
      this.#flush();
      const text = joinRows(rowsOf(this.#all(node, depth)));
      if (text !== '') this.#blocks.push({ kind: 'heading', level: Number(level), text });
    } else if (role === 'Table') this.#readTable(node, depth);
    else if (role === 'LI') this.#readItem(node, depth);
    else if (codeRoles.has(role)) this.#readCode(node, depth);
    else {
      const isBlock = textRoles.has(role);
      if (isBlock) this.#flush();
      for (const child of children) this.read(child as StructureNode, depth + 1);
      if (isBlock) this.#flush();
    }
  }

  #itemsOf(node: StructureNode): TextItem[] {
    const items = this.#byContent.get(node.id ?? '') ?? [];
    for (const item of items) this.used.add(item);
    return items;
  }

  /** Returns all items below an element. */
  #all(node: StructureNode, depth: number): TextItem[] {
    if (depth > maxDepth) return [];
    if (node.type === 'content') return this.#itemsOf(node);
    return (node.children ?? []).flatMap((child) => this.#all(child as StructureNode, depth + 1));
  }

  /** Ends the text outside of the elements of blocks: a paragraph. */
  #flush(): void {
    const items = this.#open;
    this.#open = [];
    const rows = rowsOf(items);
    const text = joinRows(rows);
    if (text === '') return;
    const marker = splitMarker(text);
    if (marker !== null && marker.number === 0)
      this.#blocks.push({ kind: 'item', text: marker.text, number: null, left: 0 });
    else this.#blocks.push(paragraph(text, rows[0]?.size ?? 0));
  }

  #readItem(node: StructureNode, depth: number): void {
    this.#flush();
    const children = (node.children ?? []) as StructureNode[];
    const isLabel = ({ role }: StructureNode) => role === 'Lbl';
    const label = joinRows(rowsOf(children.filter(isLabel).flatMap((child) => this.#all(child, depth + 1))));
    const text: TextItem[] = [];
    const nested: StructureNode[] = [];
    const collect = (child: StructureNode, level: number) => {
      if (level > maxDepth) return;
      if (child.role === 'L' || child.role === 'Table') nested.push(child);
      else if (child.type === 'content') text.push(...this.#itemsOf(child));
      else for (const one of child.children ?? []) collect(one as StructureNode, level + 1);
    };
    for (const child of children.filter((one) => !isLabel(one))) collect(child, depth + 1);
    const own = joinRows(rowsOf(text));
    const marker = splitMarker(`${label} ${own}`.trim());
    const number = marker?.number ?? markerNumber(removeMarks(label)) ?? 0;
    if (own !== '')
      this.#blocks.push({
        kind: 'item',
        text: marker?.text ?? own,
        number: number === 0 ? null : number,
        left: 0,
      });
    for (const child of nested) this.read(child, depth + 1);
  }

  #readCode(node: StructureNode, depth: number): void {
    const items = this.#all(node, depth);
    const rows = rowsOf(items);
    // Code within a paragraph is text.
    if (rows.length < 2 || this.#open.length > 0) {
      this.#open.push(...items);
      return;
    }
    this.#blocks.push({ kind: 'code', lines: rows.map((row) => removeMarks(rowText(row))) });
  }

  #readTable(node: StructureNode, depth: number): void {
    this.#flush();
    const rows: string[][] = [];
    let hasHeading = false;
    const collect = (child: StructureNode, level: number) => {
      if (level > maxDepth) return;
      if (child.role !== 'TR') {
        if (child.role === 'Caption') this.read(child, level);
        else for (const one of child.children ?? []) collect(one as StructureNode, level + 1);
        return;
      }
      const cells = ((child.children ?? []) as StructureNode[]).filter(
        ({ role }) => role === 'TH' || role === 'TD',
      );
      if (rows.length === 0) hasHeading = cells.every(({ role }) => role === 'TH');
      rows.push(cells.map((cell) => joinRows(rowsOf(this.#all(cell, level + 1)))));
    };
    collect(node, depth);
    const width = rows.reduce((max, row) => Math.max(max, row.length), 0);
    if (width === 0) return;
    const cells = rows.map((row) => [...row, ...Array.from({ length: width - row.length }, () => '')]);
    if (width === 1) {
      for (const [text = ''] of cells) if (text !== '') this.#blocks.push(paragraph(text, 0));
      return;
    }
    const plain = cells.map((row) => row.map(removeMarks));
    this.#blocks.push({ kind: 'table', rows: cells, hasHeading: hasHeading || hasHeadingRow(plain) });
  }
}

/** Returns the lines of an element; those of the next column or page follow where its text goes up. */
function rowsOf(items: readonly TextItem[]): Row[] {
  const columns: TextItem[][] = [];
  let previous: TextItem | null = null;
  for (const item of items) {
    const isUp = previous !== null && item.baseline < previous.baseline - previous.size * 1.5;
    const open = columns.at(-1);
    if (open === undefined || isUp) columns.push([item]);
    else open.push(item);
    previous = item;
  }
  return columns.flatMap((column) =>
    groupRows(joinItems(column).sort((a, b) => a.baseline - b.baseline || a.left - b.left)),
  );
}

function joinRows(rows: readonly Row[]): string {
  return rows.map(rowText).reduce((text, row) => (text === '' ? row : joinLines(text, row)), '');
}
