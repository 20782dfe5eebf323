import { computeFlow, type Flow, flowKind } from '../tree/flow.ts';
import { findHiddenByRules } from '../tree/styles/hidden-by-rules.ts';
import { endOf, type Tree } from '../tree/tree.ts';
import { chromeOf } from './chrome.ts';
import { findPanels } from './panels.ts';

/** Flow of a page as if its closed panels were open, and the panels. */
export interface OpenedFlow {
  flow: Flow;
  panels: readonly number[];
}

/**
 * Opens the closed panels of a page: accordions and tabs that a control of the page opens. Text inside of them that is hidden
 * by itself stays hidden. Returns null if `flow`, the visible flow of the page, leaves out no panel.
 */
export function openPanels(tree: Tree, flow: Flow): OpenedFlow | null {
  const panels = findPanels(tree, chromeOf(tree)).filter((panel) => flow.kind[panel] === flowKind.skipped);
  if (panels.length === 0) return null;
  const opened = computeFlow(tree, { readsNoscript: false, skipsHidden: true, shown: new Set(panels) });
  const kind = flow.kind.slice();
  for (const panel of panels) {
    const end = endOf(tree, panel);
    kind.set(opened.kind.subarray(panel, end), panel);
    for (const node of findHiddenByRules(tree, panel)) kind.fill(flowKind.skipped, node, endOf(tree, node));
  }
  return { flow: { kind, containsBlock: opened.containsBlock }, panels };
}
