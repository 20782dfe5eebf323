/** Removes control characters (ECMA-48), so that text from the web cannot control the terminal. */
export function withoutControls(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
}

/** The text on one line, without control characters. */
export function oneLine(text: string): string {
  return withoutControls(text).replaceAll('\n', ' ');
}

/** Returns a time (ISO 8601, UTC) to the minute. */
export function minute(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}

/** Returns named values as aligned lines; those that are null are left out. */
export function factLines(facts: Readonly<Record<string, string | null>>): string[] {
  const shown = Object.entries(facts).filter(([, value]) => value !== null);
  const width = Math.max(0, ...shown.map(([name]) => name.length));
  return shown.map(([name, value]) => oneLine(`${name.padEnd(width)}  ${value}`));
}
