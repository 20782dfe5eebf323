import { collapseSpace } from '../../../domain/values/collapse-space.ts';
import { byteAt } from '../../../domain/values/elements.ts';
import { attribute } from '../../parse/attributes.ts';
import { tagSet } from '../../parse/names/tag-sets.ts';
import { tag } from '../../parse/names/tags.ts';
import { type Flow, flowKind } from '../../tree/flow.ts';
import { standsApart } from '../../tree/stands-apart.ts';
import {
  attributeOf,
  endOf,
  findTag,
  hasAttribute,
  parentOf,
  sourceTextOf,
  subtreeText,
  type Tree,
  tagOf,
  textFlag,
  textOf,
} from '../../tree/tree.ts';
import { isBackLink, isNoteMark } from '../blocks/footnotes.ts';
import { forEachChild, type MarkdownContext } from '../context.ts';
import { isWordlessImage, labelOfCell, writeImageLabel } from './image-label.ts';
import type { InlineWriter } from './inline-writer.ts';
import { isMath, writeMath } from './math.ts';
import { figureImageUrl, fileNameWords, findFinalImage, imageUrl, isDecorative } from './media.ts';
import { removeShortcodes } from './shortcodes.ts';

const isStrong = tagSet('b strong');
const isEmphasis = tagSet('i em');
const isDeleted = tagSet('del s strike');
const isCode = tagSet('code kbd samp tt');
const isOmitted = tagSet('select textarea progress meter canvas object video audio');

/** Active text styles, which are not opened again. */
export interface Styles {
  isStrong: boolean;
  isEmphasised: boolean;
  isDeleted: boolean;
  isInHeading: boolean;
}

/** No active style. */
export const plainStyles: Styles = {
  isStrong: false,
  isEmphasised: false,
  isDeleted: false,
  isInHeading: false,
};

/** Writes a node that contains no block. */
export function writeInline(context: MarkdownContext, node: number, out: InlineWriter, styles: Styles): void {
  const { tree, flow } = context;
  if (flow.kind[node] === flowKind.skipped) return;
  const tagId = tagOf(tree, node);
  if (standsApart(tree, node)) out.space();
  if (tagId === tag.text) {
    if ((byteAt(tree.flags, node) & textFlag.blank) !== 0) out.space();
    else out.text(removeShortcodes(textOf(tree, node)));
    return;
  }
  if (isWordlessImage(tree, node)) writeImageLabel(context, node, out);
  else if (isStrong[tagId] === 1) writeStyled(context, node, out, styles, 'isStrong', '**');
  else if (isEmphasis[tagId] === 1) writeStyled(context, node, out, styles, 'isEmphasised', '*');
  else if (isDeleted[tagId] === 1) writeStyled(context, node, out, styles, 'isDeleted', '~~');
  else if (tagId === tag.a) writeLink(context, node, out, styles);
  else if (tagId === tag.br) out.lineBreak();
  else if (tagId === tag.img) writeImage(context, node, out);
  else if (isCode[tagId] === 1) writeCode(context, node, out);
  else if (tagId === tag.sup || tagId === tag.sub) writeSuperOrSubscript(context, node, out, styles);
  else if (tagId === tag.q) writeQuoted(context, node, out, styles);
  else if (tagId === tag.rt) writeRubyText(context, node, out, styles);
  else if (isMath(tree, node)) writeMath(context, node, out);
  else if (isOmitted[tagId] !== 1 && tagId !== tag.input) {
    // Blocks in inline content, such as a heading, are separated by spaces.
    const isSeparate = flow.kind[node] === flowKind.block;
    if (isSeparate) out.space();
    writeInlineContent(context, node, out, styles);
    if (isSeparate) out.space();
  }
}

/** Writes the content of an element that contains no block. */
export function writeInlineContent(
  context: MarkdownContext,
  node: number,
  out: InlineWriter,
  styles: Styles,
): void {
  forEachChild(context, node, (child) => writeInline(context, child, out, styles));
}

