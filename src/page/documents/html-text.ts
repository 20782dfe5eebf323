/** Text as HTML holds it, in an element or in an attribute. */
export function escapedHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** A table in HTML whose first row is the header; short rows are filled up. */
export function tableHtml(rows: readonly (readonly string[])[]): string {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const lines = rows.map((row, index) => {
    const name = index === 0 ? 'th' : 'td';
    const cells = Array.from({ length: width }, (_, column) => cellHtml(name, row[column] ?? ''));
    return `<tr>${cells.join('')}</tr>`;
  });
  return `<table>${lines.join('\n')}</table>`;
}

function cellHtml(name: string, text: string): string {
  return `<${name}>${escapedHtml(text).replaceAll('\n', '<br>')}</${name}>`;
}
