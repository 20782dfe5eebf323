import { integerAt } from '../../domain/values/elements.ts';
import { parseHtml } from '../parse/parse-html.ts';
import { selectNodes } from '../tree/select.ts';
import { chromeOf } from './chrome.ts';
import { type PagePart, rangesOf } from './page-part.ts';
import { readPanels } from './panels.ts';
import { readActionOfPart, readPrimaryAction } from './primary-action.ts';

/** Part of a page that its Markdown leaves out, one line: `Action: Sold out (disabled)` or `Answer: text`. */
export type PageState = string;

/**
 * Returns what the controls of an HTML page, or of a part of it, say about its subject: the action that the page offers for
 * it, and the texts of closed panels of the content. Elements that match `excludeSelectors` are left out.
 */
export function readPageStates(
  html: string,
  excludeSelectors: readonly string[],
  part: PagePart | null = null,
): PageState[] {
  const tree = parseHtml(html);
  const ranges = part === null ? null : rangesOf(tree, part);
  const chrome = chromeOf(tree);
  if (ranges !== null && part !== null) {
    const within = chrome.slice();
    chrome.fill(1);
    // What selectors name is wanted, even in a footer.
    for (const { from, end } of ranges)
      if ('selectors' in part) chrome.fill(0, from, end);
      else chrome.set(within.subarray(from, end), from);
  }
  for (const node of selectNodes(tree, excludeSelectors).nodes)
    chrome.fill(1, node, integerAt(tree.end, node));
  const action = ranges === null ? readPrimaryAction(tree, chrome) : readActionOfPart(tree, chrome, ranges);
  const panels = readPanels(tree, chrome).map((text) => `Answer: ${text}`);
  return [...(action === null ? [] : [`Action: ${action}`]), ...panels];
}
