/** Cell of a table; the cells that it covers beside and below it are left out. */
export interface SpanCell {
  html: string;
  columns: number;
  rows: number;
}

/** Row of a table. */
export interface SpanRow {
  isHeading: boolean;
  cells: readonly SpanCell[];
}

/** Returns an HTML table with cells that span rows and columns. */
export function spanTableHtml(rows: readonly SpanRow[]): string {
  const lines = rows.map(({ isHeading, cells }) => {
    const element = isHeading ? 'th' : 'td';
    return `<tr>${cells.map((cell) => cellHtml(cell, element)).join('')}</tr>`;
  });
  return lines.length === 0 ? '' : `<table>${lines.join('\n')}</table>`;
}

function cellHtml({ html, columns, rows }: SpanCell, element: 'th' | 'td'): string {
  const span = `${columns > 1 ? ` colspan="${columns}"` : ''}${rows > 1 ? ` rowspan="${rows}"` : ''}`;
  return `<${element}${span}>${html}</${element}>`;
}
