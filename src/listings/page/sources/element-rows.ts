import { collapseSpace } from '../../../domain/values/collapse-space.ts';
import { groupOf, integerAt, lastOf } from '../../../domain/values/elements.ts';
import type { RecordSpan } from '../../../extract/page-view/cluster-score.ts';
import type { PageView } from '../../../extract/page-view/page-view.ts';
import { attribute } from '../../../page/parse/attributes.ts';
import { isHeading, tagSet } from '../../../page/parse/names/tag-sets.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { flowKind } from '../../../page/tree/flow.ts';
import { isStruck } from '../../../page/tree/struck.ts';
import { attributeOf, endOf, isElement, parentOf, tagOf } from '../../../page/tree/tree.ts';
import { getValueType } from '../columns/columns.ts';
import {
  findFormerPriceClass,
  findItemClasses,
  getElementNames,
  isControl,
  isPersonControl,
  maxLabelLength,
  stepOf,
} from './element-names.ts';
import { imageAddressOf } from './image-address.ts';
import { addPhrases, isPhraseDate } from './record-phrases.ts';
import { addPrices } from './record-prices.ts';
import { machineAttributes, maxTextLength, type Row, RowCollector, type Rows } from './row-collector.ts';
import { addTextRuns } from './text-runs.ts';

/** Maximum length of an element's whole text that counts as a value. */
const maxWholeLength = 160;
const isInlineStyle = tagSet('b strong i em u small sup sub');

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
  skipped: ReadonlySet<number>,
): Row {
  const { tree, flow } = page;
  const collector = new RowCollector(names);
  const path: { node: number; step: string }[] = [];
  const end = endOf(tree, last);
  // Siblings have steps of their own; the element of a record has none.
  const container = first === last ? first : -1;
  for (let node = first; node < end; node++) {
    if (!isElement(tree, node)) continue;
    if (skipped.has(node)) {
      node = endOf(tree, node) - 1;
      continue;
    }
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
    addAttributes(page, node, place, elementNames, collector);
    addDataAttributes(page, node, place, collector);
  }
  return collector.row;
}

/** Adds the values of attributes; for an image, the address that it has in the end. */
function addAttributes(
  page: PageView,
  node: number,
  place: string,
  elementNames: readonly string[],
  collector: RowCollector,
): void {
  const { tree } = page;
  const isImage = tree.tag[node] === tag.img;
  const image = isImage ? imageAddressOf(page, node) : null;
  if (image !== null) collector.add(`${place}@src`, image, elementNames);
  for (const id of machineAttributes) {
    if (isImage && id === attribute.src) continue;
    const value = attributeOf(tree, node, id)?.trim();
    if (value === undefined || value === '' || value.length > maxTextLength) continue;
    const name = tree.attributeNames[id] ?? '';
    collector.add(`${place}@${name}`, value, elementNames);
  }
}

const ageText = /^(?:\d{1,3}|an?) (?:seconds?|minutes?|hours?|days?|weeks?|months?|years?) ago$/i;
const maxDateLength = 30;

/** Returns true if an element within a link or heading is a date or an age beside the title. */
function isDateBeside(page: PageView, node: number): boolean {
  if (page.tree.tag[node] === tag.time) return true;
  const text = page.textOf(node);
  return text.length <= maxDateLength && (ageText.test(text) || getValueType(text, '') === 'date');
}

/**
 * Returns the text of an element without struck out parts and labels of buttons, unless it is nothing else; titles without
 * dates.
 */
function textWithoutStruck(page: PageView, element: number): string {
  const { tree } = page;
  let text = page.textOf(element);
  if (text.length > maxWholeLength) return text;
  const mayHoldDate = tree.tag[element] === tag.a || isHeading[tagOf(tree, element)] === 1;
  const end = endOf(tree, element);
  for (let node = element + 1; node < end; node++) {
    if (!isElement(tree, node)) continue;
    const isBeside =
      isStruck(tree, node) ||
      isControl(tree, node) ||
      findFormerPriceClass(tree, node) !== undefined ||
      (mayHoldDate && isDateBeside(page, node));
    if (!isBeside) continue;
    const rest = collapseSpace(text.replace(page.textOf(node), ' '));
    if (rest !== '') text = rest;
    node = endOf(tree, node) - 1;
  }
  return text;
}

/** A rating or stars with the number of reviews behind it: `4.5 (123)`, `★★★★☆ (7)`. */
// regex: at most 40 characters, checked by the caller.
const ratingWithCount =
  /^([★☆⭐✩✭\s]*)(\d(?:[.,]\d{1,2})?)?(?: ?\/ ?(?:5|10))?[★☆⭐✩✭\s]*\((\d[\d.,]{0,10})\)$/u;
