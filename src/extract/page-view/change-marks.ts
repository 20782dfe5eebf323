import { tag } from '../../page/parse/names/tags.ts';
import { type Flow, flowKind } from '../../page/tree/flow.ts';
import { parentOf, type Tree, textOf } from '../../page/tree/tree.ts';

const maxChangeLength = 14;
/** A signed number. A hyphen may also join the ends of a range, so that it needs a fraction or a percent sign. */
const signedNumber = /^\(?(?:[+−±▲▼△▽↑↓] ?\d[\d.,]*(?: ?%)?|-\d+(?:[.,]\d+(?: ?%)?| ?%))\)?$/u;
const endsWithDigit = /\p{Nd}[\s\p{Sc}%]*$/u;

/** Returns the last text before a node in the same block, with a mark for white space in between; empty for none. */
function textBefore(tree: Tree, flow: Flow, node: number): string {
  let text = '';
  for (let at = node - 1; at > 0 && text.trim() === ''; at--) {
    if (flow.kind[at] === flowKind.block || tree.tag[at] === tag.br) return '';
    if (tree.tag[at] === tag.text && flow.kind[at] !== flowKind.skipped) text = textOf(tree, at) + text;
  }
  return text;
}

/**
 * Finds the elements that say by how much the number or the time before them differs from an earlier one: `<td>08:12
 * <span>+6</span>`. They are values of their own and no part of it.
 */
export function findChangeMarks(tree: Tree, flow: Flow): ReadonlySet<number> {
  const marks = new Set<number>();
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node] !== tag.text || flow.kind[node] === flowKind.skipped) continue;
    const element = parentOf(tree, node);
    if (node !== element + 1 || flow.kind[element] === flowKind.block) continue;
    const text = textOf(tree, node);
    if (text.length > maxChangeLength + 2 || !signedNumber.test(text.trim())) continue;
    const before = textBefore(tree, flow, element);
    if (endsWithDigit.test(before) && (/\s$/u.test(before) || /^\s/u.test(text))) marks.add(element);
  }
  return marks;
}
