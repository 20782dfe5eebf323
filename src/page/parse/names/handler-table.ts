import type { TreeBuilder } from '../builder.ts';
import { tagSet } from './tag-sets.ts';

/** Handlers by tag id; tags without one are ordinary. */
export type HandlerTable = (((builder: TreeBuilder) => void) | undefined)[];

/** Registers a handler for the named elements. */
export function registerHandler(
  table: HandlerTable,
  names: string,
  handler: (builder: TreeBuilder) => void,
): void {
  const set = tagSet(names);
  for (let id = 0; id < set.length; id++) if (set[id] === 1) table[id] = handler;
}
