/**
 * Escapes that `JSON.stringify` writes for NUL and lone surrogates. Escaped backslashes can match too.
 */
const mayBeUnclean = /\\u(?:0000|d[89a-f])/;

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
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [cleanText(name), cleanCopy(inner)]),
  );
}

/**
 * Applies {@link cleanText} to every string and name of a JSON value; returns the value itself if nothing changes.
 * `text` is its JSON, if already known.
 */
export function cleanValue<Value>(value: Value, text = JSON.stringify(value)): Value {
  return isCleanJson(text) ? value : (cleanCopy(value) as Value);
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
