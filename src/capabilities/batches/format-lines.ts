/** Maximum number of ranges that a text names; a list with more has no order that a person could check by hand. */
const maxRanges = 2_000;

/** Joins consecutive numbers, which ascend, to ranges. */
function toRanges(lines: readonly number[]): Array<{ from: number; to: number }> {
  const ranges: Array<{ from: number; to: number }> = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last !== undefined && last.to === line - 1) last.to = line;
    else ranges.push({ from: line, to: line });
  }
  return ranges;
}

/** Writes the subject and verb of a sentence about lines: `Line 4 is`, `3 lines (2, 7-8) are`. */
export function formatLines(lines: readonly number[]): string {
  const [only] = lines;
  if (lines.length === 1 && only !== undefined) return `Line ${only} is`;
  const ranges = toRanges(lines);
  const shown = ranges.slice(0, maxRanges);
  const hidden = ranges.slice(maxRanges).reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const numbers = shown.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
  return `${lines.length} lines (${numbers}${hidden === 0 ? '' : `, and ${hidden} more`}) are`;
}
