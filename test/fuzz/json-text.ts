// Prefix of texts that are written as raw JSON: control characters never start any other generated value.
const mark = '\u0001raw:';
const markedText = /"\\u0001raw:((?:[^"\\]|\\.)*)"/g;

/** Returns a value that {@link writeJson} writes as this text, which need not be valid JSON. */
export function rawJson(text: string): string {
  return mark + text;
}

/** Serializes a value as JSON; values of {@link rawJson} are inserted as they are. */
export function writeJson(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  if (!text.includes('\\u0001raw:')) return text;
  return text.replace(markedText, (_, escaped: string) => JSON.parse(`"${escaped}"`) as string);
}
