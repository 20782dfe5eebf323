/** Maximum nesting depth. */
export const maxJsonDepth = 200;

/** Parses JSON. Returns undefined if the text is not valid or nested too deeply. */
export function parseJson(text: string): unknown {
  try {
    return isWithinDepth(text) ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

function isWithinDepth(text: string): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 34) i = findStringEnd(text, i);
    else if (unit === 91 || unit === 123) {
      if (++depth > maxJsonDepth) return false;
    } else if (unit === 93 || unit === 125) depth--;
  }
  return true;
}

/** Returns the index of the quote that ends the string starting at `start`, or the last index. */
export function findStringEnd(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 92) i++;
    else if (unit === 34) return i;
  }
  return text.length - 1;
}

/**
 * Parses JSON with common errors: in an HTML comment or CDATA section, with a byte order mark, control characters in strings,
 * trailing commas, comments, or a final semicolon. Returns undefined if the text is still invalid. Does not use
 * `jsonrepair`, because that takes quadratic time for hostile pages, and pages have megabytes of JSON.
 */
export function parseLenientJson(text: string): unknown {
  const content = unwrap(text);
  if (content === '') return undefined;
  const parsed = parseJson(content);
  return parsed !== undefined ? parsed : parseJson(repairJson(content));
}

function unwrap(text: string): string {
  const start = text.replace(/^[\s\uFEFF]*(?:\/\/\s*|\/\*\s*)?(?:<!--|<!\[CDATA\[)(?:\s*\*\/)?/, '').trim();
  let end = removeSuffix(removeSuffix(start, ';'), '*/');
  for (const close of ['-->', ']]>']) end = removeSuffix(end, close);
  return removeSuffix(removeSuffix(removeSuffix(end, '//'), '/*'), ';');
}

function removeSuffix(text: string, end: string): string {
  return text.endsWith(end) ? text.slice(0, -end.length).trimEnd() : text;
}

/** Escapes control characters in strings; elsewhere removes trailing commas and comments, and replaces `undefined` by null. */
function repairJson(text: string): string {
  let result = '';
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 34) {
      const end = findStringEnd(text, i);
      result += text.slice(from, i) + repairString(text.slice(i, end + 1));
      i = end;
      from = end + 1;
    } else if (unit === 44) {
      const next = text.charCodeAt(skipWhitespace(text, i + 1));
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

function repairString(text: string): string {
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

/** Returns the index of the next non-white-space character, or the text's length. */
export function skipWhitespace(text: string, from: number): number {
  let i = from;
  while (i < text.length && text.charCodeAt(i) <= 32) i++;
  return i;
}
