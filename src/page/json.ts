/** Deepest nesting that is accepted. */
const maxDepth = 200;

/** The value of JSON text, or undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return withinDepth(text) ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

function withinDepth(text: string): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 34) i = stringEnd(text, i);
    else if (unit === 91 || unit === 123) {
      if (++depth > maxDepth) return false;
    } else if (unit === 93 || unit === 125) depth--;
  }
  return true;
}

/** Index of the quote that ends the string starting at `start`, or the last index. */
export function stringEnd(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 92) i++;
    else if (unit === 34) return i;
  }
  return text.length - 1;
}

/**
 * The value of JSON as pages write it: inside an HTML comment or CDATA section, with a byte order mark, line breaks and other
 * control characters in strings, trailing commas, or a semicolon at the end. Undefined when it cannot be read even so.
 */
export function parseTolerant(text: string): unknown {
  const bare = unwrapped(text);
  if (bare === '') return undefined;
  const plain = parseJson(bare);
  return plain !== undefined ? plain : parseJson(mended(bare));
}

function unwrapped(text: string): string {
  const start = text.replace(/^[\s\uFEFF]*(?:\/\/\s*|\/\*\s*)?(?:<!--|<!\[CDATA\[)(?:\s*\*\/)?/, '').trim();
  let end = withoutEnd(withoutEnd(start, ';'), '*/');
  for (const close of ['-->', ']]>']) end = withoutEnd(end, close);
  return withoutEnd(withoutEnd(withoutEnd(end, '//'), '/*'), ';');
}

function withoutEnd(text: string, end: string): string {
  return text.endsWith(end) ? text.slice(0, -end.length).trimEnd() : text;
}

/** The text with control characters in strings escaped, and outside of them trailing commas and comments removed, `undefined` null. */
function mended(text: string): string {
  let result = '';
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 34) {
      const end = stringEnd(text, i);
      result += text.slice(from, i) + mendedString(text.slice(i, end + 1));
      i = end;
      from = end + 1;
    } else if (unit === 44) {
      const next = text.charCodeAt(nextSolid(text, i + 1));
      if (next !== 93 && next !== 125) continue;
      result += text.slice(from, i);
      from = i + 1;
    } else if (unit === 117 && text.startsWith('undefined', i)) {
      result += `${text.slice(from, i)}null`;
      i += 8;
      from = i + 1;
    } else if (unit === 47 && text.charCodeAt(i + 1) === 42) {
      const end = text.indexOf('*/', i + 2);
      if (end === -1) break;
      result += text.slice(from, i);
      i = end + 1;
      from = end + 2;
    }
  }
  return result + text.slice(from);
}

function mendedString(text: string): string {
  return text
    .replace(/[\u0000-\u001f]/g, (character) =>
      character === '\n' ? '\\n' : character === '\t' ? '\\t' : character === '\r' ? '' : ' ',
    )
    .replace(/\\(?:u[\da-f]{4}|[^u])|\\/gi, (sequence) =>
      sequence === '\\' || !/^\\(?:["\\/bfnrt]|u[\da-fA-F]{4})$/.test(sequence)
        ? `\\\\${sequence.slice(1)}`
        : sequence,
    );
}

/** Index of the next character that is no white space, or the text's length. */
export function nextSolid(text: string, from: number): number {
  let i = from;
  while (i < text.length && text.charCodeAt(i) <= 32) i++;
  return i;
}
