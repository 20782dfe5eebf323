import { tableHtml } from '../table-html.ts';

/** Fields of a record by their names, as text with line ends. */
export type RecordFields = ReadonlyMap<string, string>;

/** Maximum number of records that are returned. */
export const maxRecords = 5_000;
/** Maximum length of a field in UTF-16 code units. */
const maxFieldLength = 10_000;

/** Returns a table with a row for each record and a column for each name that a record has, in this order. */
export function recordTable(records: readonly RecordFields[], names: readonly string[]): string {
  const used = names.filter((name) => records.some((record) => (record.get(name) ?? '') !== ''));
  const rows = records.map((record) =>
    used.map((name) => (record.get(name) ?? '').trim().slice(0, maxFieldLength)),
  );
  return used.length === 0 ? '' : tableHtml([used, ...rows]);
}
