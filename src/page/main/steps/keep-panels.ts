import { parentOf } from '../../tree/tree.ts';
import { hasKept, leavesIn } from '../leaf-range.ts';
import type { Selection } from '../selection.ts';

/** Number of levels above a panel at which its control or a panel beside it is found. */
const maxLevels = 2;

/**
 * Keeps the closed panels of the content: the other tabs of a group of which one is kept, and the answer below a kept
 * question.
 */
export function keepPanels(selection: Selection): void {
  const { tree, panels, body, isKept } = selection;
  for (const panel of panels) {
    const { from, to } = leavesIn(selection, panel);
    if (from === to) continue;
    let group = parentOf(tree, panel);
    for (let level = 0; level < maxLevels && group > body; level++, group = parentOf(tree, group)) {
      const around = leavesIn(selection, group);
      if (
        !hasKept(selection, { from: around.from, to: from }) &&
        !hasKept(selection, { from: to, to: around.to })
      )
        continue;
      isKept.fill(1, from, to);
      break;
    }
  }
}
