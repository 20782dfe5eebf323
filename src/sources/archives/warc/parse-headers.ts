const mostHeaders = 500;

/** Header lines by lower-case name, folded lines unfolded, repeated names joined by `, `; what is no header is left out. */
export function parseHeaders(lines: readonly string[]): Record<string, string> {
  const headers = new Map<string, string>();
  let last: string | null = null;
  for (const line of lines.slice(0, mostHeaders)) {
    if (/^[ \t]/.test(line) && last !== null) {
      headers.set(last, `${headers.get(last)} ${line.trim()}`);
      continue;
    }
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon <= 0 || name === '__proto__') continue;
    const value = line.slice(colon + 1).trim();
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
    last = name;
  }
  return Object.fromEntries(headers);
}
