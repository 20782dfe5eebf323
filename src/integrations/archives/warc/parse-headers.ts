const maxHeaders = 500;

/**
 * Parses header lines by lower-case name: folded lines are unfolded, repeated names joined by `, `, invalid lines
 * skipped.
 */
export function parseHeaders(lines: readonly string[]): Record<string, string> {
  const headers = new Map<string, string>();
  let lastName: string | null = null;
  for (const line of lines.slice(0, maxHeaders)) {
    if (/^[ \t]/.test(line) && lastName !== null) {
      headers.set(lastName, `${headers.get(lastName)} ${line.trim()}`);
      continue;
    }
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon <= 0 || name === '__proto__') continue;
    const value = line.slice(colon + 1).trim();
    const existing = headers.get(name);
    headers.set(name, existing === undefined ? value : `${existing}, ${value}`);
    lastName = name;
  }
  return Object.fromEntries(headers);
}
