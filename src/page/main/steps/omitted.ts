import { integerAt } from '../../../domain/values/elements.ts';
import { flowKind } from '../../tree/flow.ts';
import type { Selection } from '../selection.ts';

/** Drops the leaves that the flow omits. */
export function dropOmitted({ leaves, flow, isKept }: Selection): void {
  for (let leaf = 0; leaf < leaves.count; leaf++)
    if (flow.kind[integerAt(leaves.first, leaf)] === flowKind.skipped) isKept[leaf] = 0;
}
