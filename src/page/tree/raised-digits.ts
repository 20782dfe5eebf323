import { byteAt, integerAt } from '../../domain/values/elements.ts';
import { attribute } from '../parse/attributes.ts';
import { tagSet } from '../parse/names/tag-sets.ts';
import { tag } from '../parse/names/tags.ts';
import {
  attributeOf,
  endOf,
  parentOf,
  sourceTextOf,
  subtreeText,
  type Tree,
  tagOf,
  textFlag,
} from './tree.ts';

/** Elements whose text a page shows smaller or above the line. */
const isRaisedTag = tagSet('sup small sub');
/** Class of an element with the minor unit of an amount. */
const minorUnitName =
  /(?:^|[\s_-])(?:cents?|fraction|fractional|decimals?|minor|superscript|sup|dec|pence|centimes|centavos|centimos|nachkomma)(?=$|[\s_-])/i;
const raisedStyle = /vertical-align\s*:\s*(?:super|top|text-top)/i;
const priceName =
  /price|preis|prix|precio|prezzo|prijs|cena|(?:^|[\s_-])pris(?=$|[\s_-])|preco|amount|money/i;
const currencySign = /\p{Sc}|(?<!\p{L})(?:[A-Z]{3}|kr|zł|Kč|Ft|lei|Rp|RM|TL|Fr|руб|грн)(?!\p{L})|円|元|원/u;

