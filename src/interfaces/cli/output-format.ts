import { isObject } from '../../domain/values/is-object.ts';
import type { Output } from './output.ts';

/** Formats in which the command line writes a response. */
export const outputFormats = ['text', 'json', 'ndjson', 'csv'] as const;

/** One of {@link outputFormats}. */
export type OutputFormat = (typeof outputFormats)[number];

const formatsByExtension: Readonly<Record<string, OutputFormat>> = {
  txt: 'text',
  text: 'text',
  md: 'text',
  log: 'text',
  json: 'json',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  csv: 'csv',
};

/** Returns true for a file whose extension is none, or one of a format. */
export function isKnownExtension(extension: string): boolean {
  return extension === '' || extension in formatsByExtension;
}

/** Returns the format of a command: the one of its flag, else the one of the extension of its file, else text. */
export function chooseFormat(
  flag: OutputFormat | null,
  { extension }: Pick<Output, 'extension'>,
): OutputFormat {
  return flag ?? formatsByExtension[extension] ?? 'text';
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

/** Writes rows in a format. */
export function formatRows(rows: readonly unknown[], format: 'csv' | 'ndjson'): string {
  return format === 'csv' ? toCsv(rows) : rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}
