import { omitSubtrees } from '../main-content.ts';
import { plainText } from '../text/plain-text.ts';
import { computeFlow, type Flow } from '../tree/flow.ts';
import { findHiddenByRules } from '../tree/styles/hidden-by-rules.ts';
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
  /** The same, including content that is hidden until an interaction, and content that style rules hide. */
  withHidden: Flow;
  /** Outermost elements that style rules hide. */
  hiddenByRules: readonly number[];
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
  const hiddenByRules = findHiddenByRules(tree, body);
  const flow = computeFlow(tree, { readsNoscript: false, skipsHidden: true });
  const withHidden = flow.hasOmittedHidden
    ? computeFlow(tree, { readsNoscript: false, skipsHidden: false })
    : flow;
  const visible = omitSubtrees(tree, flow, hiddenByRules);
  const visibleText = plainText(tree, visible, [body], maxVisibleLength);
  const wordCount = countWords(visibleText);
  if (wordCount >= minWordsWithNoscript)
    return { visible, withHidden, hiddenByRules, visibleText, wordCount, readWords: wordCount };
  for (const options of [
    { readsNoscript: true, skipsHidden: true },
    { readsNoscript: true, skipsHidden: false },
  ]) {
    if (wordCount >= minWordsWithHidden && !options.skipsHidden) break;
    const alternative = omitSubtrees(tree, computeFlow(tree, options), hiddenByRules);
    const readWords = countWords(plainText(tree, alternative, [body], maxVisibleLength));
    if (readWords < Math.max(minWordsWithHidden, wordCount * 3)) continue;
    return {
      visible: alternative,
      withHidden: alternative,
      hiddenByRules,
      visibleText,
      wordCount,
      readWords,
    };
  }
  return { visible, withHidden, hiddenByRules, visibleText, wordCount, readWords: wordCount };
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
