import type { Json } from '../../../domain/pages/extraction.ts';
import { groupOf, integerAt, itemAt, lastOf, numberAt } from '../../../domain/values/elements.ts';
import type { RecordSpan } from '../../../extract/page-view/cluster-score.ts';
import type { PageView } from '../../../extract/page-view/page-view.ts';
import { isStableName } from '../../../extract/selectors/locators/stable-name.ts';
import { attribute } from '../../../page/parse/attributes.ts';
import { tagSet } from '../../../page/parse/names/tag-sets.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { flowKind } from '../../../page/tree/flow.ts';
import { attributeOf, endOf, isElement, parentOf, type Tree, tagOf } from '../../../page/tree/tree.ts';
import { getValueType } from '../columns/columns.ts';

/** Values of one record by key. Keys are single tokens, so `/` and the key is a JSON Pointer. */
export type Row = Record<string, Json>;

/** Records of one structure, with the names of their keys. */
export interface Rows {
  rows: Row[];
  /** Element of each row; empty for rows that are not in the page. */
  nodes: number[];
  /** Last elements of the rows, if these are runs of siblings; `nodes` has the first ones. */
  lasts?: number[];
  /** Alternative names of the keys: classes, labels and column headings. */
  names: Map<string, string[]>;
}

const maxCells = 80;
/** Maximum number of elements of a record whose classes are compared. */
const maxElements = 1_000;
const maxTextLength = 2_000;
const maxKeyLength = 120;
/** Maximum length of an element's whole text that counts as a value. */
const maxWholeLength = 160;
const maxLabelLength = 40;
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
const isStruckTag = tagSet('del s strike');
const isHeading = tagSet('h1 h2 h3 h4 h5 h6');
const isInlineStyle = tagSet('b strong i em u small sup sub');

/** Classes that content management systems give to one item or its topics: `post-93`, `tag-x`. */
const itemClass = /\d$|^(?:tag|category|cat|author|term|topic|product_cat|product_tag|post_tag|label)-/;

/** Returns the classes in the record's elements that no other of at least three records has. */
function findItemClasses(tree: Tree, members: readonly number[]): ReadonlySet<string> {
  const owners = new Map<string, number>();
  const shared = new Set<string>();
  if (members.length < 3) return shared;
  for (const member of members) {
    const end = Math.min(endOf(tree, member), member + maxElements);
    for (let node = member; node < end; node++) {
      if (!isElement(tree, node)) continue;
      for (const name of (attributeOf(tree, node, attribute.class) ?? '').split(/\s+/)) {
        if (owners.has(name) && owners.get(name) !== member) shared.add(name);
        else owners.set(name, member);
      }
    }
  }
  return new Set([...owners.keys()].filter((name) => !shared.has(name)));
}

/**
 * Returns the step of an element in a key: its `itemprop`, else its tag and first stable class that does not belong
 * to a single record.
 */
function stepOf(tree: Tree, node: number, itemClasses: ReadonlySet<string>): string {
  const property = attributeOf(tree, node, attribute.itemprop);
  if (property !== null && property.trim() !== '') return `[${property.trim().split(/\s+/)[0]}]`;
  const stable = (attributeOf(tree, node, attribute.class) ?? '')
    .split(/\s+/)
    .filter((name) => isStableName(name) && !itemClasses.has(name));
  const common = stable.filter((name) => !itemClass.test(name));
  const classes = common.length > 0 ? common : stable;
  const name = tree.names[integerAt(tree.name, node)] ?? '';
  return classes[0] === undefined ? name : `${name}.${classes[0]}`;
}

/** Returns the names in an element's own attributes. */
function getElementNames(page: PageView, node: number): string[] {
  const { tree } = page;
  const names: string[] = [];
  for (const id of [attribute.itemprop, attribute.class, attribute.property, attribute.name]) {
    const value = attributeOf(tree, node, id);
    if (value !== null) names.push(...value.split(/\s+/).filter(isStableName));
  }
  for (let row = integerAt(tree.from, node); row < integerAt(tree.to, node); row++) {
    const name = tree.attributeNames[integerAt(tree.attributeName, row)] ?? '';
    if (/^data-(?:field|name|label|key|testid|type|qa|cy|col|column|title|th)$/.test(name)) {
      const value = page.attributeOf(node, name);
      if (value !== null && value.length <= maxLabelLength) names.push(value);
    }
  }
  if (isStruckTag[tagOf(tree, node)] === 1) names.push('old price');
  if (isHeading[tagOf(tree, node)] === 1) names.push('title');
  if (tree.tag[node] === tag.time) names.push('date');
  if (tree.tag[node] === tag.a) names.push(...getLinkNames(page, node));
  return names;
}

