import { escapeHtml } from '../../domain/values/escape-html.ts';

/** Returns an HTML table whose first row is the header; short rows are padded. */
export function tableHtml(rows: readonly (readonly string[])[]): string {
  const width = rows.reduce((max, row) => Math.max(max, row.length), 0);
  const lines = rows.map((row, index) => {
    const name = index === 0 ? 'th' : 'td';
    const cells = Array.from({ length: width }, (_, column) => cellHtml(name, row[column] ?? ''));
    return `<tr>${cells.join('')}</tr>`;
  });
  return `<table>${lines.join('\n')}</table>`;
}

function cellHtml(name: string, text: string): string {
  return `<${name}>${escapeHtml(text).replaceAll('\n', '<br>')}</${name}>`;
}
