import { attribute } from '../parse/attributes.ts';
import { tagSet } from '../parse/tag-sets.ts';
import { tag } from '../parse/tags.ts';
import { attributeOf, hasAttribute, subtreeText, textFlag, textOf } from '../tree.ts';
import { flowKind } from '../visible.ts';
import { type Context, forEachChild } from './context.ts';
import { isBackLink, isNoteMark } from './footnotes.ts';
import type { InlineWriter } from './inline-writer.ts';
import { isMath, writeMath } from './math.ts';
import { imageAddress } from './media.ts';

const isStrong = tagSet('b strong');
const isEmphasis = tagSet('i em');
const isDeleted = tagSet('del s strike');
const isCode = tagSet('code kbd samp tt');
const isLeftOut = tagSet('select textarea progress meter canvas object video audio');

/** What text styles are on, so that they are not opened twice. */
export interface Styles {
  isStrong: boolean;
  isEmphasised: boolean;
  isDeleted: boolean;
  isInHeading: boolean;
}

/** No style at all. */
export const plainStyles: Styles = {
  isStrong: false,
  isEmphasised: false,
  isDeleted: false,
  isInHeading: false,
};

/** Writes a node that holds no block. */
export function writeInline(context: Context, node: number, out: InlineWriter, styles: Styles): void {
  const { tree, flow } = context;
  if (flow.kind[node] === flowKind.skipped) return;
  const tagId = tree.tag[node] as number;
  if (tagId === tag.text) {
    if (((tree.flags[node] as number) & textFlag.blank) !== 0) out.space();
    else out.text(textOf(tree, node));
    return;
  }
  if (isStrong[tagId] === 1) writeStyled(context, node, out, styles, 'isStrong', '**');
  else if (isEmphasis[tagId] === 1) writeStyled(context, node, out, styles, 'isEmphasised', '*');
  else if (isDeleted[tagId] === 1) writeStyled(context, node, out, styles, 'isDeleted', '~~');
  else if (tagId === tag.a) writeLink(context, node, out, styles);
  else if (tagId === tag.br) out.lineBreak();
  else if (tagId === tag.img) writeImage(context, node, out);
  else if (isCode[tagId] === 1) writeCode(context, node, out);
  else if (tagId === tag.sup || tagId === tag.sub) writeRaised(context, node, out, styles);
  else if (tagId === tag.q) writeQuoted(context, node, out, styles);
  else if (tagId === tag.rt) writeReading(context, node, out, styles);
  else if (isMath(tree, node)) writeMath(context, node, out);
  else if (isLeftOut[tagId] !== 1 && tagId !== tag.svg && tagId !== tag.input) {
    // Blocks where only text may stand, in a heading say, are words apart at least.
    const isApart = flow.kind[node] === flowKind.block;
    if (isApart) out.space();
    writeInlineContent(context, node, out, styles);
    if (isApart) out.space();
  }
}

/** Writes what an element holds, which has no block in it. */
export function writeInlineContent(context: Context, node: number, out: InlineWriter, styles: Styles): void {
  forEachChild(context, node, (child) => writeInline(context, child, out, styles));
}

