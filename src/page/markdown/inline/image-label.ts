import { byteAt, integerAt } from '../../../domain/values/elements.ts';
import { attribute } from '../../parse/attributes.ts';
import { tagSet } from '../../parse/names/tag-sets.ts';
import { tag } from '../../parse/names/tags.ts';
import { flowKind } from '../../tree/flow.ts';
import {
  attributeOf,
  endOf,
  parentOf,
  subtreeText,
  type Tree,
  tagOf,
  textFlag,
  textOf,
} from '../../tree/tree.ts';
import type { MarkdownContext } from '../context.ts';
import type { InlineWriter } from './inline-writer.ts';

/** Elements that style sheets show as icons. */
const canBeIcon = tagSet('i span em b abbr', tag.unknown);
/** Elements whose value an icon can be. */
const isValue = tagSet('td th dd');
const isOtherContent = tagSet('img input select textarea video audio canvas math');
const maxLabelLength = 120;

/** Returns true if an element contains text, apart from the title of a drawing. */
function hasText(tree: Tree, node: number): boolean {
  if (tree.tag[node] === tag.svg) return false;
  for (let inner = node + 1; inner < endOf(tree, node); inner++) {
    if (tree.tag[inner] === tag.svg) inner = endOf(tree, inner) - 1;
    else if (tree.tag[inner] === tag.text && (byteAt(tree.flags, inner) & textFlag.blank) === 0) return true;
  }
  return false;
}

/** Returns true for a drawing, or an element without text whose role or label says that it is an icon. */
export function isWordlessImage(tree: Tree, node: number): boolean {
  const tagId = tagOf(tree, node);
  if (tagId === tag.svg) return true;
  if (canBeIcon[tagId] !== 1 || tree.from[node] === tree.to[node]) return false;
  return labelOf(tree, node) !== '' && !hasText(tree, node) && !containsOther(tree, node);
}

/** Returns the accessible name of an image or icon (accname 1.2): its label, its title, or the title of a drawing. */
function labelOf(tree: Tree, node: number): string {
  const label = attributeOf(tree, node, attribute.ariaLabel) ?? attributeOf(tree, node, attribute.title);
  if (label !== null && label.trim() !== '') return label.trim().slice(0, maxLabelLength);
  if (tree.tag[node] !== tag.svg) return '';
  const title = node + 1;
  const isTitle = title < endOf(tree, node) && tree.names[tree.name[title] ?? -1] === 'title';
  return isTitle ? subtreeText(tree, title, maxLabelLength).trim() : '';
}

function containsOther(tree: Tree, node: number): boolean {
  for (let inner = node + 1; inner < endOf(tree, node); inner++)
    if (isOtherContent[tagOf(tree, inner)] === 1) return true;
  return false;
}

/** Returns true if an image is all that a cell or a description shows, so that it stands for a word. */
function isValueOfCell({ tree, flow }: MarkdownContext, image: number): boolean {
  let cell = parentOf(tree, image);
  while (cell > 0 && isValue[tagOf(tree, cell)] !== 1 && tree.tag[cell] !== tag.table)
    cell = parentOf(tree, cell);
  if (cell <= 0 || isValue[tagOf(tree, cell)] !== 1) return false;
  for (let node = cell + 1; node < endOf(tree, cell); node++) {
    if (node === image) node = endOf(tree, image);
    if (node >= endOf(tree, cell)) break;
    if (flow.kind[node] === flowKind.skipped) continue;
    if (isOtherContent[tagOf(tree, node)] === 1) return false;
    if (tree.tag[node] === tag.text && (byteAt(tree.flags, node) & textFlag.blank) === 0) return false;
  }
  return true;
}

/** Returns the label of an image or link without words that is all that a cell shows, or ''. */
export function labelOfCell(context: MarkdownContext, node: number): string {
  const label = labelOf(context.tree, node);
  if (label === '' || hasText(context.tree, node) || !isValueOfCell(context, node)) return '';
  return label;
}

/** Writes the words of an image: the text that a drawing shows, else its label if it is the value of a cell. */
export function writeImageLabel(context: MarkdownContext, node: number, out: InlineWriter): void {
  const { tree } = context;
  const drawn = tree.tag[node] === tag.svg ? drawnText(tree, node) : [];
  if (drawn.length === 0) {
    out.text(labelOfCell(context, node));
    return;
  }
  for (const text of drawn) {
    out.space();
    out.text(text);
  }
  out.space();
}

/** Returns the texts that a drawing shows (SVG 2, 11), without its title and description. */
function drawnText(tree: Tree, svg: number): string[] {
  const texts: string[] = [];
  for (let node = svg + 1; node < endOf(tree, svg); node++) {
    if (tree.tag[node] === tag.text || tree.names[tree.name[node] ?? -1] !== 'text') continue;
    texts.push(...linesOf(tree, node));
    node = endOf(tree, node) - 1;
  }
  return texts;
}

/** Returns the lines of a drawn text: elements inside of it with a place of their own start a line. */
function linesOf(tree: Tree, text: number): string[] {
  const lines = [''];
  for (let node = text + 1; node < endOf(tree, text); node++) {
    if (tree.tag[node] === tag.text) lines.push((lines.pop() ?? '') + textOf(tree, node));
    else if (integerAt(tree.from, node) < integerAt(tree.to, node)) lines.push('');
  }
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}
