import { useState } from 'preact/hooks';
import { countOf, toWords } from '../text/format.ts';
import { Button } from './button.tsx';
import { PlainTable } from './plain-table.tsx';
import { ValueText } from './value-text.tsx';

/** A list in an answer as rows and columns. */
interface ShownTable {
  name: string;
  rows: readonly Record<string, unknown>[];
  columns: readonly string[];
}

const maxColumns = 8;
/** Rows that decide which columns there are. */
const maxExamined = 20;
const stepSize = 50;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the names of the fields that have a value a cell can show, in the order in which they first appear. */
function columnsOf(rows: readonly Record<string, unknown>[]): string[] {
  const names = new Set<string>();
  for (const row of rows.slice(0, maxExamined)) {
    for (const [name, value] of Object.entries(row)) {
      if (value !== null && typeof value !== 'object') names.add(name);
    }
  }
  return [...names].slice(0, maxColumns);
}

/**
 * Returns the longest list of an answer as a table; null if it has none whose entries a table can show. Warnings and errors
 * are no content.
 */
export function tableOf(answer: object): ShownTable | null {
  const lists = Object.entries(answer).filter(
    (entry): entry is [string, unknown[]] =>
      Array.isArray(entry[1]) && entry[0] !== 'warnings' && entry[1].length > 0,
  );
  const [name, list] = lists.toSorted(([, one], [, other]) => other.length - one.length)[0] ?? ['', []];
  const rows = list.every(isObject)
    ? list
    : list.every((value) => typeof value === 'string')
      ? list.map((value) => ({ [name]: value }))
      : [];
  const columns = columnsOf(rows);
  return columns.length === 0 ? null : { name, rows, columns };
}

/** The longest list of an answer as a table. */
export function AnswerTable({ answer }: { answer: object }) {
  const [shown, setShown] = useState(stepSize);
  const table = tableOf(answer);
  if (table === null) return null;
  const { name, rows, columns } = table;
  return (
    <div class="answer-table">
      <p class="muted">{countOf(rows.length, 'row')}</p>
      <PlainTable
        label={toWords(name)}
        head={columns.map((column) => toWords(column))}
        rows={rows.slice(0, shown).map((row, at) => ({
          key: String(at),
          cells: columns.map((column) => <ValueText key={column} value={row[column]} />),
        }))}
      />
      {rows.length > shown && (
        <Button onClick={() => setShown((count) => count + stepSize)}>Show more rows</Button>
      )}
    </div>
  );
}
