// Starts texts that stand for JSON written as it is: control characters never begin a generated value otherwise.
const mark = '\u0001raw:';
const markedText = /"\\u0001raw:((?:[^"\\]|\\.)*)"/g;

/** Returns a value that {@link writeJson} writes as this text, which need not be valid JSON. */
export function rawJson(text: string): string {
  return mark + text;
}

/** Writes a value as JSON; where it holds {@link rawJson}, that text. */
export function writeJson(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  if (!text.includes('\\u0001raw:')) return text;
  return text.replace(markedText, (_, escaped: string) => JSON.parse(`"${escaped}"`) as string);
}
