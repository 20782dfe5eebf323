import { decodeText } from '../../text/decode.ts';

/** Property of a calendar or contact: a content line (RFC 5545 3.1, RFC 6350 3.3). */
export interface Property {
  /** Name in upper case, without a group. */
  name: string;
  /** Values of the parameters by their names in upper case; several values are one text with commas. */
  parameters: ReadonlyMap<string, string>;
  /** Value as it is written; texts in it are escaped. */
  value: string;
}

/** Component such as `VEVENT`, with its properties and the components in it. */
export interface Component {
  /** Name in upper case. */
  name: string;
  properties: Property[];
  components: Component[];
}

const maxLines = 500_000;
/** Maximum length of a property, in UTF-16 code units; the rest of it is left out. */
const maxLineLength = 100_000;
const maxDepth = 10;

/** Joins the lines that continue the line before them: with a blank, or after a `=` in quoted-printable. */
function* unfold(text: string): Generator<string> {
  let parts: string[] = [];
  let length = 0;
  let isQuotedPrintable = false;
  let count = 0;
  for (const line of text.split(/\r\n?|\n/)) {
    if (count++ >= maxLines) break;
    const isBlankFold = line.startsWith(' ') || line.startsWith('\t');
    const isSoftBreak = isQuotedPrintable && parts.at(-1)?.endsWith('=') === true;
    if (parts.length > 0 && (isBlankFold || isSoftBreak)) {
      if (isSoftBreak) parts.push((parts.pop() ?? '').slice(0, -1));
      const part = isBlankFold ? line.slice(1) : line;
      length += part.length;
      if (length <= maxLineLength) parts.push(part);
      continue;
    }
    if (parts.length > 0) yield parts.join('');
    const start = line.slice(0, maxLineLength);
    parts = [start];
    length = start.length;
    isQuotedPrintable = /ENCODING=QUOTED-PRINTABLE/i.test(start.slice(0, 200));
  }
  if (parts.length > 0) yield parts.join('');
}

/** Returns the position of the first of these characters that is not in quotes, or -1. */
function findUnquoted(line: string, characters: string, from: number): number {
  let isQuoted = false;
  for (let at = from; at < line.length; at++) {
    const character = line.charAt(at);
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && characters.includes(character)) return at;
  }
  return -1;
}

/** Decodes the quoted-printable value of a vCard 2.1. */
function decodeQuotedPrintable(value: string, charset: string): string {
  const bytes: number[] = [];
  for (let at = 0; at < value.length; at++) {
    const code = /^=([\da-f]{2})/i.exec(value.slice(at, at + 3))?.[1];
    bytes.push(code === undefined ? value.charCodeAt(at) & 0xff : Number.parseInt(code, 16));
    if (code !== undefined) at += 2;
  }
  return decodeText(Uint8Array.from(bytes), `text/plain; charset=${charset}`, false).text;
}

/** Parses a content line; null for one without a value. */
function parseLine(line: string): Property | null {
  const colon = findUnquoted(line, ':', 0);
  if (colon <= 0) return null;
  const parameters = new Map<string, string>();
  let at = findUnquoted(line, ';:', 0);
  const name = line.slice(0, at).split('.').at(-1)?.trim().toUpperCase() ?? '';
  while (at < colon) {
    const end = findUnquoted(line, ';:', at + 1);
    const [key = '', ...values] = line.slice(at + 1, end).split('=');
    // A vCard 2.1 names types without `TYPE=`.
    const entry =
      values.length === 0
        ? (['TYPE', key] as const)
        : ([key.trim().toUpperCase(), values.join('=')] as const);
    const known = parameters.get(entry[0]);
    const text = entry[1].replaceAll('"', '');
    parameters.set(entry[0], known === undefined ? text : `${known},${text}`);
    at = end;
  }
  const isQuotedPrintable = /quoted-printable/i.test(
    `${parameters.get('ENCODING')} ${parameters.get('TYPE')}`,
  );
  const raw = line.slice(colon + 1);
  return {
    name,
    parameters,
    value: isQuotedPrintable ? decodeQuotedPrintable(raw, parameters.get('CHARSET') ?? 'utf-8') : raw,
  };
}

/** Parses a calendar or a file of contacts. Components that do not end are read to the end of the text. */
export function parseComponents(text: string): Component[] {
  const root: Component = { name: '', properties: [], components: [] };
  const open = [root];
  let ignored = 0;
  for (const line of unfold(text.replace(/^\uFEFF/, ''))) {
    const property = parseLine(line);
    if (property === null) continue;
    const { name } = property;
    const value = property.value.trim().toUpperCase();
    if (name === 'BEGIN' && (ignored > 0 || open.length > maxDepth)) ignored += 1;
    else if (name === 'BEGIN') {
      const component: Component = { name: value, properties: [], components: [] };
      open.at(-1)?.components.push(component);
      open.push(component);
    } else if (name === 'END' && ignored > 0) ignored -= 1;
    else if (name === 'END') {
      const index = open.findLastIndex((each) => each.name === value);
      if (index > 0) open.splice(index);
    } else if (ignored === 0) open.at(-1)?.properties.push(property);
  }
  return root.components;
}

/** Returns a text value without its escapes (RFC 5545 3.3.11, RFC 6350 3.4). */
export function unescapeText(value: string): string {
  return value.replace(/\\([\s\S])/g, (_all, character: string) => (/n/i.test(character) ? '\n' : character));
}

/** Splits a value at a separator that is not escaped, and removes the escapes. */
export function splitValue(value: string, separator: ',' | ';'): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < value.length; at++) {
    if (value[at] === '\\') at += 1;
    else if (value[at] === separator) {
      parts.push(unescapeText(value.slice(start, at)));
      start = at + 1;
    }
  }
  return [...parts, unescapeText(value.slice(start))];
}
