import { byteAt, integerAt } from '../../../domain/values/elements.ts';
import { endOf, parentOf } from '../../tree/tree.ts';
import type { Selection } from '../selection.ts';

/** Number of levels above a panel at which its control or a panel beside it is found. */
const maxLevels = 2;

/**
 * Keeps the closed panels of the content: the other tabs of a group of which one is kept, and the answer below a kept
 * question.
 */
export function keepPanels({ tree, leaves, panels, body, isKept }: Selection): void {
  const keptIn = (from: number, to: number): boolean => {
    for (let leaf = from; leaf < to; leaf++) if (byteAt(isKept, leaf) === 1) return true;
    return false;
  };
  const rangeOf = (node: number): [number, number] => [
    integerAt(leaves.before, node),
    integerAt(leaves.before, endOf(tree, node)),
  ];
  for (const panel of panels) {
    const [from, to] = rangeOf(panel);
    if (from === to) continue;
    let group = parentOf(tree, panel);
    for (let level = 0; level < maxLevels && group > body; level++, group = parentOf(tree, group)) {
      const [start, end] = rangeOf(group);
      if (!keptIn(start, from) && !keptIn(to, end)) continue;
      isKept.fill(1, from, to);
      break;
    }
  }
}