const maxRatingLength = 40;

/** Adds the rating and the number of reviews that one text states. */
function addRating(text: string, collector: RowCollector): void {
  const match = text.length > maxRatingLength ? null : ratingWithCount.exec(text);
  if (match === null) return;
  const [, stars = '', rating = '', count = ''] = match;
  // A number with another one in brackets has many meanings.
  if (stars.trim() === '' && !/[.,]/.test(rating)) return;
  if (rating !== '') collector.add(':rating', rating, ['rating']);
  collector.add(':review count', count, ['review count', 'reviews']);
}

/** A heading that starts with the number of a release: `2.3.0 – 2026-05-11`, `v1.4 (stable)`. */
const releaseHeading =
  /^(?:version |release |v\.? ?)?(\d{1,5}(?:\.\d{1,6}){1,3}(?:[-.]?[a-z]{1,8}\.?\d{0,4})?)(?![\w.,])/i;

/** Adds the number of the release that a heading names. */
function addRelease(page: PageView, node: number, text: string, collector: RowCollector): void {
  if (isHeading[tagOf(page.tree, node)] !== 1) return;
  const version = releaseHeading.exec(text.slice(0, maxWholeLength))?.[1];
  if (version !== undefined) collector.add(':version', version, ['version', 'release']);
}

/** Returns the date whose parts are the elements in an element: the month above the day. Null if they are none. */
function splitDateOf(page: PageView, element: number): string | null {
  const { tree } = page;
  if (page.textOf(element).length > maxDateLength) return null;
  const end = endOf(tree, element);
  const parts: string[] = [];
  for (let node = element + 1; node < end; node = Math.max(node + 1, endOf(tree, node)))
    if (isElement(tree, node)) parts.push(page.textOf(node));
  const text = parts.filter((part) => part !== '').join(' ');
  return parts.length > 1 && getValueType(text, '') === 'date' ? text : null;
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
  if (isPersonControl(page.tree, node)) return;
  const isTextual = hasOwnText(page, node);
  const isNamed = !isTextual && node !== container && elementNames.length > 0;
  const splitDate = isTextual ? null : splitDateOf(page, node);
  if (!isTextual && !isNamed && splitDate === null) return;
  const text = splitDate ?? textWithoutStruck(page, node);
  if (text === '' || (isNamed && text.length > maxWholeLength)) return;
  const label = findLabelBefore(page, node);
  if (label !== null) collector.add(`:${label.toLowerCase()}`, text, [label]);
  const labels = isTextual ? addTextRuns(page, node, place, collector) : 0;
  // A text with labels within it has the values of several.
  const labelledText = labels > 0 ? null : inlineLabel.exec(text);
  if (labelledText !== null && text.length <= maxWholeLength) {
    collector.add(`:${groupOf(labelledText, 1).toLowerCase()}`, groupOf(labelledText, 2), [
      groupOf(labelledText, 1),
    ]);
  }
  addRating(text, collector);
  addRelease(page, node, text, collector);
  const names = isInlineStyle[tagOf(tree, node)] === 1 && elementNames.length === 0 ? [] : elementNames;
  collector.add(place, text, names);
  if (labels === 0) addPhrases(place, text, page.language, collector);
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
    collector.addData(`${place}@${name}`, value, [name.slice(5)]);
    count++;
  }
}

/** Removes the dates within phrases if the records have dates of their own. */
function dropSpareDates(rows: readonly Row[]): void {
  const isDate = (value: unknown, key: string) =>
    typeof value === 'string' && getValueType(value, key) === 'date';
  const dated = rows.filter((row) =>
    Object.entries(row).some(([key, value]) => !isPhraseDate(key) && isDate(value, key)),
  );
  if (dated.length * 2 < rows.length) return;
  for (const row of rows) for (const key of Object.keys(row)) if (isPhraseDate(key)) delete row[key];
}

const none: ReadonlySet<number> = new Set();

/**
 * Reads the records of repeated elements, or of runs of siblings from `members` to `lasts`. The elements in `skipped` are
 * records of their own inside of these.
 */
export function readElementRows(
  page: PageView,
  members: readonly number[],
  lasts: readonly number[] = members,
  skipped: ReadonlySet<number> = none,
): Rows {
  const names = new Map<string, string[]>();
  const itemClasses = findItemClasses(page.tree, members);
  const rows = members.map((member, at) => {
    const span = { first: member, last: lasts[at] ?? member };
    const row = readRow(page, span, names, itemClasses, skipped);
    // The amounts of records inside of a record are theirs.
    if (skipped.size === 0) addPrices(page, span, row);
    return row;
  });
  dropSpareDates(rows);
  return { rows, nodes: [...members], names, ...(lasts !== members && { lasts: [...lasts] }) };
}
