/** Removes control characters (ECMA-48), so that text from the web cannot control the terminal. */
export function withoutControls(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
}

/** The text on one line, without control characters. */
export function oneLine(text: string): string {
  return withoutControls(text).replaceAll('\n', ' ');
}
