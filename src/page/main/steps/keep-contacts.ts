import { integerAt } from '../../../domain/values/elements.ts';
import { tagSet } from '../../parse/names/tag-sets.ts';
import { tag } from '../../parse/names/tags.ts';
import { closest, endOf, parentOf, type Tree } from '../../tree/tree.ts';
import type { Leaves } from '../features/leaves.ts';
import { textOfLeaf } from '../features/text-of-leaf.ts';
import { hasKept, keepVisible, type LeafRange, leavesIn } from '../leaf-range.ts';
import type { Selection } from '../selection.ts';

const isFrame = tagSet('nav footer aside dialog form');
const limits = { levels: 8, words: 60, listLeaves: 600, addressLength: 400 };
const mailAddress = /[\p{L}\p{N}]@[\p{L}\p{N}-]{1,63}\.[\p{L}\p{N}]/u;

/** Returns the leaves whose text contains a mail address, with the beginning of the first one. */
function findAddresses(tree: Tree, leaves: Leaves): Map<number, string> {
  const { source } = tree;
  const found = new Map<number, string>();
  let at = source.indexOf('@');
  for (let leaf = 0; leaf < leaves.count && at !== -1; leaf++) {
    for (let node = integerAt(leaves.first, leaf); node < integerAt(leaves.last, leaf); node++) {
      if (tree.tag[node] !== tag.text) continue;
      const from = integerAt(tree.from, node);
      while (at !== -1 && at < from) at = source.indexOf('@', at + 1);
      if (at === -1 || at >= integerAt(tree.to, node)) continue;
      const text = textOfLeaf(tree, leaves, leaf).slice(0, limits.addressLength);
      const sign = mailAddress.exec(text);
      if (sign !== null)
        found.set(leaf, text.slice(text.lastIndexOf(' ', sign.index) + 1, sign.index + sign[0].length));
      break;
    }
  }
  return found;
}

/**
 * Returns the entries with an address among the children of an element; none if one of them is more than an entry, or if all
 * have the same address, which is that of the site.
 */
function entriesOf(selection: Selection, list: number, addresses: ReadonlyMap<number, string>): LeafRange[] {
  const { tree, context } = selection;
  const entries: LeafRange[] = [];
  const different = new Set<string>();
  for (let child = list + 1; child < endOf(tree, list); child = endOf(tree, child)) {
    const { from, to } = leavesIn(selection, child);
    const own = [...addresses].filter(([leaf]) => leaf >= from && leaf < to);
    if (own.length === 0) continue;
    if (integerAt(context.sums.words, to) - integerAt(context.sums.words, from) > limits.words) return [];
    entries.push({ from, to });
    for (const [, address] of own) different.add(address);
  }
  return different.size < 2 ? [] : entries;
}

/**
 * Keeps the entries of people and offices with their mail addresses, such as the cards of a staff, in a list that follows kept
 * text or of which a part is kept. The models take short linked entries for a menu.
 */
export function keepContacts(selection: Selection): void {
  const { tree, leaves, body, isKept } = selection;
  const addresses = findAddresses(tree, leaves);
  if (addresses.size < 2) return;
  for (const leaf of addresses.keys()) {
    if (isKept[leaf] === 1) continue;
    let list = parentOf(tree, integerAt(leaves.block, leaf));
    for (let level = 0; level < limits.levels && list > body; level++, list = parentOf(tree, list)) {
      const range = leavesIn(selection, list);
      if (range.to - range.from > limits.listLeaves) break;
      const entries = entriesOf(selection, list, addresses);
      if (entries.length < 2) continue;
      const isInContent = (range.from > 0 && isKept[range.from - 1] === 1) || hasKept(selection, range);
      if (isInContent && closest(tree, list, isFrame) === -1)
        for (const entry of entries) keepVisible(selection, entry);
      break;
    }
  }
}