/** Two digits, with a currency sign or a dash behind them at most: the minor unit of nearly all currencies (ISO 4217). */
const minorUnits = /^\d{2}\s?(?:\p{Sc}|\*|[-–])?$/u;
const endsInDigit = /\d\s*$/;
/** A number that ends in a text and has decimals already. */
const endsInDecimals = /\d[.,]\d{2}\s*$/;
// regex: at most 30 characters, the end of the text before.
const endsInGroup = /(?<!\d)\d{1,3}(?:([.,'’])\d{3})+\s*$/;

const maxSourceLength = 24;
/** Number of ancestors and of nodes in a line that are examined. */
const maxAncestors = 6;
const maxLineNodes = 24;
const endsLine = tagSet(
  'body p div td th li dd dt h1 h2 h3 h4 h5 h6 section article main form tr table ul ol br',
);

/** Languages with a point before decimals; all others write a comma (CLDR). */
const pointLanguages =
  /^(?:en|zh|ja|ko|th|he|hi|bn|ms|fil|ta|te|mr|gu|kn|ml|pa|si|ur|sw|ga|cy|mt|es-(?:mx|us|pr|do|gt|hn|ni|pa|sv|pe))/i;

function classOf(tree: Tree, element: number): string {
  return attributeOf(tree, element, attribute.class) ?? '';
}

function isRaised(tree: Tree, element: number): boolean {
  return (
    isRaisedTag[tagOf(tree, element)] === 1 ||
    minorUnitName.test(classOf(tree, element)) ||
    raisedStyle.test(attributeOf(tree, element, attribute.style) ?? '')
  );
}

/** Returns the innermost raised element around a text within its line, or -1. */
function raisedElementOf(tree: Tree, text: number): number {
  let element = parentOf(tree, text);
  for (let steps = 0; steps < 2 && element > 0 && endsLine[tagOf(tree, element)] !== 1; steps++) {
    if (isRaised(tree, element)) return element;
    element = parentOf(tree, element);
  }
  return -1;
}

/** Returns the text in front of an element in its line, at most some nodes long. */
function textBefore(tree: Tree, element: number): string {
  let text = '';
  for (let node = element - 1, steps = 0; node > 0 && steps < maxLineNodes; node--, steps++) {
    const tagId = tagOf(tree, node);
    if (tagId === tag.text) {
      text = sourceTextOf(tree, node) + text;
      if (/\S\s*\S/.test(text) && text.length > maxSourceLength) break;
    } else if (endsLine[tagId] === 1) break;
  }
  return text;
}

/** Returns true if the line of an amount has a sign of a currency, or an element around it is named as a price. */
function isOfPrice(tree: Tree, element: number): boolean {
  let container = element;
  for (let steps = 0; steps < maxAncestors; steps++) {
    const outer = parentOf(tree, container);
    if (outer <= 0 || tagOf(tree, outer) === tag.body) break;
    container = outer;
    if (priceName.test(classOf(tree, container))) return true;
    if (endsLine[tagOf(tree, container)] === 1) break;
  }
  const end = Math.min(endOf(tree, container), element + maxLineNodes);
  for (let node = Math.max(container, element - maxLineNodes); node < end; node++)
    if (tagOf(tree, node) === tag.text && currencySign.test(sourceTextOf(tree, node).slice(-40))) return true;
  return false;
}

/** Returns the decimal mark of an amount: not its separator of thousands, else that of the page's language. */
function markFor(before: string, language: string): number {
  const group = endsInGroup.exec(before.slice(-30))?.[1];
  if (group === '.') return textFlag.commaAhead;
  if (group === ',') return textFlag.pointAhead;
  return language === '' || pointLanguages.test(language) ? textFlag.pointAhead : textFlag.commaAhead;
}

function languageOf(tree: Tree): string {
  for (let node = 1; node < Math.min(tree.count, 50); node++)
    if (tagOf(tree, node) === tag.html) return attributeOf(tree, node, attribute.lang) ?? '';
  return '';
}

/** An exponent, or the number of a note. */
const raisedNumber = /^[-–−]?\d{1,3}$/;
/** The end of a number of three digits or more: the base of a power is shorter, so that a raised number behind it is a note. */
const endsInLongNumber = /\d[.,]?\d[.,]?\d$/;
const noteNumber = /^\d{1,2}\)?$/;

/**
 * Returns true if a raised number behind another one refers to a note, as in `$19<sup>1</sup>`, `$19.99<sup>12</sup>` and
 * `1,894<sup>3</sup>`: it is neither the minor unit of an amount nor an exponent.
 */
export function isNoteOfNumber(tree: Tree, element: number): boolean {
  const note = subtreeText(tree, element, maxSourceLength).trim().replace(/^\^/, '');
  if (!noteNumber.test(note)) return false;
  const before = textBefore(tree, element);
  const isMinorUnit = /^\d\d$/.test(note) && !endsInDecimals.test(before);
  if (!endsInDigit.test(before)) return false;
  if (isOfPrice(tree, element)) return !isMinorUnit;
  return endsInLongNumber.test(before.slice(-maxSourceLength));
}

/**
 * Marks the raised or small digits behind an amount, such as the `99` of `$12<sup>99</sup>`. A reader sees 12.99, so
 * {@link textOf} returns them with the decimal mark of the amount or of the language. Other raised digits directly behind a
 * number are an exponent or refer to a note, and have a `^` in front: `10^6` is not 106.
 */
export function markRaisedDigits(tree: Tree): void {
  let language: string | null = null;
  for (let node = 2; node < tree.count; node++) {
    if (tree.tag[node] !== tag.text) continue;
    const length = integerAt(tree.to, node) - integerAt(tree.from, node);
    const parent = parentOf(tree, node);
    // Raised digits in a link lead to a note.
    const isSuperscript = tagOf(tree, parent) === tag.sup && tagOf(tree, parentOf(tree, parent)) !== tag.a;
    if ((length < 2 && !isSuperscript) || length > maxSourceLength) continue;
    if ((byteAt(tree.flags, node) & textFlag.blank) !== 0) continue;
    const text = sourceTextOf(tree, node).trim();
    const isMinorUnit = minorUnits.test(text);
    if (!isMinorUnit && !(isSuperscript && raisedNumber.test(text))) continue;
    const element = raisedElementOf(tree, node);
    if (element === -1) continue;
    const before = textBefore(tree, element);
    if (isMinorUnit && endsInDigit.test(before) && !endsInDecimals.test(before) && isOfPrice(tree, element)) {
      language ??= languageOf(tree);
      tree.flags[node] = byteAt(tree.flags, node) | markFor(before, language);
    } else if (isSuperscript && raisedNumber.test(text) && /\d$/.test(before)) {
      tree.flags[node] = byteAt(tree.flags, node) | textFlag.caretAhead;
    }
  }
}
