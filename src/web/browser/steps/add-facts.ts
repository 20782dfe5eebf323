import type { ElementFacts } from './element-facts-script.ts';
import { readText, type TreeNode } from './snapshot-tree.ts';

/** Adds the facts to the nodes of a tree, and leaves out elements that a person cannot see. */
export function addFacts(
  tree: readonly (TreeNode | string)[],
  facts: ReadonlyMap<string, ElementFacts>,
): (TreeNode | string)[] {
  return tree.flatMap((node) => {
    if (typeof node === 'string') return node;
    const own = node.ref === undefined ? undefined : facts.get(node.ref);
    if (own?.isUnseen) return [];
    const { look, place, isForNameless, ...others } = own ?? {};
    const isNameless = !(node.name || node.placeholder || readText(node).trim());
    const shown = isForNameless !== true || isNameless ? own : others;
    return {
      ...node,
      ...(shown !== undefined && { facts: shown }),
      ...(node.children !== undefined && { children: addFacts(node.children, facts) }),
    };
  });
}
