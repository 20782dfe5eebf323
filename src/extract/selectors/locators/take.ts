import { collapseSpace } from '../../../domain/values/collapse-space.ts';
import { byteAt, integerAt, itemAt } from '../../../domain/values/elements.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { attributeValue, endOf, type Tree, textFlag, textOf } from '../../../page/tree/tree.ts';
import { elementText } from '../../page-view/page-letters.ts';
import { getTextForm } from './text-form.ts';

/** Maximum number of nodes of an element in which texts of a form are searched. */
const maxFormNodes = 3_000;

/**
 * Part of the element that contains the value: its whole text, one of its own text nodes (from 0; from the end if the
 * index is negative), one of the texts in it that have a form, or an attribute.
 */
export type Take =
  | { what: 'text' }
  | { what: 'own'; index: number }
  | { what: 'form'; form: string; index: number }
  | { what: 'attribute'; name: string };

/** One of the pieces of a text between separators, from 0; from the end if the index is negative. */
export interface TextPart {
  separator: string;
  index: number;
}

/**
 * Returns true if the part is written for machines: attributes except those that are displayed or read aloud.
 */
export function isMachineReadable(take: Take): boolean {
  return take.what === 'attribute' && take.name !== 'title' && take.name !== 'alt';
}

function readAttribute(tree: Tree, node: number, name: string): string | null {
  const to = integerAt(tree.to, node);
  for (let row = integerAt(tree.from, node); row < to; row++) {
    if (itemAt(tree.attributeNames, integerAt(tree.attributeName, row)) === name)
      return attributeValue(tree, row).trim();
  }
  return null;
}

/** Returns an element's own text nodes that are not blank. */
export function listOwnTexts(tree: Tree, node: number): string[] {
  const texts: string[] = [];
  const end = endOf(tree, node);
  for (let child = node + 1; child < end; child = endOf(tree, child)) {
    if (tree.tag[child] !== tag.text) continue;
    const text = collapseSpace(textOf(tree, child));
    if (text !== '') texts.push(text);
  }
  return texts;
}

/** Returns the texts within an element that have a form, in document order. */
export function listTextsOfForm(tree: Tree, node: number, form: string): { node: number; text: string }[] {
  const found: { node: number; text: string }[] = [];
  const end = Math.min(endOf(tree, node), node + maxFormNodes);
  for (let at = node; at < end; at++) {
    if (tree.tag[at] !== tag.text || (byteAt(tree.flags, at) & textFlag.blank) !== 0) continue;
    const text = collapseSpace(textOf(tree, at));
    if (getTextForm(text) === form) found.push({ node: at, text });
  }
  return found;
}

/** Returns the text that a locator takes from an element, or null. */
export function readTake(tree: Tree, node: number, take: Take): string | null {
  if (take.what === 'text' || tree.tag[node] === tag.text) return elementText(tree, node);
  if (take.what === 'attribute') return readAttribute(tree, node, take.name);
  if (take.what === 'own') return listOwnTexts(tree, node).at(take.index) ?? null;
  return listTextsOfForm(tree, node, take.form).at(take.index)?.text ?? null;
}

/** Splits a text at each separator and removes the white space around the pieces. */
export function splitParts(text: string, separator: string): string[] {
  return text.split(separator).map((piece) => piece.trim());
}

/**
 * Returns a part of a text, or null if there are no separators or too few. A text without separators is its own first
 * part, because what follows the value is often optional.
 */
export function readPart(text: string, { separator, index }: TextPart): string | null {
  const pieces = splitParts(text, separator);
  const piece = pieces.length < 2 && index !== 0 ? undefined : pieces.at(index);
  return piece === undefined || piece === '' ? null : piece;
}

/** Returns the end of a readable locator for the part of an element. */
export function formatTake(take: Take): string {
  switch (take.what) {
    case 'text':
      return '';
    case 'own':
      return take.index < 0
        ? ` text(last${take.index < -1 ? ` ${take.index + 1}` : ''})`
        : ` text(${take.index + 1})`;
    case 'form':
      return ` text("${take.form}" ${take.index + 1})`;
    case 'attribute':
      return ` @${take.name}`;
  }
}
