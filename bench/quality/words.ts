/** Returns the words of a text in lower case: letters, digits and underscores of any script. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/** Overlap of two bags of words. */
export interface WordScore {
  precision: number;
  recall: number;
  f1: number;
}

/** Returns the overlap of two bags of words. Two empty bags agree; an empty and a filled one do not. */
export function wordScore(found: readonly string[], wanted: readonly string[]): WordScore {
  if (found.length === 0 || wanted.length === 0) {
    const same = found.length === wanted.length ? 1 : 0;
    return { precision: same, recall: same, f1: same };
  }
  const left = new Map<string, number>();
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1);
  let hits = 0;
  for (const word of found) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    hits++;
    left.set(word, count - 1);
  }
  const precision = hits / found.length;
  const recall = hits / wanted.length;
  return { precision, recall, f1: hits === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}

const destination = String.raw`\((?:<[^>]*>|[^()\s]*(?:\([^()]*\)[^()\s]*)*)(?:\s+"[^"]*")?\)`;
const reductions: [RegExp, string][] = [
  [/!\[[^\]]*\]\([^)]*\)/g, ' '],
  [new RegExp(String.raw`\[((?:[^[\]\\]|\\.)*)\]${destination}`, 'g'), '$1'],
  [/^\s*(?:`{3}|~{3}).*$/gm, ''],
  [/^\s{0,3}(?:#{1,6}\s|>+\s?)/gm, ''],
  [/^\|?(?:\s*:?-{2,}:?\s*\|)+\s*:?-*:?\s*\|?$/gm, ''],
  [/\*\*|__|~~|`+/g, ''],
  [/\\([\\`*_{}[\]()#+\-.!|<>~$&])/g, '$1'],
  [/<\/?[a-z][^>]*>/gi, ' '],
  [/&amp;/g, '&'],
  [/&lt;/g, '<'],
  [/&gt;/g, '>'],
  [/ ?\| ?/g, ' '],
];

/** Returns Markdown without its syntax, URLs and images. */
export function textOfMarkdown(markdown: string): string {
  let text = markdown;
  for (const [pattern, replacement] of reductions) text = text.replace(pattern, replacement);
  return text;
}