function writeStyled(
  context: MarkdownContext,
  node: number,
  out: InlineWriter,
  styles: Styles,
  name: 'isStrong' | 'isEmphasised' | 'isDeleted',
  marker: string,
): void {
  if (styles[name] || (name === 'isStrong' && styles.isInHeading)) {
    writeInlineContent(context, node, out, styles);
    return;
  }
  out.open(marker);
  writeInlineContent(context, node, out, { ...styles, [name]: true });
  out.close(marker);
}

const permalinkText =
  /^(?:(?:[#¶§⚓]|\ufe0e|🔗)*|permalink|permanent link|link|anchor|copy link|edit(?: source)?|link to (?:this )?(?:heading|section|header))$/iu;

/** Returns true for a link in a heading that leads to the heading itself. */
function isPermalink(context: MarkdownContext, node: number, reference: string): boolean {
  if (!reference.startsWith('#') && !reference.startsWith(`${context.urls.pageUrl}#`)) return false;
  return permalinkText.test(subtreeText(context.tree, node, 200).trim());
}

function writeLink(context: MarkdownContext, node: number, out: InlineWriter, styles: Styles): void {
  const { tree, urls } = context;
  const reference = attributeOf(tree, node, attribute.href)?.trim() ?? '';
  const footnote = reference.includes('#')
    ? context.footnotes.get(reference.slice(reference.indexOf('#') + 1))
    : undefined;
  if (footnote !== undefined && isNoteMark(subtreeText(tree, node, 40))) {
    out.raw(`[^${footnote}]`);
    return;
  }
  if (context.footnotes.size > 0 && isBackLink(subtreeText(tree, node, 40), reference)) return;
  if (styles.isInHeading && reference !== '') {
    if (isPermalink(context, node, reference)) return;
    if (reference.startsWith('#')) {
      writeInlineContent(context, node, out, styles);
      return;
    }
  }
  const url = reference === '' || out.isInLink ? null : urls.resolve(reference);
  if (url === null) {
    writeInlineContent(context, node, out, styles);
    return;
  }
  out.openLink();
  writeInlineContent(context, node, out, styles);
  out.text(labelOfCell(context, node));
  out.closeLink(url);
}

function writeImage(context: MarkdownContext, node: number, out: InlineWriter): void {
  const { tree } = context;
  const alt = attributeOf(tree, node, attribute.alt)?.trim() ?? '';
  if (isTexImage(context, node) && alt !== '') {
    out.raw(`$${alt.replace(/^\$+|(?<!\$)\$+$/g, '')}$`);
    return;
  }
  const url = imageUrl(tree, context.urls, node);
  if (url === null || isTrackingPixel(context, node)) return;
  const final = findFinalImage(tree, context.urls, node, url);
  if (final !== -1 && context.flow.kind[final] !== flowKind.skipped) return;
  if (alt === '' && isDecorative(tree, node)) return;
  out.image(alt === '' ? describeImage(context, node, url) : alt, url);
}

/** Writes the image of a figure that names it without an element for it. */
export function writeFigureImage(context: MarkdownContext, figure: number, out: InlineWriter): void {
  const url = figureImageUrl(context.tree, context.urls, figure);
  if (url !== null) out.image(describeImage(context, figure, url), url);
}

/** Maximum length of a caption that stands for an alternative text, in UTF-16 code units. */
const maxCaptionLength = 200;

/**
 * Returns the text of an image without an alternative text: its dropped caption, its title, or the words of its file
 * name. A caption that is part of the content follows the image anyway.
 */
function describeImage({ tree, flow }: MarkdownContext, node: number, url: string): string {
  const caption = findCaption(tree, node);
  if (caption !== -1) {
    if (flow.kind[caption] !== flowKind.skipped && hasShownText(tree, flow, caption)) return '';
    const text = collapseSpace(subtreeText(tree, caption, maxCaptionLength * 2));
    if (text !== '' && text.length <= maxCaptionLength) return text;
  }
  return attributeOf(tree, node, attribute.title)?.trim() || fileNameWords(url);
}

function hasShownText(tree: Tree, flow: Flow, node: number): boolean {
  const end = endOf(tree, node);
  for (let child = node + 1; child < end; child++) {
    const isShown = tree.tag[child] === tag.text && flow.kind[child] !== flowKind.skipped;
    if (isShown && (byteAt(tree.flags, child) & textFlag.blank) === 0) return true;
  }
  return false;
}

/** Returns the caption of the figure around an image, or -1. */
function findCaption(tree: Tree, image: number): number {
  let node = image;
  for (let level = 0; level < 6 && node > 0; level++, node = parentOf(tree, node))
    if (tree.tag[node] === tag.figure) return findTag(tree, node, tag.figcaption);
  return -1;
}

function isTexImage(context: MarkdownContext, node: number): boolean {
  const className = attributeOf(context.tree, node, attribute.class);
  return (
    className !== null &&
    /(?:^|\s)(?:tex|latex|math|mwe-math-fallback-image-inline|mwe-math-fallback-image-display)(?:$|\s)/.test(
      className,
    )
  );
}

/** Returns true for images of up to two pixels, which are tracking pixels. */
function isTrackingPixel(context: MarkdownContext, node: number): boolean {
  const width = attributeOf(context.tree, node, attribute.width);
  const height = attributeOf(context.tree, node, attribute.height);
  return width !== null && height !== null && /^[012]$/.test(width) && /^[012]$/.test(height);
}

function writeCode(context: MarkdownContext, node: number, out: InlineWriter): void {
  const { tree } = context;
  const link = onlyLink(context, node);
  const text = subtreeText(tree, node);
  if (link === -1 || out.isInLink) {
    out.inlineCode(text);
    return;
  }
  const url = context.urls.resolve(attributeOf(tree, link, attribute.href) ?? '');
  if (url === null) {
    out.inlineCode(text);
    return;
  }
  out.openLink();
  out.inlineCode(text);
  out.closeLink(url);
}

/** Returns the link that contains all text of an element, or -1. */
function onlyLink(context: MarkdownContext, node: number): number {
  const { tree } = context;
  const end = endOf(tree, node);
  let link = -1;
  for (let child = node + 1; child < end; child = endOf(tree, child)) {
    const isBlank = tree.tag[child] === tag.text && (byteAt(tree.flags, child) & textFlag.blank) !== 0;
    if (isBlank) continue;
    if (link !== -1 || tree.tag[child] !== tag.a || !hasAttribute(tree, child, attribute.href)) return -1;
    link = child;
  }
  return link;
}

/** Returns true if an element contains only a currency sign, or digits that are the decimals of an amount. */
function isAmountPart({ tree }: MarkdownContext, node: number): boolean {
  return /^(?:[.,]\d{2}\s?[\p{Sc}–-]?|\p{Sc})$/u.test(subtreeText(tree, node, 20).trim());
}

/** Writes `sup` and `sub` as HTML, which Markdown allows, or only their link, which may be a footnote reference. */
function writeSuperOrSubscript(
  context: MarkdownContext,
  node: number,
  out: InlineWriter,
  styles: Styles,
): void {
  const { tree } = context;
  const name = tree.tag[node] === tag.sup ? 'sup' : 'sub';
  if (onlyLink(context, node) !== -1 || isAmountPart(context, node)) {
    writeInlineContent(context, node, out, styles);
    return;
  }
  out.open(`<${name}>`);
  const text = node + 1;
  // The element says that the digits are raised.
  if ((byteAt(tree.flags, text) & textFlag.caretAhead) !== 0) out.text(sourceTextOf(tree, text).trim());
  else writeInlineContent(context, node, out, styles);
  out.close(`</${name}>`);
}

function writeQuoted(context: MarkdownContext, node: number, out: InlineWriter, styles: Styles): void {
  out.text('“');
  writeInlineContent(context, node, out, styles);
  out.text('”');
}

/** Writes the reading of ruby text in parentheses, like `rp`. */
function writeRubyText(context: MarkdownContext, node: number, out: InlineWriter, styles: Styles): void {
  out.text('(');
  writeInlineContent(context, node, out, styles);
  out.text(')');
}
