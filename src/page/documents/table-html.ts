import type { Warning } from '../../domain/pages/outcome.ts';
import { escapeHtml } from '../../domain/values/escape-html.ts';

/** Maximum number of columns of a table in a file. */
export const maxColumns = 200;

/** Warning of a table with values beyond {@link maxColumns}. */
export const columnsLeftOut: Warning = {
  code: 'columns_left_out',
  message: `A table has more than ${maxColumns} columns. Only these are returned.`,
};

/** Options of {@link tableHtml}. */
export interface TableOptions {
  /** False if the first row does not name the columns. */
  hasHeading: boolean;
  /** Returns the HTML of the text of a cell; by default the text, with its line breaks. */
  cellHtml?(text: string): string;
}

/** Returns an HTML table whose first row is the header unless the options say otherwise; short rows are padded. */
export function tableHtml(
  rows: readonly (readonly string[])[],
  { hasHeading, cellHtml = textHtml }: TableOptions = { hasHeading: true },
): string {
  const width = rows.reduce((max, row) => Math.max(max, row.length), 0);
  const lines = rows.map((row, index) => {
    const name = index === 0 && hasHeading ? 'th' : 'td';
    const cells = Array.from(
      { length: width },
      (_, column) => `<${name}>${cellHtml(row[column] ?? '')}</${name}>`,
    );
    return `<tr>${cells.join('')}</tr>`;
  });
  return `<table>${lines.join('\n')}</table>`;
}

function textHtml(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>');
}
