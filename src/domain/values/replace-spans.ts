/**
 * Replaces each span of a text from an `open` character to the next `close` character, both included. An `open`
 * character without a `close` is unchanged. Takes time linear in the length of the text.
 */
export function replaceSpans(
  text: string,
  open: string,
  close: string,
  replacement: string | ((span: string) => string),
): string {
  const parts: string[] = [];
  let copiedTo = 0;
  for (let start = text.indexOf(open); start !== -1; start = text.indexOf(open, copiedTo)) {
    const end = text.indexOf(close, start + 1);
    if (end === -1) break;
    const replaced = typeof replacement === 'string' ? replacement : replacement(text.slice(start, end + 1));
    parts.push(text.slice(copiedTo, start), replaced);
    copiedTo = end + 1;
  }
  return copiedTo === 0 ? text : parts.join('') + text.slice(copiedTo);
}
