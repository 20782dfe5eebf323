import type { Builder } from './builder.ts';
import { tagSet } from './tag-sets.ts';

/** What is done for a tag, by tag id; tags without a step of their own are ordinary. */
export type StepTable = (((builder: Builder) => void) | undefined)[];

/** Sets the step of the named elements. */
export function on(table: StepTable, names: string, step: (builder: Builder) => void): void {
  const set = tagSet(names);
  for (let id = 0; id < set.length; id++) if (set[id] === 1) table[id] = step;
}
