/** Maximum nesting depth. */
const maxDepth = 64;

/** Range of a JSON-like object or array in a text. */
export interface JsonExtent {
  /** Index after the range: after its closing bracket, the end of the text, or the bracket that exceeds 64 levels. */
  end: number;
  /** Index after the last member that is complete. */
  completeEnd: number;
  isClosed: boolean;
  /** True if the range ends before a bracket that exceeds 64 levels. */
  isTooDeep: boolean;
}

/** Strings, comments and punctuation; groups 1 and 2 are the end quotes of strings, empty if the text ends before them. */
const tokens =
  /"[^"\\]*(?:\\.[^"\\]*)*("?)|'[^'\\]*(?:\\.[^'\\]*)*('?)|(?<!:)\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|,(?:\s*,)*|[[\]{}:]/gs;

/** Replaces comments by spaces and repeated commas by one. */
export function removeNoise(text: string): string {
  return text.replace(tokens, (token) => (token.startsWith('/') ? ' ' : token.startsWith(',') ? ',' : token));
}

/** Finds the end of the JSON-like value whose opening bracket is at `start`, and of its last complete member. */
export function findJsonExtent(text: string, start: number): JsonExtent {
  const open: string[] = [];
  let completeEnd = start;
  let isAfterColon = false;
  tokens.lastIndex = start;
  for (let match = tokens.exec(text); match !== null; match = tokens.exec(text)) {
    const end = match.index + match[0].length;
    const first = match[0].charAt(0);
    if (first === '/') continue;
    if (first === '[' || first === '{') {
      if (open.length === maxDepth)
        return { end: match.index, completeEnd, isClosed: false, isTooDeep: true };
      open.push(first);
      completeEnd = end;
    } else if (first === ']' || first === '}') {
      // A bracket also closes the levels above its own; one that closes nothing is skipped.
      const level = open.lastIndexOf(first === ']' ? '[' : '{');
      if (level >= 0) {
        open.length = level;
        completeEnd = end;
      }
      if (level === 0) return { end, completeEnd, isClosed: true, isTooDeep: false };
    } else if (first === ',') completeEnd = match.index;
    else if ((match[1] || match[2]) && (isAfterColon || open.at(-1) === '[')) completeEnd = end;
    isAfterColon = first === ':';
  }
  return { end: text.length, completeEnd, isClosed: false, isTooDeep: false };
}
