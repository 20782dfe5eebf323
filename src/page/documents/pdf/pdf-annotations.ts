import { characterWidth } from './character-width.ts';
import type { TextItem } from './pdf-lines.ts';
import { markLink, maxUrls } from './pdf-marks.ts';

/** Area of a link on a page, in points from the top left corner. */
export interface LinkArea {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Index of the URL; null for a link within the document. */
  url: number | null;
}

/** Links and values of forms of one page. */
export interface PageAnnotations {
  links: LinkArea[];
  /** Values of fields, as text at their places. */
  values: TextItem[];
}

/** Types of annotations (ISO 32000, 12.5.6.1) by their numbers in PDF.js. */
export const annotationTypes = { link: 2, freeText: 3, widget: 20 } as const;

/** Maximum number of annotations of a page that are read. */
const maxPerPage = 2_000;
const maxValueLength = 10_000;

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return '';
  return value.filter((one): one is string => typeof one === 'string').join(', ');
}

/** Returns the text of a field: its value, or a mark for a box or a choice; empty for others. */
function fieldText(data: Readonly<Record<string, unknown>>): string {
  const { fieldType, fieldValue, exportValue, checkBox, radioButton, password } = data;
  if (fieldType === 'Btn') {
    if (checkBox !== true && radioButton !== true) return '';
    const on = radioButton === true ? data.buttonValue : exportValue;
    return typeof fieldValue === 'string' && fieldValue !== 'Off' && fieldValue === on ? '☑' : '☐';
  }
  return password === true ? '' : textOf(fieldValue);
}

function contentsOf(data: Readonly<Record<string, unknown>>): string {
  const { contentsObj } = data;
  if (typeof contentsObj !== 'object' || contentsObj === null) return '';
  const contents: unknown = Reflect.get(contentsObj, 'str');
  return typeof contents === 'string' ? contents : '';
}

const hiddenFlags = 0b10_0010;

/** Collects the URLs of a document, and reads its annotations page by page. */
export class AnnotationReader {
  readonly urls: string[] = [];
  readonly #indexes = new Map<string, number>();

  #indexOf(url: string): number | null {
    const known = this.#indexes.get(url);
    if (known !== undefined) return known;
    if (this.urls.length >= maxUrls) return null;
    this.#indexes.set(url, this.urls.length);
    return this.urls.push(url) - 1;
  }

  /** Returns the links and values of a page; `toPoint` converts a position of the page to points from its top left corner. */
  readPage(annotations: readonly Readonly<Record<string, unknown>>[], toPoint: ToPoint): PageAnnotations {
    const links: LinkArea[] = [];
    const values: TextItem[] = [];
    for (const data of annotations.slice(0, maxPerPage)) {
      const { rect, annotationType: type, annotationFlags: flags } = data;
      if (!Array.isArray(rect) || !rect.every((one): one is number => Number.isFinite(one))) continue;
      const area = areaOf(rect, toPoint);
      if (type === annotationTypes.link) {
        const url = typeof data.url === 'string' ? this.#indexOf(data.url) : null;
        const parts = quadsOf(data.quadPoints).map((quad) => areaOf(quad, toPoint));
        for (const part of parts.length > 0 ? parts : [area]) links.push({ ...part, url });
        continue;
      }
      if (typeof flags === 'number' && (flags & hiddenFlags) !== 0) continue;
      const text = type === annotationTypes.widget ? fieldText(data) : contentsOf(data);
      values.push(...valueItems(text.slice(0, maxValueLength), area));
    }
    return { links, values };
  }
}

type ToPoint = (x: number, y: number) => [x: number, y: number];

/** Returns the area between two corners, or around the four corners of a quadrilateral. */
function areaOf(corners: readonly number[], toPoint: ToPoint): Omit<LinkArea, 'url'> {
  const points: [number, number][] = [];
  for (let at = 0; at + 1 < corners.length; at += 2)
    points.push(toPoint(corners[at] ?? 0, corners[at + 1] ?? 0));
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return {
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
  };
}

/** Maximum number of quadrilaterals of a link. */
const maxQuads = 100;

