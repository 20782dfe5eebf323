/** A part of a page: the number of an element, a role such as `main` or `dialog`, or words of a line. */
export type Region = string | number;

function depthOf(line: string): number {
  return line.length - line.trimStart().length;
}

function findStart(lines: readonly string[], region: Region): number {
  if (typeof region === 'number')
    return lines.findIndex((line) => line.trimStart().startsWith(`[${region}] `));
  const words = region.trim().toLowerCase();
  const byRole = lines.findIndex((line) => {
    const text = line.trimStart().toLowerCase();
    return text === words || text.startsWith(`${words} `) || text.startsWith(`${words}:`);
  });
  return byRole === -1 ? lines.findIndex((line) => line.toLowerCase().includes(words)) : byRole;
}

/** Returns the line of a region with everything below it; null if the snapshot has no such region. */
export function selectRegion(lines: readonly string[], region: Region): string[] | null {
  const start = findStart(lines, region);
  const first = lines[start];
  if (first === undefined) return null;
  const depth = depthOf(first);
  const length = lines.slice(start + 1).findIndex((line) => depthOf(line) <= depth);
  const part = length === -1 ? lines.slice(start) : lines.slice(start, start + 1 + length);
  return part.map((line) => line.slice(depth));
}
