/** Placeholder in an expected output for any text, within a line or over several lines. */
const anything = '…';

/** Values that differ between runs. */
const changing: ReadonlyArray<readonly [RegExp, string]> = [
  [/\b[a-z]{2,6}_[0-9a-z]{20,}\b/g, '<id>'],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{3})?Z?/g, '<time>'],
  [/(untrusted-web-content id=)"[0-9a-f]+"/g, '$1"<id>"'],
  [/\b[0-9a-f]{64}\b/g, '<sha256>'],
  [/"eyJ[\w-]+\.\.[\w-]+"/g, '"<signature>"'],
  [/\bsigned by [\w-]{20,}/g, 'signed by <key id>'],
  [/"(ms|bytes)": \d+/g, '"$1": <number>'],
  [/(ms) {2,}\d+/g, '$1 <number>'],
  // Columns are as wide as their URLs, whose ports differ in length.
  [/ {2,}/g, '  '],
  [/-{3,}/g, '---'],
];

/** Returns a text with placeholders for the values that differ between runs, without space at the ends of lines. */
export function normalizeOutput(text: string): string {
  const replaced = changing.reduce((result, [pattern, name]) => result.replaceAll(pattern, name), text);
  return replaced
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
}

/** Returns true if an output has the form of the expected one, in which `…` stands for any text. */
export function matchesOutput(actual: string, expected: string): boolean {
  const text = normalizeOutput(actual);
  const [first = '', ...rest] = normalizeOutput(expected).split(anything);
  if (rest.length === 0) return text === first;
  if (!text.startsWith(first)) return false;
  const last = rest.pop() ?? '';
  let position = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, position);
    if (found === -1) return false;
    position = found + part.length;
  }
  return text.length - last.length >= position && text.endsWith(last);
}
