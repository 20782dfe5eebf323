import { endOf, type Tree } from '../tree/tree.ts';
import { tag } from './names/tags.ts';

const attributeName = 'shadowrootmode';

function isShadowRoot(tree: Tree, node: number): boolean {
  for (let row = tree.from[node] ?? 0; row < (tree.to[node] ?? 0); row++) {
    if (tree.attributeNames[tree.attributeName[row] ?? -1] === attributeName) return true;
  }
  return false;
}

/**
 * Turns templates with `shadowrootmode` into `div` elements: browsers attach them as shadow roots and render their
 * content (WHATWG HTML 13.2.6.4.4). The content of other templates stays inert.
 */
export function openShadowRoots(tree: Tree): Tree {
  if (!tree.attributeNames.includes(attributeName)) return tree;
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node] !== tag.template) continue;
    if (isShadowRoot(tree, node)) {
      tree.tag[node] = tag.div;
      tree.name[node] = tag.div;
    } else node = endOf(tree, node) - 1;
  }
  return tree;
}
