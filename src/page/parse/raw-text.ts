import { foldCase } from './names/name-table.ts';

function isNameEnd(unit: number): boolean {
  return unit === 62 || unit === 47 || unit === 32 || unit === 10 || unit === 9 || unit === 12;
}

function isNameAt(source: string, at: number, name: string): boolean {
  for (let i = 0; i < name.length; i++) {
    if (foldCase(source.charCodeAt(at + i)) !== name.charCodeAt(i)) return false;
  }
  return isNameEnd(source.charCodeAt(at + name.length));
}

/** Returns the start of the end tag of a raw text element, or the source's length if it is unclosed. */
export function rawTextEnd(source: string, from: number, name: string, isScript: boolean): number {
  if (isScript) return scriptEnd(source, from);
  for (let at = source.indexOf('</', from); at !== -1; at = source.indexOf('</', at + 2)) {
    if (isNameAt(source, at + 2, name)) return at;
  }
  return source.length;
}

/** Handles `<!--` in a script, and scripts inside, whose end tags do not end it (WHATWG HTML 13.2.5.15 and following). */
function scriptEnd(source: string, from: number): number {
  let isEscaped = false;
  let isDoubleEscaped = false;
  let commentEnd = -1;
  let at = from;
  for (;;) {
    const open = source.indexOf('<', at);
    if (open === -1) return source.length;
    if (isEscaped) {
      if (commentEnd < at) commentEnd = findOrEnd(source, '-->', at);
      if (commentEnd < open) {
        isEscaped = false;
        isDoubleEscaped = false;
        at = commentEnd + 3;
        continue;
      }
    }
    at = open + 1;
    if (source.charCodeAt(at) === 47) {
      if (!isNameAt(source, at + 1, 'script')) continue;
      if (!isDoubleEscaped) return open;
      isDoubleEscaped = false;
    } else if (!isEscaped && source.startsWith('!--', at)) {
      isEscaped = true;
      // The dashes of `<!-->` also close the escape.
      at += 1;
      commentEnd = -1;
    } else if (isEscaped && isNameAt(source, at, 'script')) isDoubleEscaped = true;
  }
}

function findOrEnd(source: string, text: string, from: number): number {
  const at = source.indexOf(text, from);
  return at === -1 ? source.length : at;
}

const newlineReference = /&#(?:0{0,8}10(?!\d)|[xX]0{0,8}[aA](?![\da-fA-F]));?|&NewLine;/y;

/** Returns the position after a line feed at `start`, which may be a character reference if the text has any. */
export function positionAfterNewline(source: string, start: number, hasReferences: boolean): number {
  if (source.charCodeAt(start) === 10) return start + 1;
  newlineReference.lastIndex = start;
  return hasReferences && newlineReference.test(source) ? newlineReference.lastIndex : start;
}
