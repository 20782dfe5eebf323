import type { Addresses } from '../addresses.ts';
import type { Tree } from '../tree.ts';
import { type Flow, flowKind } from '../visible.ts';
import type { BlockWriter } from './block-writer.ts';

/** What every part of the serializer works on. */
export interface Context {
  tree: Tree;
  flow: Flow;
  addresses: Addresses;
  blocks: BlockWriter;
  /** Footnote numbers by the id of what they refer to. */
  notes: ReadonlyMap<string, string>;
  /** Writes one node of the flow. */
  node(node: number): void;
  /** Writes the content of an element as blocks. */
  content(node: number): void;
  /** Writes the content of an element on one line, blocks apart by `<br>`, as in a cell. */
  line(node: number): string;
}

/** Calls `visit` for each child that takes part in the flow. */
export function forEachChild(context: Context, node: number, visit: (child: number) => void): void {
  const { tree, flow } = context;
  const end = tree.end[node] as number;
  let child = node + 1;
  while (child < end) {
    if (flow.kind[child] !== flowKind.skipped) visit(child);
    child = tree.end[child] as number;
  }
}