function writeStyled(
  context: Context,
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
  /^\s*(?:(?:[#¶§⚓]|\ufe0e|🔗)*|permalink|permanent link|link|anchor|copy link|edit(?: source)?|link to (?:this )?(?:heading|section|header))\s*$/iu;

/** Whether a link in a heading only points at the heading. */
function isPermalink(context: Context, node: number, reference: string): boolean {
  if (!reference.startsWith('#') && !reference.startsWith(`${context.addresses.page}#`)) return false;
  return permalinkText.test(subtreeText(context.tree, node, 200));
}

function writeLink(context: Context, node: number, out: InlineWriter, styles: Styles): void {
  const { tree, addresses } = context;
  const reference = attributeOf(tree, node, attribute.href)?.trim() ?? '';
  const note = reference.includes('#')
    ? context.notes.get(reference.slice(reference.indexOf('#') + 1))
    : undefined;
  if (note !== undefined && isNoteMark(subtreeText(tree, node, 40))) {
    out.raw(`[^${note}]`);
    return;
  }
  if (context.notes.size > 0 && isBackLink(subtreeText(tree, node, 40), reference)) return;
  if (styles.isInHeading && reference !== '') {
    if (isPermalink(context, node, reference)) return;
    if (reference.startsWith('#')) {
      writeInlineContent(context, node, out, styles);
      return;
    }
  }
  const address = reference === '' || out.isInLink ? null : addresses.resolve(reference);
  if (address === null) {
    writeInlineContent(context, node, out, styles);
    return;
  }
  out.openLink();
  writeInlineContent(context, node, out, styles);
  out.closeLink(address);
}

function writeImage(context: Context, node: number, out: InlineWriter): void {
  const { tree } = context;
  const alt = attributeOf(tree, node, attribute.alt) ?? '';
  if (isTexImage(context, node) && alt.trim() !== '') {
    out.raw(`$${alt.trim().replace(/^\$+|\$+$/g, '')}$`);
    return;
  }
  const address = imageAddress(tree, context.addresses, node);
  if (address === null || isPixel(context, node)) return;
  out.image(alt, address);
}

function isTexImage(context: Context, node: number): boolean {
  const className = attributeOf(context.tree, node, attribute.class);
  return (
    className !== null &&
    /(?:^|\s)(?:tex|latex|math|mwe-math-fallback-image-inline|mwe-math-fallback-image-display)(?:$|\s)/.test(
      className,
    )
  );
}

/** Images of one or two pixels count visitors. */
function isPixel(context: Context, node: number): boolean {
  const width = attributeOf(context.tree, node, attribute.width);
  const height = attributeOf(context.tree, node, attribute.height);
  return width !== null && height !== null && /^[012]$/.test(width) && /^[012]$/.test(height);
}

function writeCode(context: Context, node: number, out: InlineWriter): void {
  const { tree } = context;
  const link = onlyLink(context, node);
  const text = subtreeText(tree, node);
  if (link === -1 || out.isInLink) {
    out.codeText(text);
    return;
  }
  const address = context.addresses.resolve(attributeOf(tree, link, attribute.href) ?? '');
  if (address === null) {
    out.codeText(text);
    return;
  }
  out.openLink();
  out.codeText(text);
  out.closeLink(address);
}

/** The one link that holds all the text of an element, or -1. */
function onlyLink(context: Context, node: number): number {
  const { tree } = context;
  const end = tree.end[node] as number;
  let link = -1;
  for (let child = node + 1; child < end; child = tree.end[child] as number) {
    const isBlank = tree.tag[child] === tag.text && ((tree.flags[child] as number) & textFlag.blank) !== 0;
    if (isBlank) continue;
    if (link !== -1 || tree.tag[child] !== tag.a || !hasAttribute(tree, child, attribute.href)) return -1;
    link = child;
  }
  return link;
}

/** `sup` and `sub` stay HTML, which Markdown allows; a lone footnote mark in them becomes the mark. */
function writeRaised(context: Context, node: number, out: InlineWriter, styles: Styles): void {
  const { tree } = context;
  const name = tree.tag[node] === tag.sup ? 'sup' : 'sub';
  const link = onlyLink(context, node);
  if (link !== -1) {
    writeInlineContent(context, node, out, styles);
    return;
  }
  out.open(`<${name}>`);
  writeInlineContent(context, node, out, styles);
  out.close(`</${name}>`);
}

function writeQuoted(context: Context, node: number, out: InlineWriter, styles: Styles): void {
  out.text('“');
  writeInlineContent(context, node, out, styles);
  out.text('”');
}

/** The reading of a ruby text, in parentheses as `rp` would give it. */
function writeReading(context: Context, node: number, out: InlineWriter, styles: Styles): void {
  out.text('(');
  writeInlineContent(context, node, out, styles);
  out.text(')');
}
