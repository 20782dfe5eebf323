import { attribute } from '../parse/attributes.ts';
import { tagSet } from '../parse/names/tag-sets.ts';
import { tag } from '../parse/names/tags.ts';
import { flowKind } from '../tree/flow.ts';
import { attributeOf, endOf, subtreeText, type Tree, tagOf } from '../tree/tree.ts';
import { isDrawing, isSmall } from './media-evidence.ts';

const hasLetter = /[\p{L}\p{N}]/u;
const scriptLink = /^\s*javascript:/i;
const isPicture = tagSet('img picture video audio iframe');
const maxTextLength = 200;

/**
 * Skips the controls of a page between its content: buttons without text whose pictures are icons ("Copy item path"), and
 * links to scripts without letters ("[−]").
 */
export function skipControls(tree: Tree, kind: Uint8Array): void {
  for (let node = 1; node < tree.count; node++) {
    if (kind[node] === flowKind.skipped) continue;
    const tagId = tagOf(tree, node);
    const isControl =
      tagId === tag.button ||
      (tagId === tag.a && scriptLink.test((attributeOf(tree, node, attribute.href) ?? '').slice(0, 40)));
    if (!isControl || hasLetter.test(subtreeText(tree, node, maxTextLength))) continue;
    if (hasPicture(tree, node)) continue;
    kind.fill(flowKind.skipped, node, endOf(tree, node));
    node = endOf(tree, node) - 1;
  }
}

/** Returns true if an element contains a medium that is not an icon. */
function hasPicture(tree: Tree, start: number): boolean {
  for (let node = start + 1; node < endOf(tree, start); node++)
    if (isPicture[tagOf(tree, node)] === 1 && !isSmall(tree, node) && !isDrawing(tree, node)) return true;
  return false;
}
