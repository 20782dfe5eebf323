import { tag } from '../../page/parse/names/tags.ts';
import { parentOf } from '../../page/tree/tree.ts';
import type { PageView } from '../page-view/page-view.ts';

const maxLevels = 10;
/** Minimum number of characters that a link shows besides a text within it. */
const minOtherText = 25;

/** Returns true if a node is in a link that shows much else: the card of another page, whose author and date are its own. */
export function isInCard(page: PageView, node: number): boolean {
  const { tree } = page;
  for (let at = node, levels = 0; at > 0 && levels < maxLevels; at = parentOf(tree, at), levels++) {
    if (tree.tag[at] !== tag.a) continue;
    return page.textOf(at).length >= page.textOf(node).length + minOtherText;
  }
  return false;
}
