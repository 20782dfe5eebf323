/** Part of a line that states something for itself: a sentence, a clause or a text between marks. */
export interface LinePart {
  text: string;
  /** Range in the line. */
  from: number;
  to: number;
}

const maxParts = 60;
/** A sentence's end before a capital, a comma or semicolon, and marks between facts. */
const separator = /[.!?]\s+(?=["“„«(]?\p{Lu})|[,;]\s+|\s[·•|–—]\s/gu;

/** Returns the parts of a line in order, at most 60; the last one without its full stop. */
export function linePartsOf(line: string): LinePart[] {
  const parts: LinePart[] = [];
  let from = 0;
  const add = (to: number) => {
    parts.push({ text: line.slice(from, to).replace(/\.$/, ''), from, to });
  };
  for (const match of line.matchAll(separator)) {
    if (parts.length === maxParts) return parts;
    add(match.index);
    from = match.index + match[0].length;
  }
  add(line.length);
  return parts;
}
