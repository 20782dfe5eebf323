import { escapeHtml } from '../../domain/values/escape-html.ts';

/** Maximum numbers of elements, nesting levels and UTF-16 code units of markup. */
const limits = { elements: 100_000, depth: 200, size: 5_000_000 };

/** Void elements (WHATWG HTML 13.1.2). */
const isVoidElement = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
const isOmittedElement = /^(?:script|style|link|meta|title|head|template|noscript|svg|iframe)$/;
/** HTML attributes by React property name; only those with relevance for the text. */
const attributes: Readonly<Record<string, string>> = {
  href: 'href',
  src: 'src',
  alt: 'alt',
  className: 'class',
  id: 'id',
  role: 'role',
  hidden: 'hidden',
  colSpan: 'colspan',
  rowSpan: 'rowspan',
  start: 'start',
  dateTime: 'datetime',
};

interface WriterState {
  rows: Readonly<Record<string, unknown>>;
  /** Rows that are already written or in progress, so that each is written once. */
  written: Set<string>;
  html: string;
  elements: number;
}

/**
 * Converts the elements of a React Server Components stream (`["$", name, key, properties]`) to HTML and resolves references
 * to other rows. Components are replaced by their children, because their code is not run. Empty without elements.
 */
export function flightToHtml(rows: Readonly<Record<string, unknown>>): string {
  const state: WriterState = { rows, written: new Set(), html: '', elements: 0 };
  for (const id of Object.keys(rows)) writeRow(state, id, 0);
  return state.html;
}

function writeRow(state: WriterState, id: string, depth: number): void {
  if (state.written.has(id) || !Object.hasOwn(state.rows, id)) return;
  state.written.add(id);
  // Text outside of elements is a module name or URL.
  const row = state.rows[id];
  if (Array.isArray(row) || depth > 0) writeValue(state, row, depth);
  else if (typeof row === 'object' && row !== null) writeNestedElements(state, row, depth);
}

/** Writes elements nested in a data row, such as the layouts in the routes of a page. */
function writeNestedElements(state: WriterState, value: object, depth: number): void {
  if (depth > limits.depth) return;
  for (const child of Object.values(value)) {
    if (isElement(child)) writeValue(state, child, depth + 1);
    else if (typeof child === 'object' && child !== null) writeNestedElements(state, child, depth + 1);
  }
}

function isElement(value: unknown): value is [string, unknown, unknown, unknown] {
  return Array.isArray(value) && value[0] === '$' && value.length >= 4;
}

function writeValue(state: WriterState, value: unknown, depth: number): void {
  if (depth > limits.depth || state.html.length > limits.size || state.elements > limits.elements) return;
  if (typeof value === 'string') writeText(state, value, depth);
  else if (typeof value === 'number') state.html += String(value);
  else if (isElement(value)) writeElement(state, value[1], value[3], depth);
  else if (Array.isArray(value)) {
    if (depth === 0) writeNestedElements(state, value, depth);
    else for (const item of value) writeValue(state, item, depth + 1);
  }
}

function writeText(state: WriterState, text: string, depth: number): void {
  const reference = /^\$L?([\da-f]+)$/.exec(text)?.[1];
  if (reference !== undefined) writeRow(state, reference, depth + 1);
  else if (text.startsWith('$$')) state.html += escapeHtml(text.slice(1));
  else if (!text.startsWith('$')) state.html += escapeHtml(text);
}

function writeElement(state: WriterState, name: unknown, properties: unknown, depth: number): void {
  state.elements++;
  if (typeof properties !== 'object' || properties === null || typeof name !== 'string') return;
  const propertyMap = new Map<string, unknown>(Object.entries(properties));
  const isHtmlElement = /^[a-z][a-z\d]*$/.test(name);
  if (isHtmlElement && isOmittedElement.test(name)) return;
  const isWritten = isHtmlElement && !/^(?:html|body)$/.test(name);
  if (isWritten) state.html += `<${name}${attributesOf(propertyMap)}>`;
  if (isHtmlElement && isVoidElement.test(name)) return;
  const innerHtml = propertyMap.get('dangerouslySetInnerHTML');
  if (
    typeof innerHtml === 'object' &&
    innerHtml !== null &&
    '__html' in innerHtml &&
    typeof innerHtml.__html === 'string'
  )
    state.html += innerHtml.__html;
  else writeValue(state, propertyMap.get('children'), depth + 1);
  if (isWritten) state.html += `</${name}>`;
}

function attributesOf(properties: ReadonlyMap<string, unknown>): string {
  let text = '';
  for (const [name, attribute] of Object.entries(attributes)) {
    const value = properties.get(name);
    if (value === true) text += ` ${attribute}`;
    else if (typeof value === 'number' || (typeof value === 'string' && !value.startsWith('$')))
      text += ` ${attribute}="${escapeHtml(String(value))}"`;
  }
  return text;
}
