const tableStart = '<table>';
const tableEnd = '</table>';
const pageMark = /\n?<hr><p>Page \d+<\/p>/g;

/** Returns the first row of the HTML of a table. */
function firstRow(html: string): string {
  return html.slice(0, html.indexOf('</tr>'));
}

function countCells(row: string): number {
  return row.match(/<t[hd]>/g)?.length ?? 0;
}

/**
 * Joins the tables that go on over the end of a page, in the HTML of a PDF: a page begins with a table of as many columns
 * as the one at the end of the page before. Headings that are repeated are left out, other first rows are records.
 */
export function joinPageTables(html: string): string {
  const [start = '', ...pages] = html.split(pageMark);
  const marks = html.match(pageMark) ?? [];
  const parts = [start];
  // The first row of the table at the end of the text so far; empty if there is none.
  const lastTable = (page: string) =>
    page.endsWith(tableEnd) ? firstRow(page.slice(page.lastIndexOf(tableStart))) : '';
  let head = lastTable(start);
  for (const [at, page] of pages.entries()) {
    const row = page.startsWith(tableStart) ? firstRow(page) : '';
    const isSame = head !== '' && countCells(row) === countCells(head);
    if (!isSame) parts.push(marks[at] ?? '', page);
    else {
      parts.push((parts.pop() ?? '').slice(0, -tableEnd.length));
      const own = row === head ? '' : row.slice(tableStart.length).replace(/<(\/?)th>/g, '<$1td>');
      parts.push(own === '' ? page.slice(row.length + '</tr>'.length) : own + page.slice(row.length));
    }
    const isWhole = isSame && page.lastIndexOf(tableStart) === 0 && page.endsWith(tableEnd);
    if (!isWhole) head = lastTable(page);
  }
  return parts.join('');
}
