/** Returns the value of a JSON text; undefined if it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Converts an object: one JSON object, or the parameter once for each field, as `Name: value`. */
export function coerceObject(texts: readonly string[]): unknown {
  const [first = '', ...others] = texts;
  const parsed = others.length === 0 ? parseJson(first) : undefined;
  if (parsed !== undefined) return parsed;
  const pairs = texts.map((text) => [text, text.indexOf(':')] as const);
  // Text of another form is left for the validation.
  if (pairs.some(([, at]) => at < 1)) return first;
  return Object.fromEntries(pairs.map(([text, at]) => [text.slice(0, at).trim(), text.slice(at + 1).trim()]));
}
