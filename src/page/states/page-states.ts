import { integerAt } from '../../domain/values/elements.ts';
import { parseHtml } from '../parse/parse-html.ts';
import { selectNodes } from '../tree/select.ts';
import { chromeOf } from './chrome.ts';
import { readPanels } from './panels.ts';
import { readPrimaryAction } from './primary-action.ts';

/** Part of a page that its Markdown leaves out, one line: `Action: Sold out (disabled)` or `Answer: text`. */
export type PageState = string;

/**
 * Returns what the controls of an HTML page say about its subject: the action that the page offers for it, and the texts
 * of closed panels of the content. Elements that match `excludeSelectors` are left out.
 */
export function readPageStates(html: string, excludeSelectors: readonly string[]): PageState[] {
  const tree = parseHtml(html);
  const chrome = chromeOf(tree);
  for (const node of selectNodes(tree, excludeSelectors).nodes)
    chrome.fill(1, node, integerAt(tree.end, node));
  const action = readPrimaryAction(tree, chrome);
  const panels = readPanels(tree, chrome).map((text) => `Answer: ${text}`);
  return [...(action === null ? [] : [`Action: ${action}`]), ...panels];
}
