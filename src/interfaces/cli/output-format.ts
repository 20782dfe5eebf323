import { isObject } from '../../domain/values/is-object.ts';
import type { Output } from './output.ts';
import { UsageError } from './usage-error.ts';

/** Formats in which the command line writes a response. */
export const outputFormats = ['text', 'json', 'ndjson', 'csv'] as const;

/** One of {@link outputFormats}. */
export type OutputFormat = (typeof outputFormats)[number];

const formatsByExtension: Readonly<Record<string, OutputFormat>> = {
  json: 'json',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  csv: 'csv',
};

/** Returns the format of a command: the one of its flag, else the one of the extension of its file, else text. */
export function chooseFormat(
  flag: OutputFormat | null,
  { extension }: Pick<Output, 'extension'>,
): OutputFormat {
  return flag ?? formatsByExtension[extension] ?? 'text';
}

/** Fields of responses that describe them and are no rows. */
const sideLists = new Set(['warnings', 'errors', 'receipts']);

/** Returns the rows of a response: its only list, or the longest of several. Throws UsageError without a list. */
function findRows(document: unknown, format: OutputFormat): unknown[] {
  if (Array.isArray(document)) return document;
  const lists = isObject(document)
    ? Object.entries(document).flatMap(([name, value]) =>
        Array.isArray(value) && !sideLists.has(name) ? [value as unknown[]] : [],
      )
    : [];
  const [longest] = lists.sort((one, other) => other.length - one.length);
  if (longest !== undefined) return longest;
  throw new UsageError(`the response has no list to write as ${format}; use --json`);
}

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Writes rows as CSV (RFC 4180): the columns are the fields of all rows; lists and objects are JSON. */
function toCsv(rows: readonly unknown[]): string {
  const objects = rows.map((row) => (isObject(row) ? row : { value: row }));
  const columns = [...new Set(objects.flatMap((row) => Object.keys(row)))];
  const lines = objects.map((row) => columns.map((column) => csvCell(row[column])));
  return [columns.map(csvCell), ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

/** Writes a response in a format other than text. Throws UsageError if it has no rows for that format. */
export function formatDocument(document: unknown, format: Exclude<OutputFormat, 'text'>): string {
  if (format === 'json') return `${JSON.stringify(document, null, 2)}\n`;
  const rows = findRows(document, format);
  return format === 'csv' ? toCsv(rows) : rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}
