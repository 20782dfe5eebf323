import { removeLinkTargets } from '../../domain/pages/link-targets.ts';

/** Converts Markdown to plain text for search and snippets, in linear time. */
export function plainText(markdown: string): string {
  return (
    // The alternative text of images is kept; the targets of links are removed.
    removeLinkTargets(markdown, 'address')
      .replace(/^[ \t]*(?:#{1,6}|>|[-*+]|\d{1,9}[.)])[ \t]+/gm, '')
      .replace(/^[ \t]*(?:```|~~~).*$/gm, '')
      .replace(/^[ \t]*[|:-][ \t|:-]*$/gm, (line) => (isDelimiterRow(line) ? '' : line))
      // An underscore within a word belongs to an identifier (GFM: no emphasis within words).
      .replace(
        /\\([\\`*_{}[\]()#+\-.!|<>~])|[*`|]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}_])/gu,
        (_, escaped?: string) => escaped ?? ' ',
      )
      .replace(/[ \t]+/g, ' ')
      .trim()
  );
}

/** Returns true if a line is the delimiter row of a table: cells of at least two dashes. */
function isDelimiterRow(line: string): boolean {
  const gaps = line.split(/-{2,}/);
  if (gaps.length === 1) return false;
  return gaps.every((gap, at) => {
    if (at === 0) return /^[ \t]*(?:\|[ \t]*)?:?$/.test(gap);
    if (at === gaps.length - 1) return /^:?[ \t]*(?:\|[ \t]*)?$/.test(gap);
    return /^:?[ \t]*(?:\|[ \t]*)?:?$/.test(gap);
  });
}
