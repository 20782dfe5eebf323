import { wholeTimestamp } from './timestamps.ts';

/** A row of an index by the names of its fields; every value as text. */
export type IndexRow = Readonly<Record<string, string>>;

/** Rows of an answer, and the key that goes on after them. */
export interface IndexRows {
  rows: IndexRow[];
  resumeKey: string | null;
}

/** Fields of a text answer, where none were asked for by name. */
export const usualFields = ['urlkey', 'timestamp', 'original', 'mimetype', 'statuscode', 'digest', 'length'];

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** An array of arrays, the first naming the fields; an empty one sets a resume key apart. Null for other JSON. */
function rowsOfArrays(value: unknown): IndexRows | null {
  if (!Array.isArray(value)) return null;
  const [names, ...lines]: unknown[] = value;
  if (names === undefined) return { rows: [], resumeKey: null };
  if (!isStrings(names)) return null;
  const gap = lines.findIndex((line) => Array.isArray(line) && line.length === 0);
  const listed = gap < 0 ? lines : lines.slice(0, gap);
  const after: unknown = gap < 0 ? undefined : lines[gap + 1];
  const rows = listed.flatMap((line) =>
    isStrings(line) ? [Object.fromEntries(names.map((name, at) => [name, line[at] ?? '-']))] : [],
  );
  return { rows, resumeKey: isStrings(after) ? (after[0] ?? null) : null };
}

/** Lines of fields set apart by spaces; an empty line sets the resume key apart. Null when a line is something else. */
function rowsOfText(text: string, fields: readonly string[]): IndexRows | null {
  const lines = text.split(/\r?\n/);
  const gap = lines.findIndex((line, at) => at > 0 && line === '' && (lines[at + 1] ?? '') !== '');
  const listed = (gap < 0 ? lines : lines.slice(0, gap)).filter((line) => line !== '');
  const rows = listed.map((line) => line.split(' '));
  if (rows.some((row) => row.length !== fields.length)) return null;
  return {
    rows: rows.map((row) => Object.fromEntries(fields.map((name, at) => [name, row[at] as string]))),
    resumeKey: gap < 0 ? null : (lines[gap + 1]?.trim() ?? null),
  };
}

/** One JSON object a line. Null when no line is one; lines that are none are passed over. */
function rowsOfLines(text: string): IndexRows | null {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const rows: IndexRow[] = [];
  for (const line of lines) {
    const start = line.indexOf('{');
    const value = parsed(line.slice(Math.max(0, start)));
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
    // A CDXJ line has key and time before its object.
    const [urlkey, timestamp] = start > 0 ? line.slice(0, start).trim().split(' ') : [];
    const own = Object.entries(value).map(([name, item]) => [name, String(item)]);
    rows.push({ ...(urlkey && { urlkey }), ...(timestamp && { timestamp }), ...Object.fromEntries(own) });
  }
  return rows.length === 0 && lines.length > 0 ? null : { rows, resumeKey: null };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The rows of whatever form an index answered in, or null when the answer is no index at all (an error page, half a file). */
export function readIndexRows(text: string, fields: readonly string[] = usualFields): IndexRows | null {
  const start = text.trimStart();
  if (start === '') return { rows: [], resumeKey: null };
  if (start.startsWith('[')) return rowsOfArrays(parsed(text));
  if (start.startsWith('<')) return null;
  if (start.startsWith('{') || /^\S+ \d+ \{/.test(start)) return rowsOfLines(text);
  return rowsOfText(text, fields);
}

/** What every index tells of a row, under whatever names; null for a row that means nothing. */
export interface RowFacts {
  urlKey: string | null;
  timestamp: string;
  original: string;
  statusCode: number | null;
  mime: string | null;
  digest: string | null;
  length: number | null;
  isRevisit: boolean;
}

function known(value: string | undefined): string | null {
  return value === undefined || value === '-' || value === '' || value === 'unk' ? null : value;
}

/** Addresses that crawlers made up of other things, and longer ones than any page has. */
function isJunk(address: string): boolean {
  return !/^https?:\/\/[^/\s:@]+/i.test(address) || address.length > 8_192;
}

/** Reads a row leniently; a bad one is null. */
export function factsOf(row: IndexRow): RowFacts | null {
  const timestamp = wholeTimestamp(row.timestamp ?? '');
  const original = row.original ?? row.url;
  if (timestamp === null || original === undefined || isJunk(original)) return null;
  const mime = known(row.mimetype ?? row.mime);
  const status = Number(known(row.statuscode ?? row.status) ?? Number.NaN);
  const length = Number(known(row.length) ?? Number.NaN);
  return {
    urlKey: known(row.urlkey),
    timestamp,
    original,
    statusCode: Number.isInteger(status) ? status : null,
    mime: mime === 'warc/revisit' ? null : mime,
    digest:
      known(row.digest)
        ?.replace(/^sha1:/i, '')
        .toUpperCase() ?? null,
    length: Number.isInteger(length) && length > 0 ? length : null,
    isRevisit: mime === 'warc/revisit',
  };
}

/**
 * Revisits with the status and type of the nearest earlier row of the same bytes, or of the nearest later one. Those
 * whose original is not listed stay unknown.
 */
export function resolveRevisits<Row extends RowFacts>(rows: readonly Row[]): Row[] {
  const earlier = new Map<string, Row>();
  const forward = rows.map((row) => resolved(row, earlier));
  const later = new Map<string, Row>();
  return forward
    .toReversed()
    .map((row) => resolved(row, later))
    .reverse();
}

function resolved<Row extends RowFacts>(row: Row, originals: Map<string, Row>): Row {
  const { digest } = row;
  if (digest === null) return row;
  if (row.isRevisit && row.statusCode === null) {
    const original = originals.get(digest);
    return original === undefined ? row : { ...row, statusCode: original.statusCode, mime: original.mime };
  }
  if (row.statusCode !== null) originals.set(digest, row);
  return row;
}
