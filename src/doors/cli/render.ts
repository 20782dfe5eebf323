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
    `${page.status}${why} ${page.url}; ${receipt.credits} credit${receipt.credits === 1 ? '' : 's'}, receipt ${receipt.id}${rest}`,
  );
}

function isFlat(value: unknown): value is Fields {
  return isFields(value) && Object.values(value).every((one) => typeof one !== 'object' || one === null);
}

/** A flat object in one line; what is absent or zero says nothing. */
function brief(value: Fields): string {
  const told = Object.entries(value).filter(([, one]) => one !== null && one !== undefined && one !== 0);
  return told.map(([name, one]) => `${name} ${cell(one)}`).join(', ') || '-';
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (Array.isArray(value)) return value.map(cell).join(', ') || '-';
  if (isFields(value)) return brief(value);
  return withoutControls(String(value)).replaceAll('\n', ' ');
}

const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
/** Ids are copied from tables: they are shown whole or not at all. */
const id = /^(?:[a-z]+_[0-9a-z]{20,}|[a-z]{3}_\w{10,})$/;
const widest = 60;
const narrowest = 12;
/** Of an address, so much is always shown. */
const leastOfAddress = 44;

interface Column {
  name: string;
  cells: string[];
  isInstant: boolean;
  isWhole: boolean;
  width: number;
  /** The width down to which it gives way. */
  least: number;
}

function columnOf(name: string, rows: readonly Fields[]): Column {
  const values = rows.map((row) => row[name]);
  const isInstant = values.some((value) => typeof value === 'string' && instant.test(value));
  // To the second, without the letters of ISO 8601.
  const short = (text: string) => (instant.test(text) ? text.slice(0, 19).replace('T', ' ') : text);
  const cells = [name, ...values.map((value) => short(cell(value)))];
  const longest = Math.max(...cells.map((text) => text.length));
  const isWhole = isInstant || values.some((value) => typeof value === 'string' && id.test(value));
  const isAddress = name === 'url' && values.some((value) => typeof value === 'string' && value !== '');
  const width = isWhole ? longest : Math.min(widest, longest);
  return { name, cells, isInstant, isWhole, width, least: isAddress ? leastOfAddress : narrowest };
}

/** Makes columns fit: long texts give way first, then times beside the first, then what stands last. */
function fitColumns(columns: Column[], width: number): Column[] {
  const total = () => columns.reduce((sum, column) => sum + column.width + 2, -2);
  let kept = columns;
  for (;;) {
    const texts = kept.filter((column) => !column.isWhole && column.width > column.least);
    const [longest] = texts.sort((one, other) => other.width - one.width);
    if (total() <= width || kept.length === 1) return kept;
    if (longest !== undefined) longest.width -= 1;
    else {
      const times = kept.filter(({ isInstant }) => isInstant);
      const dropped = times.length > 1 ? times.at(-1) : kept.at(-1);
      kept = kept.filter((column) => column !== dropped);
      columns = kept;
    }
  }
}

/** Rows as a table no wider than `width`; columns that say nothing are left out, those that do not fit are named below. */
export function table(rows: readonly Fields[], width: number): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) =>
    rows.some((row) => cell(row[name]) !== '-' && row[name] !== false),
  );
  const columns = names.map((name) => columnOf(name, rows));
  // What is nested deeper says nothing in a cell.
  const told = columns.filter(({ name }) => rows.every((row) => !isFields(row[name]) || isFlat(row[name])));
  const shown = fitColumns(told, width);
  const fit = (text: string, most: number) =>
    text.length > most ? `${text.slice(0, most - 1)}…` : text.padEnd(most);
  const lines = [-1, ...rows.keys()].map((row) =>
    shown
      .map((column) => fit(column.cells[row + 1] as string, column.width))
      .join('  ')
      .trimEnd(),
  );
  const left = columns.filter((column) => !shown.includes(column)).map(({ name }) => name);
  if (left.length > 0) lines.push(`(with --json also ${left.join(', ')})`);
  return lines.join('\n');
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}

function isTable(value: unknown): value is Fields[] {
  return Array.isArray(value) && value.length > 0 && value.every(isFields);
}

function isReceipt(value: unknown): value is Fields {
  return isFields(value) && 'signature' in value && 'charges' in value && 'issuer' in value;
}

/** What a receipt says in a line: its id, what it cost, the route; the rest is for programs. */
function receiptLine({ id, credits, route }: Fields): string {
  return `${cell(id)}, ${cell(credits)} credit${credits === 1 ? '' : 's'}, route ${cell(route)} (whole with --json)`;
}

/** Objects of one kind under names of their own, as rows that begin with the name; null for anything else. */
function namedRows(value: unknown): Fields[] | null {
  if (!isFields(value)) return null;
  const entries = Object.entries(value);
  const isOfOneKind = entries.length > 1 && entries.every(([, one]) => isFlat(one));
  return isOfOneKind ? entries.map(([name, one]) => ({ '': name, ...(one as Fields) })) : null;
}

/** A value below its name, where it does not fit beside it. */
function below(value: unknown, width: number): string {
  if (isTable(value)) return table(value, width);
  const rows = namedRows(value);
  if (rows !== null) return table(rows, width);
  if (isFields(value)) return properties(value, width);
  return Array.isArray(value) ? value.map((one) => `- ${cell(one)}`).join('\n') : cell(value);
}

function property(key: string, value: unknown, longest: number, width: number): string {
  const name = key.padEnd(longest);
  if (isReceipt(value)) return `${name}  ${receiptLine(value)}`;
  const line = `${name}  ${cell(value)}`;
  const isShort = line.length <= width && !isTable(value);
  const isText = typeof value !== 'object' || value === null;
  return isShort || isText ? line : `${key}\n${indented(below(value, width - 2))}`;
}

function properties(value: Fields, width: number): string {
  const longest = Math.max(...Object.keys(value).map((key) => key.length));
  return Object.entries(value)
    .map(([key, one]) => property(key, one, longest, width))
    .join('\n');
}

/** A result of a search: where it leads, what it is called, what it says. */
function foundResult({ rank, title, url, snippet, page }: Fields): string {
  const lines = [`${rank}. ${cell(title)}`, `   ${cell(url)}`];
  if (snippet) lines.push(`   ${cell(snippet)}`);
  return [...lines, ...(isPage(page) ? ['', withoutControls(pageContent(page))] : [])].join('\n');
}

/** Where a list goes on, if it does. */
function goesOn({ next_offset: offset, next_before: before }: Fields): string {
  if (typeof offset === 'number') return `\nmore: --offset ${offset}`;
  return before === null || before === undefined ? '' : `\nmore: --before ${cell(before)}`;
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
  const { total, next_offset, next_before, ...fields } = value;
  const [list, ...others] = Object.entries(fields);
  if (list !== undefined && others.length === 0 && Array.isArray(list[1]) && list[1].every(isFields)) {
    return list[1].length === 0 ? `no ${list[0]}` : table(list[1], width) + goesOn(value);
  }
  return properties(value, width);
}

/** Every page in an answer. */
export function pagesIn(value: unknown): PageResult[] {
  if (isPage(value)) return [value];
  return isFields(value) && Array.isArray(value.results) ? value.results.filter(isPage) : [];
}
