import { tag } from '../../page/parse/tags.ts';
import { textOf } from '../../page/tree.ts';
import { flowKind } from '../../page/visible.ts';
import type { PageView, TextLine } from '../page-view.ts';

/** A part of a line of text, as far as one price goes. */
export interface PricePiece {
  /** White space collapsed; raised or small cents joined with their mark. */
  text: string;
  /** Struck out, by its element or by the name of its class. */
  isStruck: boolean;
  /** Class names, ids and item properties of the elements around it, in lower case. */
  hints: string;
  element: number;
}

const struckTags = new Set(['del', 's', 'strike']);
const struckHint =
  /(?:^|[\s_-])(?:old|was|strike|strikethrough|struck|crossed|compare|before|previous|former|original|msrp|uvp|rrp|statt|list)(?:[\s_-]?(?:price|preis|prix|precio|prezzo|prijs|cena|pris|at|through|out))?(?=$|[\s_-])/;
const listAlone = /(?:^|[\s_-])(?:list|original|before|previous|compare|old)(?=$|[\s_])/;
const priceHint = /price|preis|prix|precio|prezzo|prijs|cena|pris|preco|amount|money/;
const raisedHint = /(?:^|[\s_-])(?:cents?|fraction|decimals?|minor|superscript|sup)(?=$|[\s_-])/;
/** Said to those who do not see the page, mostly once more what is shown. */
const spokenHint =
  /(?:^|[\s_-])(?:screen-?reader(?:-text)?|sr-only|visually-?hidden|a-offscreen|off-?screen)(?=$|[\s_-])/;
const lookedUp = 4;

function nameOf(page: PageView, element: number): string {
  return page.tree.names[page.tree.name[element] as number] ?? '';
}

/** Class, id and item property of one element, in lower case. */
function hintsOf(page: PageView, element: number): string {
  const said = ['class', 'id', 'itemprop', 'data-testid', 'data-test', 'data-qa']
    .map((name) => page.attributeOf(element, name) ?? '')
    .filter((text) => text !== '');
  return said
    .join(' ')
    .slice(0, 300)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1-$2')
    .toLowerCase();
}

function isLinedThrough(page: PageView, element: number): boolean {
  return /text-decoration[^;]*line-through/i.test(page.attributeOf(element, 'style') ?? '');
}

/** A class is called after an old price: `old-price`, `was`; a lone `list` is one only where it is of prices. */
function isStruckBy(hints: string): boolean {
  return struckHint.test(hints) && (!listAlone.test(hints) || priceHint.test(hints));
}

interface Around {
  isStruck: boolean;
  isRaised: boolean;
  isSpoken: boolean;
  hints: string;
}

/** What the elements around a text say of it, up to a few above its line. */
function aroundOf(page: PageView, text: number, line: TextLine): Around {
  const around: Around = { isStruck: false, isRaised: false, isSpoken: false, hints: '' };
  let above = 0;
  for (
    let at = page.tree.parent[text] as number;
    at > 0 && above < lookedUp;
    at = page.tree.parent[at] as number
  ) {
    const name = nameOf(page, at);
    if (name === 'body') break;
    const hints = hintsOf(page, at);
    const isInLine = at > line.element;
    if (struckTags.has(name) || isLinedThrough(page, at) || (above < 3 && isStruckBy(hints)))
      around.isStruck = true;
    if (isInLine && (name === 'sup' || name === 'sub' || raisedHint.test(hints))) around.isRaised = true;
    if (isInLine && spokenHint.test(hints)) around.isSpoken = true;
    around.hints += ` ${hints}`;
    if (!isInLine) above++;
  }
  return around;
}

/** Cents that stand raised or small behind their price, without a mark: `4` and `99`. */
function withCents(before: string, cents: string): string {
  const digits = cents.trim();
  if (!/^\d{2}(?!\d)/.test(digits) || !/\d\s*$/.test(before)) return before + cents;
  const mark = before.includes('.') ? ',' : '.';
  return `${before.trimEnd()}${mark}${digits}`;
}

/** A text behind another: a digit and a letter of two elements are two words. */
function joined(before: string, text: string): string {
  return /\d$/.test(before) && /^\p{L}/u.test(text) ? `${before} ${text}` : before + text;
}

/** A line in its parts: what is struck out apart from what is not. */
export function piecesOf(page: PageView, line: TextLine): PricePiece[] {
  const shown = partsOf(page, line, false);
  return shown.some(({ text }) => /\p{Nd}/u.test(text)) ? shown : partsOf(page, line, true);
}

function partsOf(page: PageView, line: TextLine, withSpoken: boolean): PricePiece[] {
  const { tree, flow } = page;
  const pieces: PricePiece[] = [];
  for (let node = line.from; node < line.to; node++) {
    if (flow.kind[node] === flowKind.skipped) {
      if (tree.tag[node] !== tag.text) node = (tree.end[node] as number) - 1;
      continue;
    }
    if (tree.tag[node] !== tag.text) continue;
    const text = textOf(tree, node).replace(/\s+/g, ' ');
    const last = pieces.at(-1);
    if (text.trim() === '') {
      if (last !== undefined) last.text += ' ';
      continue;
    }
    const { isStruck, isRaised, isSpoken, hints } = aroundOf(page, node, line);
    if (isSpoken && !withSpoken) continue;
    if (last !== undefined && last.isStruck === isStruck) {
      last.text = isRaised ? withCents(last.text, text) : joined(last.text, text);
      last.hints += hints;
    } else {
      pieces.push({ text, isStruck, hints, element: tree.parent[node] as number });
    }
  }
  return pieces.map((piece) => ({ ...piece, text: piece.text.replace(/\s+/g, ' ').trim() }));
}