/** A segment of a path that is a word, and not the name of one page. */
const pathWord = /^[a-z]{3,20}$/;

/** Returns what a link states about its text: its relations, and the folder of its target: `/category/news/`. */
function getLinkNames(page: PageView, node: number): string[] {
  const relations = (attributeOf(page.tree, node, attribute.rel) ?? '')
    .split(/\s+/)
    .filter((name) => pathWord.test(name));
  const href = attributeOf(page.tree, node, attribute.href);
  const path = href === null ? '' : (URL.parse(href, page.url)?.pathname ?? '');
  const folders = path
    .split('/')
    .filter((segment) => segment !== '')
    .slice(0, -1);
  const folder = folders.at(-1) ?? '';
  return [...relations, ...(pathWord.test(folder) ? [folder] : [])];
}

function hasOwnText(page: PageView, node: number): boolean {
  const { tree } = page;
  const end = endOf(tree, node);
  let styled = -1;
  let children = 0;
  for (let child = node + 1; child < end; child = Math.max(child + 1, endOf(tree, child))) {
    if (tree.tag[child] === tag.text && page.textOf(child) !== '') return true;
    if (!isElement(tree, child)) continue;
    children++;
    if (isInlineStyle[tagOf(tree, child)] === 1) styled = child;
  }
  // Some records have their link in bold: its text is still that of the link.
  return tree.tag[node] === tag.a && children === 1 && styled !== -1 && hasOwnText(page, styled);
}

/** Collects the values of one record. */
class RowCollector {
  readonly row: Row = {};
  readonly #names: Map<string, string[]>;
  readonly #counts = new Map<string, number>();
  #size = 0;

  constructor(names: Map<string, string[]>) {
    this.#names = names;
  }

