import type { Json } from '../../domain/extraction.ts';
import { attribute } from '../../page/parse/attributes.ts';
import { tagSet } from '../../page/parse/tag-sets.ts';
import { tag } from '../../page/parse/tags.ts';
import { attributeOf, isElement, type Tree } from '../../page/tree.ts';
import { flowKind } from '../../page/visible.ts';
import { tokenOf } from '../../site/record-lists.ts';
import type { PageView } from '../page-view.ts';
import { isStableName } from '../selectors/stable-name.ts';

/** One record as the values of its places; keys are single tokens, so that `/` and the key is a pointer to one. */
export type Row = Record<string, Json>;

/** Records of one shape, and what their keys are called. */
export interface Rows {
  rows: Row[];
  /** The element of each row; empty for rows that stand in no page. */
  nodes: number[];
  /** Words that stand for a key beside its own: classes, labels, headings of columns. */
  names: Map<string, string[]>;
}

const mostCells = 80;
const longestText = 2_000;
const longestKey = 120;
/** A whole element's text is a value only when it is short. */
const longestWhole = 160;
const longestLabel = 40;
const machineAttributes = [
  attribute.href,
  attribute.src,
  attribute.dataSrc,
  attribute.datetime,
  attribute.content,
  attribute.value,
  attribute.title,
  attribute.alt,
  attribute.ariaLabel,
] as const;
const isStruck = tagSet('del s strike');
const isHeading = tagSet('h1 h2 h3 h4 h5 h6');
const isInlineStyle = tagSet('b strong i em u small sup sub');

/** An element's step in a key: what it is for where that is said, else its tag and first stable class. */
function stepOf(tree: Tree, node: number): string {
  const property = attributeOf(tree, node, attribute.itemprop);
  if (property !== null && property.trim() !== '') return `[${property.trim().split(/\s+/)[0]}]`;
  const classes = (attributeOf(tree, node, attribute.class) ?? '').split(/\s+/).filter(isStableName);
  const name = tree.names[tree.name[node] as number] ?? '';
  return classes[0] === undefined ? name : `${name}.${classes[0]}`;
}

/** Words that an element's own attributes say of it. */
function namesOf(page: PageView, node: number): string[] {
  const { tree } = page;
  const names: string[] = [];
  for (const id of [attribute.itemprop, attribute.class, attribute.property, attribute.name]) {
    const value = attributeOf(tree, node, id);
    if (value !== null) names.push(...value.split(/\s+/).filter(isStableName));
  }
  for (let row = tree.from[node] as number; row < (tree.to[node] as number); row++) {
    const name = tree.attributeNames[tree.attributeName[row] as number] ?? '';
    if (/^data-(?:field|name|label|key|testid|type|qa|cy|col|column|title|th)$/.test(name)) {
      const value = page.attributeOf(node, name);
      if (value !== null && value.length <= longestLabel) names.push(value);
    }
  }
  if (isStruck[tree.tag[node] as number] === 1) names.push('old price');
  if (isHeading[tree.tag[node] as number] === 1) names.push('title');
  return names;
}

function hasOwnText(page: PageView, node: number): boolean {
  const { tree } = page;
  const end = tree.end[node] as number;
  for (let child = node + 1; child < end; child = Math.max(child + 1, tree.end[child] as number)) {
    if (tree.tag[child] === tag.text && page.textOf(child) !== '') return true;
  }
  return false;
}

/** Gathers the values of one record. */
class RowGatherer {
  readonly row: Row = {};
  readonly #names: Map<string, string[]>;
  readonly #counts = new Map<string, number>();
  #size = 0;

  constructor(names: Map<string, string[]>) {
    this.#names = names;
  }