/** Returns the quadrilaterals of a link, one for each line of its text (ISO 32000, 12.5.6.5). */
function quadsOf(value: unknown): number[][] {
  if (!(value instanceof Float32Array)) return [];
  const numbers = [...value.slice(0, maxQuads * 8)];
  const quads: number[][] = [];
  for (let at = 0; at + 8 <= numbers.length; at += 8) quads.push(numbers.slice(at, at + 8));
  return quads;
}

/** Places the lines of a value in the area of its field. */
function valueItems(text: string, area: Omit<LinkArea, 'url'>): TextItem[] {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  const height = (area.bottom - area.top) / Math.max(1, lines.length);
  const size = Math.min(10, height * 0.8);
  return lines.map((line, at) => ({
    text: line,
    left: area.left,
    right: Math.max(area.left + 1, Math.min(area.right, area.left + line.length * size * 0.5)),
    baseline: area.top + height * at + (height + size * 0.7) / 2,
    size,
    font: '',
  }));
}

/** Returns the indexes of the characters of an item between two positions, extended to whole words. */
function charactersBetween(item: TextItem, from: number, to: number): { start: number; end: number } {
  const widths = [...item.text].map(characterWidth);
  const total = widths.reduce((sum, width) => sum + width, 0);
  const scale = (item.right - item.left) / (total || 1);
  let [start, end, left, at] = [-1, -1, item.left, 0];
  for (const [index, character] of [...item.text].entries()) {
    const width = (widths[index] ?? 0) * scale;
    const center = left + width / 2;
    if (center > from && center < to) {
      if (start === -1) start = at;
      end = at + character.length;
    }
    left += width;
    at += character.length;
  }
  return start === -1 ? { start: 0, end: 0 } : wholeWords(item.text, start, end);
}

/** Maximum number of characters by which an estimated place is moved to the edge of a word. */
const maxMove = 3;

/** Moves both ends of a range to the nearest edges of words. */
function wholeWords(text: string, start: number, end: number): { start: number; end: number } {
  const isEdge = (at: number) =>
    at <= 0 || at >= text.length || /\s/.test(text[at - 1] ?? '') !== /\s/.test(text[at] ?? '');
  const nearest = (at: number) => {
    for (let move = 0; move <= maxMove; move++) {
      if (isEdge(at - move)) return at - move;
      if (isEdge(at + move)) return at + move;
    }
    return at;
  };
  let [from, to] = [Math.max(0, nearest(start)), Math.min(text.length, nearest(end))];
  while (from < to && /\s/.test(text[from] ?? '')) from++;
  while (to > from && /[\s,.;]/.test(text[to - 1] ?? '')) to--;
  return { start: from, end: to };
}

function isOnLine(item: TextItem, area: LinkArea): boolean {
  const middle = item.baseline - item.size * 0.3;
  return middle > area.top && middle < area.bottom && item.right > area.left && item.left < area.right;
}

/** Maximum number of comparisons of an item with a link on a page, and of links of one item. */
const maxComparisons = 5_000_000;
const maxLinksPerItem = 30;

/** Marks the text in the areas of links, and the items that lead to another place of the document. */
export function markLinks(items: readonly TextItem[], links: readonly LinkArea[]): TextItem[] {
  const compared = links.slice(0, Math.ceil(maxComparisons / Math.max(1, items.length)));
  return items.map((item) => {
    const areas = compared.filter((area) => isOnLine(item, area)).slice(0, maxLinksPerItem);
    if (areas.length === 0) return item;
    const isInternal = areas.some(
      (area) => area.url === null && area.right - area.left > (item.right - item.left) * 0.6,
    );
    const outer = areas.filter(({ url }) => url !== null).sort((a, b) => b.left - a.left);
    let { text } = item;
    let limit = text.length;
    for (const { left, right, url } of outer) {
      if (url === null) continue;
      const { start, end } = charactersBetween(item, left, right);
      if (end <= start || end > limit) continue;
      text = text.slice(0, start) + markLink(text.slice(start, end), url) + text.slice(end);
      limit = start;
    }
    return { ...item, text, ...(isInternal && { isInternal }) };
  });
}
