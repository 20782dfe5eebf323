import { estimateTokens, lengthWithinTokens } from '../../../domain/values/estimate-tokens.ts';

/** The start of a text or list that fits into a number of tokens. */
export interface LimitedText {
  text: string;
  /** Code points of a text, or items of a list, that are shown. */
  shown: number;
  isCut: boolean;
  /** True if the only shown item of a list is not whole. */
  isItemCut: boolean;
}

/** Share of the shown text that may be dropped to end at a boundary. */
const maxDroppedShare = 0.2;

function codePointsOf(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Returns the text after its first `count` code points. */
export function skipCodePoints(text: string, count: number): string {
  let index = 0;
  for (let skipped = 0; skipped < count && index < text.length; skipped += 1) {
    index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(index);
}

/** Returns the end of the last line, else of the last sentence, else of the last word, near the end of a text. */
function boundaryBefore(text: string, end: number): number {
  const least = Math.floor(end * (1 - maxDroppedShare));
  for (const boundary of ['\n', '. ', '。', ' ']) {
    const at = text.lastIndexOf(boundary, end - 1);
    if (at >= least && at > 0) return at + boundary.trimEnd().length;
  }
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}

/** Cuts a text at the end of a line, sentence or word. */
export function limitText(text: string, maxTokens: number): LimitedText {
  const end = lengthWithinTokens(text, maxTokens);
  if (end >= text.length) return { text, shown: codePointsOf(text), isCut: false, isItemCut: false };
  const start = text.slice(0, boundaryBefore(text, end));
  return { text: start, shown: codePointsOf(start), isCut: true, isItemCut: false };
}

/** Shows as many whole items as fit, and the start of the first one in any case. */
export function limitItems(items: readonly string[], maxTokens: number): LimitedText {
  let remaining = maxTokens;
  let shown = 0;
  for (const item of items) {
    // The line break is a token.
    remaining -= estimateTokens(item) + 1;
    if (remaining < 0) break;
    shown += 1;
  }
  const [first] = items;
  if (shown === 0 && first !== undefined) {
    return { text: limitText(first, maxTokens).text, shown: 1, isCut: true, isItemCut: true };
  }
  return { text: items.slice(0, shown).join('\n'), shown, isCut: shown < items.length, isItemCut: false };
}
