import { plainText } from './text.ts';
import type { Tree } from './tree.ts';
import { type Flow, flowOf } from './visible.ts';

/** Visible text that is laid out for the judgement of a page; more is only counted. */
const visibleLimit = 12_000;
/** A body with fewer words than this may have put its content into `noscript`. */
const fewWords = 25;
/** With fewer than this it may have done so beside a header and a footer. */
const littleText = 80;

/** What of a page counts as shown. */
export interface Shown {
  shown: Flow;
  /** The same with what the page hides until somebody asks for it. */
  wide: Flow;
  /** What a person with scripts off sees, whatever is read in its place. */
  visibleText: string;
  wordCount: number;
  /** Words of what is read, where that is more than what is visible. */
  readWords: number;
}

/**
 * What of the page counts as shown. When next to nothing is, because scripts were to put it there or to unhide it, `noscript`
 * is read, and what is hidden, if that brings text to light.
 */
export function whatIsShown(tree: Tree, body: number): Shown {
  const shown = flowOf(tree, { readsNoscript: false, skipsHidden: true });
  const wide = shown.leftOutHidden ? flowOf(tree, { readsNoscript: false, skipsHidden: false }) : shown;
  const visibleText = plainText(tree, shown, [body], visibleLimit);
  const wordCount = countWords(visibleText);
  if (wordCount >= littleText) return { shown, wide, visibleText, wordCount, readWords: wordCount };
  for (const options of [
    { readsNoscript: true, skipsHidden: true },
    { readsNoscript: true, skipsHidden: false },
  ]) {
    if (wordCount >= fewWords && !options.skipsHidden) break;
    const other = flowOf(tree, options);
    const readWords = countWords(plainText(tree, other, [body], visibleLimit));
    if (readWords < Math.max(fewWords, wordCount * 3)) continue;
    return { shown: other, wide: other, visibleText, wordCount, readWords };
  }
  return { shown, wide, visibleText, wordCount, readWords: wordCount };
}

function countWords(text: string): number {
  let count = 0;
  let isInWord = false;
  for (let i = 0; i < text.length; i++) {
    const isSolid = text.charCodeAt(i) > 32;
    if (isSolid && !isInWord) count++;
    isInWord = isSolid;
  }
  return count;
}
