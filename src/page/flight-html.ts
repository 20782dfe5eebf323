import { escapedHtml } from './documents/html-text.ts';

/** Elements that are written, their depth, and UTF-16 units of markup. */
const limits = { elements: 100_000, depth: 200, size: 5_000_000 };

/** Elements without content (WHATWG HTML 13.1.2). */
const isVoid = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
const isLeftOut = /^(?:script|style|link|meta|title|head|template|noscript|svg|iframe)$/;
/** Properties that say something of an element's text, by the attribute they are. */
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

interface Writing {
  rows: Readonly<Record<string, unknown>>;
  /** Rows that are being written or are written, so that each stands in the page once. */
  written: Set<string>;
  html: string;
  elements: number;
}

/**
 * The elements that a React Server Components stream describes, as HTML: `["$", name, key, properties]`, references to other
 * rows resolved. Components are passed through to their children; what they would compute is not known. Empty without elements.
 */
export function flightHtml(rows: Readonly<Record<string, unknown>>): string {
  const writing: Writing = { rows, written: new Set(), html: '', elements: 0 };
  for (const id of Object.keys(rows)) writeRow(writing, id, 0);
  return writing.html;
}

function writeRow(writing: Writing, id: string, depth: number): void {
  if (writing.written.has(id) || !Object.hasOwn(writing.rows, id)) return;
  writing.written.add(id);
  // Text outside of elements is a module's name or a page's address.
  const row = writing.rows[id];
  if (Array.isArray(row) || depth > 0) write(writing, row, depth);
  else if (typeof row === 'object' && row !== null) writeTrees(writing, row, depth);
}

/** Elements deep in a row of data: the routes of a page hold its layouts. */
function writeTrees(writing: Writing, value: object, depth: number): void {
  if (depth > limits.depth) return;
  for (const inner of Object.values(value)) {
    if (isElement(inner)) write(writing, inner, depth + 1);
    else if (typeof inner === 'object' && inner !== null) writeTrees(writing, inner, depth + 1);
  }
}

function isElement(value: unknown): value is [string, unknown, unknown, unknown] {
  return Array.isArray(value) && value[0] === '$' && value.length >= 4;
}

function write(writing: Writing, value: unknown, depth: number): void {
  if (depth > limits.depth || writing.html.length > limits.size || writing.elements > limits.elements) return;
  if (typeof value === 'string') writeText(writing, value, depth);
  else if (typeof value === 'number') writing.html += String(value);
  else if (isElement(value)) writeElement(writing, value[1], value[3], depth);
  else if (Array.isArray(value)) {
    if (depth === 0) writeTrees(writing, value, depth);
    else for (const item of value) write(writing, item, depth + 1);
  }
}

function writeText(writing: Writing, text: string, depth: number): void {
  const reference = /^\$L?([\da-f]+)$/.exec(text)?.[1];
  if (reference !== undefined) writeRow(writing, reference, depth + 1);
  else if (text.startsWith('$$')) writing.html += escapedHtml(text.slice(1));
  else if (!text.startsWith('$')) writing.html += escapedHtml(text);
}

function writeElement(writing: Writing, name: unknown, properties: unknown, depth: number): void {
  writing.elements++;
  if (typeof properties !== 'object' || properties === null || typeof name !== 'string') return;
  const given = new Map<string, unknown>(Object.entries(properties));
  const isPlain = /^[a-z][a-z\d]*$/.test(name);
  if (isPlain && isLeftOut.test(name)) return;
  const isWritten = isPlain && !/^(?:html|body)$/.test(name);
  if (isWritten) writing.html += `<${name}${attributesOf(given)}>`;
  if (isPlain && isVoid.test(name)) return;
  const inner = given.get('dangerouslySetInnerHTML');
  if (typeof inner === 'object' && inner !== null && '__html' in inner && typeof inner.__html === 'string')
    writing.html += inner.__html;
  else write(writing, given.get('children'), depth + 1);
  if (isWritten) writing.html += `</${name}>`;
}

function attributesOf(properties: ReadonlyMap<string, unknown>): string {
  let text = '';
  for (const [name, attribute] of Object.entries(attributes)) {
    const value = properties.get(name);
    if (value === true) text += ` ${attribute}`;
    else if (typeof value === 'number' || (typeof value === 'string' && !value.startsWith('$')))
      text += ` ${attribute}="${escapedHtml(String(value))}"`;
  }
  return text;
}
