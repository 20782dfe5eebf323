import type { DocumentFacts, Drawing, ElementFacts } from './element-facts-script.ts';
import { readText, type TreeNode } from './snapshot-tree.ts';

/**
 * Returns the node of an element as a person sees it. The driver shows an element that contains only one other element with the
 * text of that one, and no pointer over an element inside of another that has one.
 */
function findUsed(node: TreeNode, facts: ReadonlyMap<string, ElementFacts>): TreeNode {
  if (node.cursor !== undefined || node.ref === undefined) return node;
  const { inner, isReacting } = facts.get(node.ref) ?? {};
  if (isReacting) return { ...node, cursor: 'pointer' };
  const isShownInPlace = node.role === 'generic' && inner !== undefined && node.text !== undefined;
  return isShownInPlace ? { ...node, ref: inner, cursor: 'pointer' } : node;
}

/** Returns the references of a tree. */
function listReferences(tree: readonly (TreeNode | string)[]): string[] {
  return tree.flatMap((node) =>
    typeof node === 'string' ? [] : [node.ref ?? [], listReferences(node.children ?? [])].flat(),
  );
}

/** Returns the facts of documents by reference, with each drawing at the innermost element of the tree around it. */
export function joinFacts(
  tree: readonly (TreeNode | string)[],
  documents: readonly DocumentFacts[],
): ReadonlyMap<string, ElementFacts> {
  const facts = new Map(documents.flatMap((one) => Object.entries(one.facts)));
  const shown = new Set(listReferences(tree));
  const add = (ref: string, drawing: Drawing) => {
    const own = facts.get(ref) ?? {};
    facts.set(ref, { ...own, drawings: [...(own.drawings ?? []), drawing] });
  };
  for (const drawing of documents.flatMap(({ drawings }) => drawings)) {
    if (drawing.own !== null && shown.has(drawing.own)) continue;
    const owner = drawing.refs.find((ref) => shown.has(ref));
    if (owner !== undefined) add(owner, drawing);
  }
  return facts;
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
    // The name that nobody sees is left out.
    if (own?.isHidden) return { ...node, name: own.label ?? '', facts: own };
    const { look, place, isForNameless, ...others } = own ?? {};
    const seen = node.children === undefined ? node : { ...node, children: addFacts(node.children, facts) };
    const isNameless = !(seen.name || seen.placeholder || readText(seen).trim());
    const known = isForNameless !== true || isNameless ? own : others;
    return known === undefined ? seen : { ...seen, facts: known };
  });
}
