import type { getDocumentProxy } from 'unpdf';

import { itemAt } from '../../../domain/values/elements.ts';
import { type Row, rowText } from './pdf-lines.ts';
import { removeMarks } from './pdf-marks.ts';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type OutlineNode = NonNullable<Awaited<ReturnType<Pdf['getOutline']>>>[number];

/** Bookmark of a document (ISO 32000, 12.3.3). */
export interface Bookmark {
  /** 1 for the top of the outline. */
  level: number;
  /** Letters and digits of the title. */
  key: string;
  /** Index of the page. */
  page: number;
  /** Distance from the lower edge of the page, in points; null if unknown. */
  y: number | null;
}

const maxBookmarks = 3_000;
const maxDepth = 6;
/** Maximum number of lines of a heading. */
const maxHeadingRows = 3;

/** Returns the letters and digits of a text, without accents and case. */
function headingKey(text: string): string {
  return removeMarks(text)
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

/** Returns the bookmarks of a document with a known place, in their order. */
export async function readBookmarks(pdf: Pdf): Promise<Bookmark[]> {
  const nodes: { node: OutlineNode; level: number }[] = [];
  const collect = (list: readonly OutlineNode[], level: number) => {
    for (const node of list) {
      if (nodes.length >= maxBookmarks) return;
      nodes.push({ node, level });
      if (level < maxDepth) collect(node.items, level + 1);
    }
  };
  collect((await pdf.getOutline()) ?? [], 1);
  const bookmarks: Bookmark[] = [];
  for (const { node, level } of nodes) {
    const place = await placeOf(pdf, node.dest);
    const key = headingKey(node.title);
    if (place !== null && key !== '') bookmarks.push({ level, key, ...place });
  }
  return bookmarks;
}

async function placeOf(
  pdf: Pdf,
  target: OutlineNode['dest'],
): Promise<{ page: number; y: number | null } | null> {
  try {
    const dest = typeof target === 'string' ? await pdf.getDestination(target) : target;
    const [reference, kind, ...values] = dest ?? [];
    if (reference === undefined || reference === null) return null;
    const page = typeof reference === 'number' ? reference : await pdf.getPageIndex(reference);
    const name: unknown = typeof kind === 'object' && kind !== null ? Reflect.get(kind, 'name') : undefined;
    const y: unknown = name === 'XYZ' ? values[1] : values[0];
    const hasY = typeof y === 'number' && (name === 'XYZ' || name === 'FitH' || name === 'FitBH');
    return { page, y: hasY ? y : null };
  } catch {
    // A bookmark that leads nowhere names no heading.
    return null;
  }
}

/** Maximum distance of a heading above and below the place of its bookmark, in points. */
const maxAbove = 25;
const maxBelow = 260;

/** Heading that a bookmark names: its level, and the number of its lines. */
export interface NamedHeading {
  level: number;
  rows: number;
}

/** Finds the lines that bookmarks name; `height` is that of the page in points. */
export function findNamedHeadings(
  blocks: readonly (readonly Row[])[],
  bookmarks: readonly Bookmark[],
  height: number,
): Map<Row, NamedHeading> {
  const open = [...bookmarks];
  const found = new Map<Row, NamedHeading>();
  if (open.length === 0) return found;
  for (const rows of blocks) {
    for (let at = 0; at < rows.length; at++) {
      const match = matchAt(rows, at, open, height);
      if (match === null) continue;
      const { bookmark, count } = match;
      found.set(itemAt(rows, at), { level: bookmark.level, rows: count });
      open.splice(open.indexOf(bookmark), 1);
      at += count - 1;
    }
  }
  return found;
}

function matchAt(
  rows: readonly Row[],
  at: number,
  bookmarks: readonly Bookmark[],
  height: number,
): { bookmark: Bookmark; count: number } | null {
  const row = itemAt(rows, at);
  const near = bookmarks.filter((bookmark) => isNear(row, bookmark, height));
  if (near.length === 0) return null;
  let key = '';
  for (let count = 1; count <= Math.min(maxHeadingRows, rows.length - at); count++) {
    key += headingKey(rowText(itemAt(rows, at + count - 1)));
    if (key.length > 400) return null;
    const bookmark = near.find((one) => isSameHeading(key, one.key));
    if (bookmark !== undefined) return { bookmark, count };
  }
  return null;
}

function isNear({ baseline }: Row, { y }: Bookmark, height: number): boolean {
  if (y === null) return true;
  const distance = baseline - (height - y);
  return distance > -maxAbove && distance < maxBelow;
}

/** Number of a chapter or section before its title. */
const headingNumber = /^(?:\d{1,8}|[a-z]\d{0,6}|[ivxlc]{1,7})$/;

/** Returns true if two headings are the same, but for the number of one. */
function isSameHeading(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return (
    short !== '' && long.endsWith(short) && headingNumber.test(long.slice(0, long.length - short.length))
  );
}
