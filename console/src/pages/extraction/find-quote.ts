/** Part of a text: from `start` up to, but without, `end`. */
export interface Range {
  start: number;
  end: number;
}

/** A piece of a text, and the names of the quotes that cover it. */
export interface Segment {
  text: string;
  names: readonly string[];
}

/** Longer texts take too long to search and to show. */
export const maxTextLength = 200_000;

interface Folded {
  text: string;
  /** Position in the original text, by position in the folded one. */
  positions: number[];
}

/** Replaces each run of white space with one space, and removes differences of case. */
function fold(text: string): Folded {
  const positions: number[] = [];
  let folded = '';
  let isAfterSpace = true;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    const isSpace = letter.trim() === '';
    if (isSpace && isAfterSpace) continue;
    isAfterSpace = isSpace;
    const lower = letter.toLowerCase();
    // A letter that becomes longer in lower case would move all positions after it.
    folded += isSpace ? ' ' : lower.length === 1 ? lower : letter;
    positions.push(at);
  }
  return { text: folded, positions };
}

const isWordCharacter = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{N}]/u.test(letter);

/** Returns true if the text before and after does not continue the first and last word, so that 5 is not found in 50. */
function isWhole(text: string, start: number, end: number): boolean {
  const opens = !isWordCharacter(text[start]) || !isWordCharacter(text[start - 1]);
  return opens && (!isWordCharacter(text[end - 1]) || !isWordCharacter(text[end]));
}

/** Returns a function that finds a quote in a text, regardless of white space and case; null if it is not there. */
export function createQuoteFinder(text: string): (quote: string) => Range | null {
  const { text: folded, positions } = fold(text.slice(0, maxTextLength));
  return (quote) => {
    const wanted = fold(quote).text.trim();
    if (wanted === '') return null;
    for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, at + 1)) {
      const end = at + wanted.length;
      const [from, last] = [positions[at], positions[end - 1]];
      if (from !== undefined && last !== undefined && isWhole(folded, at, end))
        return { start: from, end: last + 1 };
    }
    return null;
  };
}

/** Cuts a text where quotes start and end. */
export function cutAtQuotes(text: string, quotes: ReadonlyMap<string, Range>): Segment[] {
  const length = Math.min(text.length, maxTextLength);
  const cuts = new Set([0, length]);
  for (const { start, end } of quotes.values()) cuts.add(start).add(end);
  const places = [...cuts].sort((a, b) => a - b);
  return places.slice(0, -1).map((start, at) => {
    const end = places[at + 1] ?? length;
    const covering = [...quotes].filter(([, range]) => range.start <= start && range.end >= end);
    return { text: text.slice(start, end), names: covering.map(([name]) => name) };
  });
}
