/**
 * Escapes that `JSON.stringify` writes for NUL and lone surrogates. Escaped backslashes can match too.
 */
const mayBeUnclean = /\\u(?:0000|d[89a-f])/i;
/** How every match of it starts. Searched in bytes without decoding them. */
const uncleanStarts = ['\\u0000', '\\ud', '\\uD'];

/**
 * Returns the text with U+FFFD in place of each NUL and each lone surrogate: PostgreSQL cannot store them, I-JSON
 * (RFC 7493 section 2.1) excludes lone surrogates, and many JSON parsers reject them.
 */
export function cleanText(text: string): string {
  return (text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text).toWellFormed();
}

function cleanCopy(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(cleanCopy);
  if (typeof value !== 'object' || value === null) return value;
  // A date, which JSON writes as a text.
  if ('toJSON' in value && typeof value.toJSON === 'function') return cleanCopy(value.toJSON());
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [cleanText(name), cleanCopy(inner)]),
  );
}

function isCleanText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Returns true if {@link cleanText} changes no string and no name of a value. Not recursive, so any depth is possible. */
function isCleanValue(value: unknown): boolean {
  const rest: unknown[] = [value];
  while (rest.length > 0) {
    const part = rest.pop();
    if (typeof part === 'string') {
      if (!isCleanText(part)) return false;
    } else if (Array.isArray(part)) {
      for (const item of part) rest.push(item);
    } else if (typeof part === 'object' && part !== null) {
      for (const [name, inner] of Object.entries(part)) {
        if (!isCleanText(name)) return false;
        rest.push(inner);
      }
    }
  }
  return true;
}

/**
 * Applies {@link cleanText} to every string and name of a JSON value; returns the value itself if nothing changes.
 * `text` is its JSON, if already known.
 */
export function cleanValue<Value>(value: Value, text?: string): Value {
  const isClean = text === undefined ? isCleanValue(value) : isCleanJson(text);
  return isClean ? value : (cleanCopy(value) as Value);
}

/** Returns the JSON text of {@link cleanValue} of a JSON text; the text itself, as it was given, if nothing changes. */
export function cleanJsonText<Text extends string | Uint8Array<ArrayBuffer>>(text: Text): Text | string {
  if (typeof text !== 'string') {
    const bytes = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
    if (!uncleanStarts.some((start) => bytes.includes(start))) return text;
  }
  const json = typeof text === 'string' ? text : new TextDecoder().decode(text);
  return isCleanJson(json) ? text : cleanJson(JSON.parse(json));
}

/** Returns the JSON of a value, with {@link cleanText} applied to every string and name. */
export function cleanJson(value: unknown): string {
  const text = JSON.stringify(value);
  return isCleanJson(text) ? text : JSON.stringify(cleanCopy(value));
}

/** Returns true if a JSON text contains neither NUL nor lone surrogates; false if it may contain one. */
export function isCleanJson(text: string): boolean {
  return !mayBeUnclean.test(text);
}
