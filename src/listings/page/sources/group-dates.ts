import { itemAt, numberAt } from '../../../domain/values/elements.ts';
import type { PageView } from '../../../extract/page-view/page-view.ts';
import { parseDate } from '../../../extract/typed/date.ts';
import { isHeading, tagSet } from '../../../page/parse/names/tag-sets.ts';
import { endOf, isElement, parentOf, tagOf } from '../../../page/tree/tree.ts';
import { getValueType } from '../columns/columns.ts';
import type { Row, Rows } from './row-collector.ts';

/** Key of the date that stands above a group of records. */
const groupKey = '^date';
/** Pointer to the date that stands above a group of records. */
export const groupDatePath = `/${groupKey}`;
const maxLineLength = 60;
/** Minimum share of the records below a line with a date. */
const minBelow = 0.9;
/** Maximum share of the records that have a date of their own. */
const maxDated = 0.5;
const isTitle = tagSet('summary caption legend dt th tr');
const year = /(?<![\d.,/-])(?:19|20)\d{2}(?![\d.,/-]\d|\d)/g;
const anyOrder = () => 'month' as const;

/** A line between records that is a date, or that names a year. */
interface Line {
  node: number;
  text: string;
  isHeading: boolean;
}

/** Returns the only year that a text names; null if it names none or several. */
function yearIn(text: string): string | null {
  const years = new Set(text.match(year) ?? []);
  const [only] = years;
  return only !== undefined && years.size === 1 ? only : null;
}

/** Returns whether an element is a heading, or is all that a heading says. */
function isHeadingLine({ tree }: PageView, node: number): boolean {
  const isOne = (at: number) => isHeading[tagOf(tree, at)] === 1 || isTitle[tagOf(tree, at)] === 1;
  return isOne(node) || isOne(parentOf(tree, node));
}

/** Returns the lines outside of the records that hold a year, in document order. */
function findLines(page: PageView, { nodes, lasts }: Rows): Line[] {
  const { tree } = page;
  const lines: Line[] = [];
  const end = numberAt(nodes, nodes.length - 1);
  let record = 0;
  for (let node = 1; node < end; node++) {
    while (record < nodes.length && numberAt(nodes, record) < node) record++;
    if (nodes[record] === node) {
      node = endOf(tree, lasts?.[record] ?? node) - 1;
      continue;
    }
    if (!isElement(tree, node)) continue;
    const text = page.textOf(node);
    if (text === '' || text.length > maxLineLength || yearIn(text) === null) continue;
    const holdsRecord = record < nodes.length && numberAt(nodes, record) < endOf(tree, node);
    if (!holdsRecord) lines.push({ node, text, isHeading: isHeadingLine(page, node) });
  }
  return lines;
}

/** Returns the last line before each record, or null. */
function linesAbove(nodes: readonly number[], lines: readonly Line[]): (Line | null)[] {
  let at = -1;
  return nodes.map((node) => {
    while (at + 1 < lines.length && itemAt(lines, at + 1).node < node) at++;
    return at === -1 ? null : itemAt(lines, at);
  });
}

/** Returns the date of a text that leaves out its year, with the year; null if it has none. */
function withYear(text: string, own: string): string | null {
  if (text.length > maxLineLength || !/\d/.test(text) || parseDate(text, null, anyOrder) !== null)
    return null;
  for (const part of text.split(/[,|·•–—]/)) {
    const whole = `${part.trim()}, ${own}`;
    if (part.trim() !== '' && getValueType(whole, '') === 'date') return whole;
  }
  return null;
}

/** Returns the date in the values of a record that leave out the year; null if there is none, or more than one. */
function dateInYear(row: Row, own: string): string | null {
  const dates = new Set(
    Object.entries(row).flatMap(([key, value]) =>
      typeof value === 'string' && !key.includes('@') ? (withYear(value, own) ?? []) : [],
    ),
  );
  const [only] = dates;
  return only !== undefined && dates.size === 1 ? only : null;
}

const isDate = (text: string) => getValueType(text, '') === 'date';

/** Returns the dates that lines above groups of records state; null if they state none. */
function datesOf(rows: Rows, lines: readonly Line[]): (string | null)[] | null {
  const above = linesAbove(
    rows.nodes,
    lines.filter(({ text }) => isDate(text)),
  );
  const named = above.filter((line) => line !== null);
  const isShared = new Set(named.map(({ text }) => text)).size === 1 && !named.every((one) => one.isHeading);
  if (named.length >= minBelow * above.length && !isShared) return above.map((line) => line?.text ?? null);
  const years = linesAbove(
    rows.nodes,
    lines.filter((one) => one.isHeading && !isDate(one.text)),
  );
  const dates = years.map((line, at) => {
    const own = line === null ? null : yearIn(line.text);
    return own === null ? null : dateInYear(itemAt(rows.rows, at), own);
  });
  return dates.filter((date) => date !== null).length >= minBelow * dates.length ? dates : null;
}

/**
 * Adds the dates above groups of records to these, and the years above dates that leave them out, if the records have no dates
 * of their own.
 */
export function addGroupDates(page: PageView, rows: Rows): void {
  if (rows.lasts !== undefined || rows.nodes.length < 2) return;
  const dated = rows.rows.filter((row) =>
    Object.entries(row).some(
      ([key, value]) => typeof value === 'string' && getValueType(value, key) === 'date',
    ),
  );
  if (dated.length > maxDated * rows.rows.length) return;
  const dates = datesOf(rows, findLines(page, rows));
  if (dates === null) return;
  dates.forEach((date, at) => {
    if (date !== null) itemAt(rows.rows, at)[groupKey] = date;
  });
  rows.names.set(groupKey, []);
}
