import type { ElementFacts } from './element-facts-script.ts';
import { readText, type TreeNode } from './snapshot-tree.ts';

/**
 * Returns the node of an element as a person sees it. The driver shows an element that contains only one other element with the
 * text of that one, and no pointer over an element inside of another that has one.
 */
function findUsed(node: TreeNode, facts: ReadonlyMap<string, ElementFacts>): TreeNode {
  if (node.role !== 'generic' || node.cursor !== undefined || node.ref === undefined) return node;
  const { inner, isReacting } = facts.get(node.ref) ?? {};
  if (isReacting) return { ...node, cursor: 'pointer' };
  return inner !== undefined && node.text !== undefined ? { ...node, ref: inner, cursor: 'pointer' } : node;
}

/** Adds the facts to the nodes of a tree, and leaves out elements that a person cannot see. */
export function addFacts(
  tree: readonly (TreeNode | string)[],
  facts: ReadonlyMap<string, ElementFacts>,
): (TreeNode | string)[] {
  return tree.flatMap((shown) => {
    if (typeof shown === 'string') return shown;
    const node = findUsed(shown, facts);
    const own = node.ref === undefined ? undefined : facts.get(node.ref);
    if (own?.isUnseen) return [];
    const { look, place, isForNameless, ...others } = own ?? {};
    const seen = node.children === undefined ? node : { ...node, children: addFacts(node.children, facts) };
    const isNameless = !(seen.name || seen.placeholder || readText(seen).trim());
    const known = isForNameless !== true || isNameless ? own : others;
    return known === undefined ? seen : { ...seen, facts: known };
  });
}
