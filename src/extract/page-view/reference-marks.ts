import { attribute } from '../../page/parse/attributes.ts';
import { tag } from '../../page/parse/names/tags.ts';
import { type Flow, flowKind } from '../../page/tree/flow.ts';
import { isNoteOfNumber } from '../../page/tree/raised-digits.ts';
import { attributeOf, endOf, findTag, subtreeText, type Tree } from '../../page/tree/tree.ts';

const maxMarkLength = 30;
const bracketed = /^(?:\[[^[\]]{1,28}\]\s*)+$/;
const signs = /^[*†‡§¶]{1,3}$/;
const linkedMark = /^\(?(?:\d{1,3}|\p{L}|[*†‡§¶]{1,3})\)?$/u;

/** Returns true if raised text refers to a note: `[1]`, `†`, a number behind a longer one, or one that links to a place of the page. */
function isReferenceMark(tree: Tree, node: number): boolean {
  const text = subtreeText(tree, node, maxMarkLength + 1).trim();
  if (text === '' || text.length > maxMarkLength) return false;
  if (bracketed.test(text) || signs.test(text) || isNoteOfNumber(tree, node)) return true;
  if (!linkedMark.test(text.replace(/^\^/, ''))) return false;
  const link = findTag(tree, node, tag.a);
  return link !== -1 && (attributeOf(tree, link, attribute.href) ?? '').includes('#');
}

/** Returns a flow without the marks of footnotes and references, which are no part of the values that they stand behind. */
export function withoutReferenceMarks(tree: Tree, flow: Flow): Flow {
  let kind: Uint8Array | null = null;
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node] !== tag.sup || !isReferenceMark(tree, node)) continue;
    kind ??= flow.kind.slice();
    kind.fill(flowKind.skipped, node, endOf(tree, node));
  }
  return kind === null ? flow : { ...flow, kind };
}
