import type { PageResult } from '../../domain/page.ts';

type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isPage(value: unknown): value is PageResult {
  return isFields(value) && 'status' in value && 'metadata' in value && 'receipt' in value;
}

/** Text from elsewhere may not steer the terminal (ECMA-48 control sequences). */
export function withoutControls(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
}

const contentFields = ['markdown', 'html', 'raw_html', 'text'] as const;

/** What was asked of a page: its text as it is, data as JSON. */
function pageContent(page: PageResult): string {
  const texts = contentFields.flatMap((field) => page[field] ?? []);
  if (page.links && texts.length === 0) texts.push(...page.links.map(({ url }) => url));
  else if (page.links) texts.push(`Links\n\n${page.links.map(({ url }) => url).join('\n')}`);
  if (page.images) texts.push(page.images.map(({ url }) => url).join('\n'));
  if (page.structured_data) texts.push(JSON.stringify(page.structured_data, null, 2));
  if (texts.length === 0 && page.status === 'ok') texts.push(JSON.stringify(page.metadata, null, 2));
  return texts.join('\n\n');
}

/** One line about a page, for standard error. */
export function pageNotice(page: PageResult): string {
  const { receipt, error } = page;
  const why = error ? ` (${error.code}): ${error.message}` : '';
  const rest =
    page.truncated && page.ref ? `; ${page.length} characters in all: webdata read ${page.ref}` : '';
  return withoutControls(
    `${page.status}${why} ${page.url}; ${receipt.credits} credits, receipt ${receipt.id}${rest}`,
  );
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  return withoutControls(typeof value === 'object' ? JSON.stringify(value) : String(value)).replaceAll(
    '\n',
    ' ',
  );
}

/** Rows as a table no wider than `width`: the widest column gives way. */
export function table(rows: readonly Fields[], width: number): string {
  const columns = Object.keys(rows[0] ?? {}).filter((name) =>
    rows.some((row) => row[name] !== null && row[name] !== undefined && !isFields(row[name])),
  );
  const cells = [columns, ...rows.map((row) => columns.map((name) => cell(row[name])))];
  const widths = columns.map((_, at) =>
    Math.min(60, Math.max(...cells.map((line) => (line[at] as string).length))),
  );
  const total = () => widths.reduce((sum, one) => sum + one + 2, 0);
  while (total() > width && Math.max(...widths) > 8) {
    const widest = widths.indexOf(Math.max(...widths));
    widths[widest] = (widths[widest] as number) - 1;
  }
  const fit = (text: string, most: number) =>
    text.length > most ? `${text.slice(0, most - 1)}…` : text.padEnd(most);
  return cells
    .map((line) =>
      line
        .map((text, at) => fit(text, widths[at] as number))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function properties(value: Fields): string {
  const name = Math.max(...Object.keys(value).map((key) => key.length));
  return Object.entries(value)
    .map(([key, one]) => `${key.padEnd(name)}  ${cell(one)}`)
    .join('\n');
}

function foundResult({ rank, title, url, snippet, page }: Fields): string {
  const lines = [`${rank}. ${cell(title)}`, `   ${cell(url)}`];
  if (snippet) lines.push(`   ${cell(snippet)}`);
  return [...lines, ...(isPage(page) ? ['', withoutControls(pageContent(page))] : [])].join('\n');
}

/** An answer as people read it: content of pages as it is, lists as tables, everything else name by name. */
export function render(value: unknown, width: number): string {
  if (isPage(value)) return withoutControls(pageContent(value));
  if (!isFields(value)) return cell(value);
  const { results, links, content } = value;
  if (Array.isArray(results) && typeof value.provider === 'string') {
    return results.length === 0 ? 'nothing was found' : (results as Fields[]).map(foundResult).join('\n\n');
  }
  if (Array.isArray(results) && results.every(isPage)) {
    return results.map((page) => `# ${cell(page.url)}\n\n${withoutControls(pageContent(page))}`).join('\n\n');
  }
  if (Array.isArray(links) && 'receipt' in value)
    return (links as Fields[]).map(({ url }) => cell(url)).join('\n');
  if (typeof content === 'string' && 'ref' in value) return withoutControls(content);
  const lists = Object.entries(value).filter(([, one]) => Array.isArray(one) && one.every(isFields));
  const [list] = lists;
  if (lists.length === 1 && list !== undefined && !('jid' in value)) {
    const rows = list[1] as Fields[];
    return rows.length === 0 ? `no ${list[0]}` : table(rows, width);
  }
  return properties(value);
}

/** Every page in an answer. */
export function pagesIn(value: unknown): PageResult[] {
  if (isPage(value)) return [value];
  return isFields(value) && Array.isArray(value.results) ? value.results.filter(isPage) : [];
}
