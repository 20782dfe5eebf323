import { omitSubtrees } from '../main-content.ts';
import { chromeOf } from '../states/chrome.ts';
import { findPanels } from '../states/panels.ts';
import { plainText } from '../text/plain-text.ts';
import { type ClassifiedFlow, computeFlow, type Flow, flowKind } from '../tree/flow.ts';
import { findHiddenByRules } from '../tree/styles/hidden-by-rules.ts';
import { endOf, type Tree } from '../tree/tree.ts';

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
  /** Outermost elements of `withHidden` that are no content: hidden by style rules without a control, or hidden menus and dialogs. */
  concealed: readonly number[];
  /** Hidden parts of the content that a control of the page opens, such as tabs. */
  panels: readonly number[];
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
  const visible = omitSubtrees(tree, flow, hiddenByRules);
  const { withHidden, concealed, panels } = readHidden(tree, flow, visible, hiddenByRules);
  const visibleText = plainText(tree, visible, [body], maxVisibleLength);
  const wordCount = countWords(visibleText);
  if (wordCount >= minWordsWithNoscript)
    return { visible, withHidden, concealed, panels, visibleText, wordCount, readWords: wordCount };
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
      concealed: hiddenByRules,
      panels: [],
      visibleText,
      wordCount,
      readWords,
    };
  }
  return { visible, withHidden, concealed, panels, visibleText, wordCount, readWords: wordCount };
}

/** Reads what a page hides until an interaction. */
function readHidden(
  tree: Tree,
  flow: ClassifiedFlow,
  visible: Flow,
  hiddenByRules: readonly number[],
): Pick<VisibleContent, 'withHidden' | 'concealed' | 'panels'> {
  if (!flow.hasOmittedHidden && hiddenByRules.length === 0)
    return { withHidden: flow, concealed: hiddenByRules, panels: [] };
  const chrome = chromeOf(tree);
  const panels = findPanels(tree, chrome, hiddenByRules);
  const shown = new Set(panels);
  const withHidden = flow.hasOmittedHidden
    ? computeFlow(tree, { readsNoscript: false, skipsHidden: false, shown })
    : flow;
  const concealed = hiddenByRules.filter((node) => !shown.has(node));
  for (let node = 1; node < tree.count; node++) {
    const isHidden = visible.kind[node] === flowKind.skipped && withHidden.kind[node] !== flowKind.skipped;
    if (!isHidden || chrome[node] === 0) continue;
    concealed.push(node);
    node = Math.max(node, endOf(tree, node) - 1);
  }
  return { withHidden, concealed, panels };
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
