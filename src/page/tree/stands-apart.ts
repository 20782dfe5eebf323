import { byteAt } from '../../domain/values/elements.ts';
import { attribute } from '../parse/attributes.ts';
import { tagSet } from '../parse/names/tag-sets.ts';
import { tag } from '../parse/names/tags.ts';
import {
  attributeOf,
  endOf,
  hasAttribute,
  parentOf,
  previousSibling,
  type Tree,
  tagOf,
  textFlag,
  textOf,
} from './tree.ts';

/** Elements that browsers lay out as boxes of their own in a line, or that style sheets nearly always do. */
const isBox = tagSet('button label output meter progress');
/** Elements without a meaning of their own, which pages lay out as columns, badges and the like. */
const isPlain = tagSet('span a b strong small time data bdi');
/** Classes of the name before a value. */
const labelName = /(?:^|[\s_-])(?:label|name|key|term|heading|titel|title)s?(?:$|[\s_-])/i;
/** An amount of money, or the sign of a currency before one. */
const amountStart = /^\s*(?:\p{Sc}\s?\d|\d{1,6}(?:[.,]\d{3})*[.,]\d{2}(?!\d))/u;
/** Letters and digits of scripts that write spaces between words. */
const wordCharacter = /[\p{L}\p{Nd}]/u;
const withoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const isLetter = /^\p{L}$/u;
const endsInWord = /\p{L}{3}$/u;
const maxTextLength = 80;
const maxChildren = 100;

function isBlank(tree: Tree, node: number): boolean {
  return (byteAt(tree.flags, node) & textFlag.blank) !== 0;
}

/** Returns the last text before the end of a node, or ''. */
function lastText(tree: Tree, node: number): string {
  if (tree.tag[node] === tag.text) return textOf(tree, node);
  for (let inner = endOf(tree, node) - 1; inner > node; inner--)
    if (tree.tag[inner] === tag.text) return textOf(tree, inner);
  return '';
}

/** Returns the first text of a node, or ''. */
function firstText(tree: Tree, node: number): string {
  const end = endOf(tree, node);
  for (let inner = node; inner < end; inner++) if (tree.tag[inner] === tag.text) return textOf(tree, inner);
  return '';
}

function joinsWords(before: string, after: string): boolean {
  const last = before.slice(-1);
  const first = after.slice(0, 1);
  return wordCharacter.test(last) && wordCharacter.test(first) && !withoutSpaces.test(last + first);
}

/** Returns true if all text of an element is in elements, none of them text of its own, as far as its first children show. */
function hasOnlyElements(tree: Tree, parent: number): boolean {
  const end = endOf(tree, parent);
  let count = 0;
  // Without a bound, a line of many elements would be read once for each of them.
  for (let child = parent + 1; child < end && count < maxChildren; child = endOf(tree, child), count++)
    if (tree.tag[child] === tag.text && !isBlank(tree, child)) return false;
  return true;
}

function isNamedBox(tree: Tree, node: number): boolean {
  return isPlain[tagOf(tree, node)] === 1 && hasAttribute(tree, node, attribute.class);
}

/**
 * Returns true if a page shows an inline element or text apart from what precedes it, although no white space is between
 * them: buttons and labels, elements with classes that are all of a line, such as a name and its value in two columns, and
 * a price behind a name. Parts of a word, such as a raised digit or a letter of another size, are not apart.
 */
export function standsApart(tree: Tree, node: number): boolean {
  const previous = previousSibling(tree, node);
  if (previous === -1) return false;
  // Most neighbours are told by their kind; their texts are not read.
  if (tree.tag[node] === tag.text) return isValueOfLabel(tree, node, previous);
  if (isBox[tagOf(tree, node)] !== 1 && isPlain[tagOf(tree, node)] !== 1) return false;
  if (tree.tag[previous] === tag.text) return isPriceBehindName(tree, node, previous);
  const areBoxes = isBox[tagOf(tree, node)] === 1 && isBox[tagOf(tree, previous)] === 1;
  const areNamed = isNamedBox(tree, node) && isNamedBox(tree, previous);
  if (!areBoxes && !areNamed && !labelledBefore(tree, previous)) return false;
  const before = lastText(tree, previous).slice(-maxTextLength);
  const after = firstText(tree, node).slice(0, maxTextLength);
  if (!joinsWords(before, after)) return false;
  if (areBoxes || labelledBefore(tree, previous)) return true;
  // Effects put each letter of a word into an element.
  if (isLetter.test(before.trim()) || isLetter.test(after.trim())) return false;
  return hasOnlyElements(tree, parentOf(tree, node));
}

function isValueOfLabel(tree: Tree, text: number, previous: number): boolean {
  if (tree.tag[previous] === tag.text || isBlank(tree, text) || !labelledBefore(tree, previous)) return false;
  return joinsWords(lastText(tree, previous), textOf(tree, text).slice(0, maxTextLength));
}

function isPriceBehindName(tree: Tree, node: number, name: number): boolean {
  if (isBlank(tree, name) || !isNamedBox(tree, node)) return false;
  if (!endsInWord.test(lastText(tree, name).slice(-maxTextLength))) return false;
  return amountStart.test(firstText(tree, node).slice(0, maxTextLength));
}

/** Returns true for an element that is named as a label and starts its line. */
function labelledBefore(tree: Tree, element: number): boolean {
  const before = previousSibling(tree, element);
  const isFirst = before === -1 || (tree.tag[before] === tag.text && isBlank(tree, before));
  return (
    isFirst &&
    isPlain[tagOf(tree, element)] === 1 &&
    labelName.test(attributeOf(tree, element, attribute.class) ?? '')
  );
}