  add(place: string, value: string, names: readonly string[]): void {
    const text = value.slice(0, longestText);
    if (text === '' || this.#size >= mostCells) return;
    const count = (this.#counts.get(place) ?? 0) + 1;
    this.#counts.set(place, count);
    const key = (count === 1 ? place : `${place} ${count}`).slice(-longestKey);
    if (key === '__proto__' || Object.hasOwn(this.row, key)) return;
    this.row[key] = text;
    this.#size++;
    if (!this.#names.has(key)) this.#names.set(key, [...new Set(names)].slice(0, 8));
  }
}

/** What stands before a value and names it: a term, a heading of its row, or the label right before it. */
function labelBefore(page: PageView, node: number): string | null {
  const { tree } = page;
  const parent = tree.parent[node] as number;
  let before = -1;
  for (let child = parent + 1; child < node; child = Math.max(child + 1, tree.end[child] as number)) {
    if (isElement(tree, child) || page.textOf(child) !== '') before = child;
  }
  if (before === -1) return null;
  const text = page.textOf(before);
  const tagId = tree.tag[before] as number;
  const isTerm =
    tagId === tag.dt || tagId === tag.th || tagId === tag.label || tagId === tag.b || tagId === tag.strong;
  if (text === '' || text.length > longestLabel) return null;
  const hasColon = /[:：]$/.test(text);
  if (/\d/.test(text)) return null;
  return isTerm || hasColon ? text.replace(/\s*[:：]$/, '') : null;
}

const inlineLabel = /^(\p{L}[\p{L}\p{M}\p{N} .&/()-]{1,38})\s*[:：]\s+(\S.*)$/su;

/** The values of one record's element: texts, whole short elements, and attributes that hold addresses, dates and the like. */
function rowOf(page: PageView, member: number, names: Map<string, string[]>): Row {
  const { tree, flow } = page;
  const gatherer = new RowGatherer(names);
  const path: { node: number; step: string }[] = [];
  const end = tree.end[member] as number;
  for (let node = member; node < end; node++) {
    if (!isElement(tree, node)) continue;
    if (flow.kind[node] === flowKind.skipped && tree.tag[node] !== tag.meta) {
      node = (tree.end[node] as number) - 1;
      continue;
    }
    while (path.length > 0 && (tree.end[(path.at(-1) as { node: number }).node] as number) <= node)
      path.pop();
    const step = node === member ? '' : stepOf(tree, node);
    if (node !== member) path.push({ node, step });
    const place =
      path
        .slice(-4)
        .map((one) => one.step)
        .join('>') || '.';
    const own = [
      ...namesOf(page, node),
      ...(path.length > 1 ? namesOf(page, path.at(-2)?.node ?? node) : []),
    ];
    addTexts(page, node, member, place, own, gatherer);
    for (const id of machineAttributes) {
      const value = attributeOf(tree, node, id)?.trim();
      if (value === undefined || value === '' || value.length > longestText) continue;
      const name = tree.attributeNames[id] ?? '';
      gatherer.add(`${place}@${name}`, value, own);
    }
    addData(page, node, place, gatherer);
  }
  return gatherer.row;
}

function addTexts(
  page: PageView,
  node: number,
  member: number,
  place: string,
  own: readonly string[],
  gatherer: RowGatherer,
): void {
  const { tree } = page;
  const isTextual = hasOwnText(page, node);
  const isNamed = !isTextual && node !== member && own.length > 0;
  if (!isTextual && !isNamed) return;
  const text = page.textOf(node);
  if (text === '' || (isNamed && text.length > longestWhole)) return;
  const label = labelBefore(page, node);
  if (label !== null) gatherer.add(`:${label.toLowerCase()}`, text, [label]);
  const inside = inlineLabel.exec(text);
  if (inside !== null && text.length <= longestWhole) {
    gatherer.add(`:${(inside[1] as string).toLowerCase()}`, inside[2] as string, [inside[1] as string]);
  }
  const names = isInlineStyle[tree.tag[node] as number] === 1 && own.length === 0 ? [] : own;
  gatherer.add(place, text, names);
}

/** Values in `data-` attributes, as pages keep them for their scripts. */
function addData(page: PageView, node: number, place: string, gatherer: RowGatherer): void {
  const { tree } = page;
  let count = 0;
  for (let row = tree.from[node] as number; row < (tree.to[node] as number) && count < 8; row++) {
    const name = tree.attributeNames[tree.attributeName[row] as number] ?? '';
    if (!name.startsWith('data-') || /^data-(?:v-|react|testid|toggle|target|src|bs-|aos)/.test(name))
      continue;
    const value = page.attributeOf(node, name)?.trim() ?? '';
    if (value === '' || value.length > 200 || /^[{[]/.test(value)) continue;
    gatherer.add(`${place}@${name}`, value, [name.slice(5)]);
    count++;
  }
}

/** A label stands in many records; what is bold before something else in one of them is a value. */
function dropChanceLabels(rows: readonly Row[], names: Map<string, string[]>): void {
  if (rows.length < 4) return;
  const counts = new Map<string, number>();
  for (const row of rows) {
    for (const key of Object.keys(row)) if (key.startsWith(':')) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  for (const [key, count] of counts) {
    if (count >= Math.max(2, rows.length * 0.1)) continue;
    names.delete(key);
    for (const row of rows) delete row[key];
  }
}

/** The records of repeated elements. */
export function rowsOfElements(page: PageView, members: readonly number[]): Rows {
  const names = new Map<string, string[]>();
  const rows = members.map((member) => rowOf(page, member, names));
  dropChanceLabels(rows, names);
  return { rows, nodes: [...members], names };
}

/** Cells of a table's row, a cell over several columns once for each. */
function cellsOf(tree: Tree, row: number): number[] {
  const cells: number[] = [];
  for (let node = row + 1; node < (tree.end[row] as number) && cells.length < mostCells; node++) {
    const tagId = tree.tag[node];
    if (tagId !== tag.td && tagId !== tag.th) continue;
    const span = Number(attributeOf(tree, node, attribute.colspan) ?? 1);
    for (let at = 0; at < Math.min(20, Number.isInteger(span) && span > 0 ? span : 1); at++) cells.push(node);
    node = (tree.end[node] as number) - 1;
  }
  return cells;
}

/** The records of a table with headings: the key of a cell is its column's heading. Null for a table without any. */
export function rowsOfTable(page: PageView, table: number): Rows | null {
  const { tree, flow } = page;
  const lines: number[][] = [];
  const elements: number[] = [];
  for (let node = table + 1; node < (tree.end[table] as number); node++) {
    if (flow.kind[node] === flowKind.skipped || (tree.tag[node] === tag.table && node !== table)) {
      node = Math.max(node, (tree.end[node] as number) - 1);
      continue;
    }
    if (tree.tag[node] !== tag.tr) continue;
    lines.push(cellsOf(tree, node));
    elements.push(node);
  }
  const headAt = lines.findIndex(
    (cells) => cells.length >= 2 && cells.every((cell) => tree.tag[cell] === tag.th),
  );
  if (headAt === -1) return null;
  const head = (lines[headAt] as number[]).map(
    (cell, index) => page.textOf(cell).slice(0, 80) || `column ${index + 1}`,
  );
  const names = new Map<string, string[]>();
  const rows: Row[] = [];
  const nodes: number[] = [];
  for (let at = headAt + 1; at < lines.length; at++) {
    const cells = lines[at] as number[];
    if (cells.length < Math.max(2, head.length / 2)) continue;
    const gatherer = new RowGatherer(names);
    cells.forEach((cell, index) => {
      const heading = head[index] ?? `column ${index + 1}`;
      addCell(page, cell, heading, gatherer);
    });
    rows.push(gatherer.row);
    nodes.push(elements[at] as number);
  }
  return rows.length < 2 ? null : { rows, nodes, names };
}

function addCell(page: PageView, cell: number, heading: string, gatherer: RowGatherer): void {
  const { tree } = page;
  gatherer.add(heading, page.textOf(cell), [heading]);
  for (let node = cell; node < (tree.end[cell] as number); node++) {
    if (!isElement(tree, node)) continue;
    for (const id of machineAttributes) {
      const value = attributeOf(tree, node, id)?.trim();
      if (value === undefined || value === '') continue;
      gatherer.add(`${heading}@${tree.attributeNames[id] ?? ''}`, value, [heading]);
    }
  }
}

/** A key as a pointer into a row. */
export function pointerTo(key: string): string {
  return `/${tokenOf(key)}`;
}
