import { integerAt } from '../../domain/values/elements.ts';
import { tag } from '../../page/parse/names/tags.ts';
import { flowKind } from '../../page/tree/flow.ts';
import { endOf, parentOf, textOf } from '../../page/tree/tree.ts';
import type { PageView, TextLine } from '../page-view/page-view.ts';

/** Part of a text line that belongs to one price. */
export interface PricePiece {
  /** Text with collapsed white space; superscript or small cents are joined with a decimal mark. */
  text: string;
  /** True if the text is struck out, by its element or by the name of its class. */
  isStruck: boolean;
  /** Class names, ids and item properties of the surrounding elements, in lower case. */
  hints: string;
  element: number;
}

const struckTags = new Set(['del', 's', 'strike']);
const struckHint =
  /(?:^|[\s_-])(?:old|was|strike|strikethrough|struck|crossed|compare|before|previous|former|original|msrp|uvp|rrp|statt|list)(?:[\s_-]?(?:price|preis|prix|precio|prezzo|prijs|cena|pris|at|through|out))?(?=$|[\s_-])/;
const ambiguousListHint = /(?:^|[\s_-])(?:list|original|before|previous|compare|old)(?=$|[\s_])/;
const priceHint = /price|preis|prix|precio|prezzo|prijs|cena|pris|preco|amount|money/;
const raisedHint = /(?:^|[\s_-])(?:cents?|fraction|decimals?|minor|superscript|sup)(?=$|[\s_-])/;
/** Text for screen readers, which mostly repeats the visible text. */
const screenReaderHint =
  /(?:^|[\s_-])(?:screen-?reader(?:-text)?|sr-only|visually-?hidden|a-offscreen|off-?screen)(?=$|[\s_-])/;
const maxAncestors = 4;

function tagNameOf(page: PageView, element: number): string {
  return page.tree.names[integerAt(page.tree.name, element)] ?? '';
}

/** Returns class, id and item property of an element, in lower case. */
function hintsOf(page: PageView, element: number): string {
  const values = ['class', 'id', 'itemprop', 'data-testid', 'data-test', 'data-qa']
    .map((name) => page.attributeOf(element, name) ?? '')
    .filter((text) => text !== '');
  return values
    .join(' ')
    .slice(0, 300)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1-$2')
    .toLowerCase();
}

function isLinedThrough(page: PageView, element: number): boolean {
  const declarations = (page.attributeOf(element, 'style') ?? '').toLowerCase().split(';');
  return declarations.some((declaration) => {
    const at = declaration.indexOf('text-decoration');
    return at !== -1 && declaration.includes('line-through', at);
  });
}

/**
 * Returns true if a class names an old price, such as `old-price` or `was`. `list` alone counts only for prices.
 */
function isStruckBy(hints: string): boolean {
  return struckHint.test(hints) && (!ambiguousListHint.test(hints) || priceHint.test(hints));
}

interface TextContext {
  isStruck: boolean;
  isRaised: boolean;
  isForScreenReader: boolean;
  hints: string;
}

/** Collects the properties of the elements around a text, up to a few levels above its line. */
function findTextContext(page: PageView, text: number, line: TextLine): TextContext {
  const context: TextContext = { isStruck: false, isRaised: false, isForScreenReader: false, hints: '' };
  let above = 0;
  for (let at = parentOf(page.tree, text); at > 0 && above < maxAncestors; at = parentOf(page.tree, at)) {
    const name = tagNameOf(page, at);
    if (name === 'body') break;
    const hints = hintsOf(page, at);
    const isInLine = at > line.element;
    if (struckTags.has(name) || isLinedThrough(page, at) || (above < 3 && isStruckBy(hints)))
      context.isStruck = true;
    if (isInLine && (name === 'sup' || name === 'sub' || raisedHint.test(hints))) context.isRaised = true;
    if (isInLine && screenReaderHint.test(hints)) context.isForScreenReader = true;
    context.hints += ` ${hints}`;
    if (!isInLine) above++;
  }
  return context;
}

/** Joins superscript or small cents without a decimal mark: `4` and `99`. */
function joinCents(before: string, cents: string): string {
  const digits = cents.trim();
  if (!/^\d{2}(?!\d)/.test(digits) || !/\d\s*$/.test(before)) return before + cents;
  const mark = before.includes('.') ? ',' : '.';
  return `${before.trimEnd()}${mark}${digits}`;
}

/** Joins two texts; a digit and a letter from different elements become two words. */
function joinTexts(before: string, text: string): string {
  return /\d$/.test(before) && /^\p{L}/u.test(text) ? `${before} ${text}` : before + text;
}

/** Splits a line into parts, so that struck-out text is separate from other text. */
export function splitPricePieces(page: PageView, line: TextLine): PricePiece[] {
  const visiblePieces = splitLine(page, line, false);
  return visiblePieces.some(({ text }) => /\p{Nd}/u.test(text)) ? visiblePieces : splitLine(page, line, true);
}

function splitLine(page: PageView, line: TextLine, includesScreenReaderText: boolean): PricePiece[] {
  const { tree, flow } = page;
  const pieces: PricePiece[] = [];
  for (let node = line.from; node < line.to; node++) {
    if (flow.kind[node] === flowKind.skipped) {
      if (tree.tag[node] !== tag.text) node = endOf(tree, node) - 1;
      continue;
    }
    if (tree.tag[node] !== tag.text) continue;
    const text = textOf(tree, node).replace(/\s+/g, ' ');
    const last = pieces.at(-1);
    if (text.trim() === '') {
      if (last !== undefined) last.text += ' ';
      continue;
    }
    const { isStruck, isRaised, isForScreenReader, hints } = findTextContext(page, node, line);
    if (isForScreenReader && !includesScreenReaderText) continue;
    if (last !== undefined && last.isStruck === isStruck) {
      last.text = isRaised ? joinCents(last.text, text) : joinTexts(last.text, text);
      last.hints += hints;
    } else {
      pieces.push({ text, isStruck, hints, element: parentOf(tree, node) });
    }
  }
  return pieces.map((piece) => ({ ...piece, text: piece.text.replace(/\s+/g, ' ').trim() }));
}