  add(place: string, value: string, names: readonly string[]): void {
    const text = value.slice(0, maxTextLength);
    if (text === '' || this.#size >= maxCells) return;
    const count = (this.#counts.get(place) ?? 0) + 1;
    this.#counts.set(place, count);
    const key = (count === 1 ? place : `${place} ${count}`).slice(-maxKeyLength);
    if (key === '__proto__' || Object.hasOwn(this.row, key)) return;
    this.row[key] = text;
    this.#size++;
    if (!this.#names.has(key)) this.#names.set(key, [...new Set(names)].slice(0, 8));
  }
}

/** Returns the label before a value: a term, a row heading or a label directly before it. */
function findLabelBefore(page: PageView, node: number): string | null {
  const { tree } = page;
  const parent = parentOf(tree, node);
  let before = -1;
  for (let child = parent + 1; child < node; child = Math.max(child + 1, endOf(tree, child))) {
    if (isElement(tree, child) || page.textOf(child) !== '') before = child;
  }
  if (before === -1) return null;
  const text = page.textOf(before);
  const tagId = tagOf(tree, before);
  const isTerm =
    tagId === tag.dt || tagId === tag.th || tagId === tag.label || tagId === tag.b || tagId === tag.strong;
  if (text === '' || text.length > maxLabelLength) return null;
  const hasColon = /[:：]$/.test(text);
  if (/\d/.test(text)) return null;
  if (/^(?:posted |submitted |written )?by$/i.test(text)) return text;
  if (hasColon) return text.slice(0, -1).trimEnd();
  return isTerm ? text : null;
}

const inlineLabel = /^(\p{L}[\p{L}\p{M}\p{N} .&/()-]{1,38}(?<! ))\s*[:：]\s+(\S.*)$/su;

/**
 * Reads the values of one record's element, or of its siblings: texts, short elements as a whole, and attributes with
 * URLs, dates or other values.
 */
function readRow(
  page: PageView,
  { first, last }: RecordSpan,
  names: Map<string, string[]>,
  itemClasses: ReadonlySet<string>,
): Row {
  const { tree, flow } = page;
  const collector = new RowCollector(names);
  const path: { node: number; step: string }[] = [];
  const end = endOf(tree, last);
  // Siblings have steps of their own; the element of a record has none.
  const container = first === last ? first : -1;
  for (let node = first; node < end; node++) {
    if (!isElement(tree, node)) continue;
    if (flow.kind[node] === flowKind.skipped && tree.tag[node] !== tag.meta) {
      node = endOf(tree, node) - 1;
      continue;
    }
    while (path.length > 0 && endOf(tree, lastOf(path).node) <= node) path.pop();
    const step = node === container ? '' : stepOf(tree, node, itemClasses);
    if (node !== container) path.push({ node, step });
    const place =
      path
        .slice(-4)
        .map((one) => one.step)
        .join('>') || '.';
    const elementNames = [
      ...getElementNames(page, node),
      ...(path.length > 1 ? getElementNames(page, path.at(-2)?.node ?? node) : []),
      ...(container === -1 && node === first && tree.tag[node] === tag.dt ? ['title'] : []),
    ];
    addTexts(page, node, container, place, elementNames, collector);
    for (const id of machineAttributes) {
      const value = attributeOf(tree, node, id)?.trim();
      if (value === undefined || value === '' || value.length > maxTextLength) continue;
      const name = tree.attributeNames[id] ?? '';
      collector.add(`${place}@${name}`, value, elementNames);
    }
    addDataAttributes(page, node, place, collector);
  }
  return collector.row;
}

const oldPriceClass =
  /(?:^|[\s_-])(?:old|was|strike|former|compare)(?:[\s_-]?(?:price|at|through))?(?:$|[\s_-])/i;

const ageText = /^(?:\d{1,3}|an?) (?:seconds?|minutes?|hours?|days?|weeks?|months?|years?) ago$/i;
const maxDateLength = 30;

/** Returns true if an element within a link or heading is a date or an age beside the title. */
function isDateBeside(page: PageView, node: number): boolean {
  if (page.tree.tag[node] === tag.time) return true;
  const text = page.textOf(node);
  return text.length <= maxDateLength && (ageText.test(text) || getValueType(text, '') === 'date');
}

/** Returns the text of an element without struck out parts, unless it is struck out as a whole; titles without dates. */
function textWithoutStruck(page: PageView, element: number): string {
  const { tree } = page;
  let text = page.textOf(element);
  if (text.length > maxWholeLength) return text;
  const mayHoldDate = tree.tag[element] === tag.a || isHeading[tagOf(tree, element)] === 1;
  const end = endOf(tree, element);
  for (let node = element + 1; node < end; node++) {
    if (!isElement(tree, node)) continue;
    const isStruck =
      isStruckTag[tagOf(tree, node)] === 1 ||
      oldPriceClass.test(attributeOf(tree, node, attribute.class) ?? '') ||
      (mayHoldDate && isDateBeside(page, node));
    if (!isStruck) continue;
    const rest = text.replace(page.textOf(node), ' ').replace(/\s+/g, ' ').trim();
    if (rest !== '') text = rest;
    node = endOf(tree, node) - 1;
  }
  return text;
}

function addTexts(
  page: PageView,
  node: number,
  container: number,
  place: string,
  elementNames: readonly string[],
  collector: RowCollector,
): void {
  const { tree } = page;
  const isTextual = hasOwnText(page, node);
  const isNamed = !isTextual && node !== container && elementNames.length > 0;
  if (!isTextual && !isNamed) return;
  const text = textWithoutStruck(page, node);
  if (text === '' || (isNamed && text.length > maxWholeLength)) return;
  const label = findLabelBefore(page, node);
  if (label !== null) collector.add(`:${label.toLowerCase()}`, text, [label]);
  const labelledText = inlineLabel.exec(text);
  if (labelledText !== null && text.length <= maxWholeLength) {
    collector.add(`:${groupOf(labelledText, 1).toLowerCase()}`, groupOf(labelledText, 2), [
      groupOf(labelledText, 1),
    ]);
  }
  const names = isInlineStyle[tagOf(tree, node)] === 1 && elementNames.length === 0 ? [] : elementNames;
  collector.add(place, text, names);
}

/** Adds values of `data-` attributes. */
function addDataAttributes(page: PageView, node: number, place: string, collector: RowCollector): void {
  const { tree } = page;
  let count = 0;
  for (let row = integerAt(tree.from, node); row < integerAt(tree.to, node) && count < 8; row++) {
    const name = tree.attributeNames[integerAt(tree.attributeName, row)] ?? '';
    if (!name.startsWith('data-') || /^data-(?:v-|react|testid|toggle|target|src|bs-|aos)/.test(name))
      continue;
    const value = page.attributeOf(node, name)?.trim() ?? '';
    if (value === '' || value.length > 200 || /^[{[]/.test(value)) continue;
    collector.add(`${place}@${name}`, value, [name.slice(5)]);
    count++;
  }
}

/** Removes labels that occur in few records: bold text before something else is then a value. */
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

/** Reads the records of repeated elements, or of runs of siblings from `members` to `lasts`. */
export function readElementRows(
  page: PageView,
  members: readonly number[],
  lasts: readonly number[] = members,
): Rows {
  const names = new Map<string, string[]>();
  const itemClasses = findItemClasses(page.tree, members);
  const rows = members.map((member, at) =>
    readRow(page, { first: member, last: lasts[at] ?? member }, names, itemClasses),
  );
  dropChanceLabels(rows, names);
  return { rows, nodes: [...members], names, ...(lasts !== members && { lasts: [...lasts] }) };
}

/** Returns the cells of a table row; a cell that spans several columns appears once for each. */
function cellsOf(tree: Tree, row: number): number[] {
  const cells: number[] = [];
  for (let node = row + 1; node < endOf(tree, row) && cells.length < maxCells; node++) {
    const tagId = tree.tag[node];
    if (tagId !== tag.td && tagId !== tag.th) continue;
    const span = Number(attributeOf(tree, node, attribute.colspan) ?? 1);
    for (let at = 0; at < Math.min(20, Number.isInteger(span) && span > 0 ? span : 1); at++) cells.push(node);
    node = endOf(tree, node) - 1;
  }
  return cells;
}

/**
 * Reads the records of a table with headings, with the headings as keys. Returns null for a table without
 * headings.
 */
export function readTableRows(page: PageView, table: number): Rows | null {
  const { tree, flow } = page;
  const tableRows: number[][] = [];
  const elements: number[] = [];
  for (let node = table + 1; node < endOf(tree, table); node++) {
    if (flow.kind[node] === flowKind.skipped || (tree.tag[node] === tag.table && node !== table)) {
      node = Math.max(node, endOf(tree, node) - 1);
      continue;
    }
    if (tree.tag[node] !== tag.tr) continue;
    tableRows.push(cellsOf(tree, node));
    elements.push(node);
  }
  const headingIndex = tableRows.findIndex(
    (cells) => cells.length >= 2 && cells.every((cell) => tree.tag[cell] === tag.th),
  );
  if (headingIndex === -1) return null;
  const headings = itemAt(tableRows, headingIndex).map(
    (cell, index) => page.textOf(cell).slice(0, 80) || `column ${index + 1}`,
  );
  const names = new Map<string, string[]>();
  const rows: Row[] = [];
  const nodes: number[] = [];
  for (let at = headingIndex + 1; at < tableRows.length; at++) {
    const cells = itemAt(tableRows, at);
    if (cells.length < Math.max(2, headings.length / 2)) continue;
    const collector = new RowCollector(names);
    cells.forEach((cell, index) => {
      const heading = headings[index] ?? `column ${index + 1}`;
      addCell(page, cell, heading, collector);
    });
    rows.push(collector.row);
    nodes.push(numberAt(elements, at));
  }
  return rows.length < 2 ? null : { rows, nodes, names };
}

function addCell(page: PageView, cell: number, heading: string, collector: RowCollector): void {
  const { tree } = page;
  const text = page.textOf(cell);
  collector.add(heading, text, [heading]);
  let hasFirst = false;
  for (let node = cell; node < endOf(tree, cell); node++) {
    if (!isElement(tree, node)) {
      const first: string = hasFirst || tree.tag[node] !== tag.text ? '' : page.textOf(node);
      hasFirst ||= first !== '';
      // Other lines and labels may follow the first text of a cell.
      if (first !== '' && first !== text && text.startsWith(first))
        collector.add(`${heading}>text`, first, [heading]);
      continue;
    }
    if (tree.tag[node] === tag.a) {
      // Labels and tags may follow the link of a cell.
      const linked = page.textOf(node);
      if (linked !== '' && linked !== text && text.startsWith(linked))
        collector.add(`${heading}>a`, linked, [heading]);
    }
    for (const id of machineAttributes) {
      const value = attributeOf(tree, node, id)?.trim();
      if (value === undefined || value === '') continue;
      collector.add(`${heading}@${tree.attributeNames[id] ?? ''}`, value, [heading]);
    }
  }
}
