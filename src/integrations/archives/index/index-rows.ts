import { setImmediate } from 'node:timers/promises';
import { itemAt } from '../../../domain/values/elements.ts';
import { completeTimestamp } from './timestamps.ts';

/** Row of an index by field name; every value is text. */
export type IndexRow = Readonly<Record<string, string>>;

/** Rows parsed before the event loop gets a turn, a few milliseconds of work. */
const rowsPerSlice = 1_000;

/** Rows of an answer, and the key of the next group. */
export interface IndexRows {
  rows: IndexRow[];
  resumeKey: string | null;
}

/** Fields of a text answer if the query names none. */
export const defaultFields = [
  'urlkey',
  'timestamp',
  'original',
  'mimetype',
  'statuscode',
  'digest',
  'length',
];

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/**
 * Parses an array of arrays whose first row names the fields; an empty array precedes the resume key. Null for other
 * JSON.
 */
function parseArrayRows(value: unknown): IndexRows | null {
  if (!Array.isArray(value)) return null;
  const [names, ...lines]: unknown[] = value;
  if (names === undefined) return { rows: [], resumeKey: null };
  if (!isStrings(names)) return null;
  const separator = lines.findIndex((line) => Array.isArray(line) && line.length === 0);
  const rowLines = separator < 0 ? lines : lines.slice(0, separator);
  const resumeRow: unknown = separator < 0 ? undefined : lines[separator + 1];
  const rows = rowLines.flatMap((line) =>
    isStrings(line) ? [Object.fromEntries(names.map((name, at) => [name, line[at] ?? '-']))] : [],
  );
  return { rows, resumeKey: isStrings(resumeRow) ? (resumeRow[0] ?? null) : null };
}

/**
 * Parses lines of fields separated by spaces; an empty line precedes the resume key. Null if a line has another form.
 */
async function parseTextRows(text: string, fields: readonly string[]): Promise<IndexRows | null> {
  const lines = text.split(/\r?\n/);
  const separator = lines.findIndex((line, at) => at > 0 && line === '' && (lines[at + 1] ?? '') !== '');
  const rowLines = (separator < 0 ? lines : lines.slice(0, separator)).filter((line) => line !== '');
  const rows: IndexRow[] = [];
  for (const line of rowLines) {
    const values = line.split(' ');
    if (values.length !== fields.length) return null;
    rows.push(Object.fromEntries(fields.map((name, at) => [name, itemAt(values, at)])));
    if (rows.length % rowsPerSlice === 0) await setImmediate();
  }
  return {
    rows,
    resumeKey: separator < 0 ? null : (lines[separator + 1]?.trim() ?? null),
  };
}

/** Parses one JSON object per line. Skips other lines; null if no line is an object. */
async function parseJsonLines(text: string): Promise<IndexRows | null> {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const rows: IndexRow[] = [];
  for (const line of lines) {
    const start = line.indexOf('{');
    const value = parseJson(line.slice(Math.max(0, start)));
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
    // A CDXJ line has key and timestamp before its object.
    const [urlkey, timestamp] = start > 0 ? line.slice(0, start).trim().split(' ') : [];
    const own = Object.entries(value).map(([name, item]) => [name, String(item)]);
    rows.push({ ...(urlkey && { urlkey }), ...(timestamp && { timestamp }), ...Object.fromEntries(own) });
    if (rows.length % rowsPerSlice === 0) await setImmediate();
  }
  return rows.length === 0 && lines.length > 0 ? null : { rows, resumeKey: null };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Parses an index answer in any known form; null if it is not an index (an error page, half a file). Yields to the
 * event loop between slices of rows.
 */
export async function parseIndexRows(
  text: string,
  fields: readonly string[] = defaultFields,
): Promise<IndexRows | null> {
  const start = text.trimStart();
  if (start === '') return { rows: [], resumeKey: null };
  if (start.startsWith('[')) return parseArrayRows(parseJson(text));
  if (start.startsWith('<')) return null;
  if (start.startsWith('{') || /^\S+ \d+ \{/.test(start)) return parseJsonLines(text);
  return parseTextRows(text, fields);
}

/** Fields of a row that all indexes provide, under one set of names. */
export interface IndexRowFields {
  urlKey: string | null;
  timestamp: string;
  original: string;
  statusCode: number | null;
  mime: string | null;
  digest: string | null;
  length: number | null;
  isRevisit: boolean;
}

function presentValue(value: string | undefined): string | null {
  return value === undefined || value === '-' || value === '' || value === 'unk' ? null : value;
}

/** Returns whether a URL is not a web URL or is longer than the URL of any page. */
function isInvalidUrl(address: string): boolean {
  return !/^https?:\/\/[^/\s:@]+/i.test(address) || address.length > 8_192;
}

/** Parses a row leniently; null for an invalid one. */
export function parseIndexRow(row: IndexRow): IndexRowFields | null {
  const timestamp = completeTimestamp(row.timestamp ?? '');
  const original = row.original ?? row.url;
  if (timestamp === null || original === undefined || isInvalidUrl(original)) return null;
  const mime = presentValue(row.mimetype ?? row.mime);
  const status = Number(presentValue(row.statuscode ?? row.status) ?? Number.NaN);
  const length = Number(presentValue(row.length) ?? Number.NaN);
  return {
    urlKey: presentValue(row.urlkey),
    timestamp,
    original,
    statusCode: Number.isInteger(status) ? status : null,
    mime: mime === 'warc/revisit' ? null : mime,
    digest:
      presentValue(row.digest)
        ?.replace(/^sha1:/i, '')
        .toUpperCase() ?? null,
    length: Number.isInteger(length) && length > 0 ? length : null,
    isRevisit: mime === 'warc/revisit',
  };
}

/**
 * Gives revisits the status and type of the nearest earlier row with the same bytes, or of the nearest later one.
 * Revisits whose original is not listed stay unknown.
 */
export function resolveRevisits<Row extends IndexRowFields>(rows: readonly Row[]): Row[] {
  const earlier = new Map<string, Row>();
  const forward = rows.map((row) => resolveRevisit(row, earlier));
  const later = new Map<string, Row>();
  return forward
    .toReversed()
    .map((row) => resolveRevisit(row, later))
    .reverse();
}

function resolveRevisit<Row extends IndexRowFields>(row: Row, originals: Map<string, Row>): Row {
  const { digest } = row;
  if (digest === null) return row;
  if (row.isRevisit && row.statusCode === null) {
    const original = originals.get(digest);
    return original === undefined ? row : { ...row, statusCode: original.statusCode, mime: original.mime };
  }
  if (row.statusCode !== null) originals.set(digest, row);
  return row;
}
