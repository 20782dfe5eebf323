import { plainText } from '../text/plain-text.ts';
import { computeFlow, type Flow } from '../tree/flow.ts';
import type { Tree } from '../tree/tree.ts';

/** Maximum length of the visible text that is examined. */
const maxVisibleLength = 12_000;
/** Number of words below which the content may be in `noscript` or hidden. */
const minWordsWithHidden = 25;
/** Number of words below which the content may be in `noscript`, next to a header and footer. */
const minWordsWithNoscript = 80;

/** Visible content of a page. */
export interface VisibleContent {
  visible: Flow;
  /** The same, including content that is hidden until an interaction. */
  withHidden: Flow;
  /** Text visible without scripts, even if other content is read instead. */
  visibleText: string;
  wordCount: number;
  /** Number of words that are read, if more than visible. */
  readWords: number;
}

/**
 * Determines the visible content of a page. If scripts were to insert or reveal nearly all of it, `noscript` and then hidden
 * content are read instead, if these have more text.
 */
export function findVisibleContent(tree: Tree, body: number): VisibleContent {
  const visible = computeFlow(tree, { readsNoscript: false, skipsHidden: true });
  const withHidden = visible.hasOmittedHidden
    ? computeFlow(tree, { readsNoscript: false, skipsHidden: false })
    : visible;
  const visibleText = plainText(tree, visible, [body], maxVisibleLength);
  const wordCount = countWords(visibleText);
  if (wordCount >= minWordsWithNoscript)
    return { visible, withHidden, visibleText, wordCount, readWords: wordCount };
  for (const options of [
    { readsNoscript: true, skipsHidden: true },
    { readsNoscript: true, skipsHidden: false },
  ]) {
    if (wordCount >= minWordsWithHidden && !options.skipsHidden) break;
    const alternative = computeFlow(tree, options);
    const readWords = countWords(plainText(tree, alternative, [body], maxVisibleLength));
    if (readWords < Math.max(minWordsWithHidden, wordCount * 3)) continue;
    return { visible: alternative, withHidden: alternative, visibleText, wordCount, readWords };
  }
  return { visible, withHidden, visibleText, wordCount, readWords: wordCount };
}

function countWords(text: string): number {
  let count = 0;
  let isInWord = false;
  for (let i = 0; i < text.length; i++) {
    const isWordCharacter = text.charCodeAt(i) > 32;
    if (isWordCharacter && !isInWord) count++;
    isInWord = isWordCharacter;
  }
  return count;
}
