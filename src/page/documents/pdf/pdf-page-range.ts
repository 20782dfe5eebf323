/** Consecutive pages; both numbers count from 1 and are included. */
export interface PageRange {
  from: number;
  to: number;
}

/** Parses page numbers and ranges such as `1,3-7,12-`; an open range ends with the document. */
export function parsePages(text: string): PageRange[] {
  return text.split(',').map((part) => {
    const [from = '', to] = part.split('-');
    const end = to === undefined ? Number(from) : to === '' ? Number.POSITIVE_INFINITY : Number(to);
    return { from: Number(from), to: end };
  });
}

/** Returns sorted page numbers as ranges, such as `1,3-7`. */
export function formatPages(numbers: readonly number[]): string {
  const ranges: PageRange[] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last !== undefined && last.to === number - 1) last.to = number;
    else ranges.push({ from: number, to: number });
  }
  return ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
}
