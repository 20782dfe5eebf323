import { numberAt } from '../../../domain/values/elements.ts';
import { namespace } from '../../tree/tree.ts';
import { attribute } from '../attributes.ts';
import { mode, rawText, type TreeBuilder } from '../builder.ts';
import { type HandlerTable, registerHandler } from '../names/handler-table.ts';
import { isHeading, isSpecial, isTransparentForItems } from '../names/tag-sets.ts';
import { tag } from '../names/tags.ts';
import { closeNestedFormatting } from './adoption.ts';
import { startForeign } from './foreign.ts';
import { mergeAttributes, startInHead } from './in-head.ts';

const startTagHandlers: HandlerTable = new Array(256);

/** Processes a start tag "in body" (WHATWG HTML 13.2.6.4.7). */
export function startInBody(builder: TreeBuilder): void {
  const handler = startTagHandlers[builder.token.tag];
  if (handler !== undefined) handler(builder);
  else startOrdinaryElement(builder);
}

/** Processes text "in body". */
export function textInBody(
  builder: TreeBuilder,
  start: number,
  end: number,
  flags: number,
  isBlank: boolean,
): void {
  builder.reconstructFormatting();
  builder.insertText(start, end, flags);
  if (!isBlank) builder.isFramesetOk = false;
}

function startOrdinaryElement(builder: TreeBuilder): void {
  builder.reconstructFormatting();
  builder.insert();
}

function startBlock(builder: TreeBuilder): void {
  builder.closeParagraph();
  builder.insert();
}

function startHeading(builder: TreeBuilder): void {
  builder.closeParagraph();
  if (isHeading[builder.open.currentTag] === 1) builder.open.pop();
  builder.insert();
}

function startPreformatted(builder: TreeBuilder): void {
  startBlock(builder);
  builder.skipsNewline = true;
  builder.isFramesetOk = false;
}

function startForm(builder: TreeBuilder): void {
  const isInTemplate = builder.open.countOf(tag.template) > 0;
  if (builder.form !== -1 && !isInTemplate) return;
  builder.closeParagraph();
  const node = builder.insert();
  if (!isInTemplate) builder.form = node;
}

function closesItem(open: number, tagId: number): boolean {
  return tagId === tag.li ? open === tag.li : open === tag.dd || open === tag.dt;
}

function startItem(builder: TreeBuilder): void {
  const { open, token } = builder;
  builder.isFramesetOk = false;
  for (let i = open.tags.length - 1; i >= 0; i--) {
    const openTag = numberAt(open.tags, i);
    if (closesItem(openTag, token.tag)) {
      open.closeImplied(openTag);
      open.popUntil(openTag);
      break;
    }
    if (isSpecial[openTag] === 1 && isTransparentForItems[openTag] !== 1) break;
  }
  startBlock(builder);
}

function startButton(builder: TreeBuilder): void {
  if (builder.open.hasInScope(tag.button)) {
    builder.open.closeImplied();
    builder.open.popUntil(tag.button);
  }
  builder.isFramesetOk = false;
  startOrdinaryElement(builder);
}

function startFormatting(builder: TreeBuilder): void {
  builder.reconstructFormatting();
  builder.pushFormatting(builder.insert());
}

function startAnchor(builder: TreeBuilder): void {
  closeNestedFormatting(builder, tag.a);
  startFormatting(builder);
}

function startNobr(builder: TreeBuilder): void {
  builder.reconstructFormatting();
  if (builder.open.hasInScope(tag.nobr)) {
    closeNestedFormatting(builder, tag.nobr);
    builder.reconstructFormatting();
  }
  builder.pushFormatting(builder.insert());
}

function startMarkedElement(builder: TreeBuilder): void {
  startOrdinaryElement(builder);
  builder.pushMarker();
  builder.isFramesetOk = false;
}

function startTable(builder: TreeBuilder): void {
  if (!builder.isQuirksMode) builder.closeParagraph();
  builder.insert();
  builder.isFramesetOk = false;
  builder.mode = mode.inTable;
}

/** Processes the start tag of a void element. */
export function startVoid(builder: TreeBuilder): void {
  builder.reconstructFormatting();
  builder.insertVoid();
  builder.isFramesetOk = false;
}

/** Returns true if the token is an input that a page does not show. */
export function isHiddenInput({ store, token, source }: TreeBuilder): boolean {
  for (let row = token.from; row < token.to; row++) {
    if (store.attributeName[row] !== attribute.type) continue;
    return source.slice(store.attributeFrom[row], store.attributeTo[row]).toLowerCase() === 'hidden';
  }
  return false;
}

function startInput(builder: TreeBuilder): void {
  const isFramesetOk = builder.isFramesetOk && isHiddenInput(builder);
  startVoid(builder);
  builder.isFramesetOk = isFramesetOk;
}

function startImage(builder: TreeBuilder): void {
  builder.token.tag = tag.img;
  builder.token.name = tag.img;
  startVoid(builder);
}

function startHr(builder: TreeBuilder): void {
  builder.closeParagraph();
  builder.insertVoid();
  builder.isFramesetOk = false;
}

function startRawText(builder: TreeBuilder): void {
  builder.isFramesetOk = false;
  builder.insertRaw(rawText.plain);
}

function startXmp(builder: TreeBuilder): void {
  builder.closeParagraph();
  builder.reconstructFormatting();
  startRawText(builder);
}

function startTextarea(builder: TreeBuilder): void {
  builder.insertRaw(rawText.references);
  builder.skipsNewline = true;
  builder.isFramesetOk = false;
}

function startPlaintext(builder: TreeBuilder): void {
  startBlock(builder);
  builder.raw = rawText.rest;
}

function startSelect(builder: TreeBuilder): void {
  startOrdinaryElement(builder);
  builder.isFramesetOk = false;
  const isInTable =
    builder.mode >= mode.inTable && builder.mode <= mode.inCell && builder.mode !== mode.inColumnGroup;
  builder.mode = isInTable ? mode.inSelectInTable : mode.inSelect;
}

function startOption(builder: TreeBuilder): void {
  if (builder.open.currentTag === tag.option) builder.open.pop();
  startOrdinaryElement(builder);
}

function startRuby(builder: TreeBuilder): void {
  const { open, token } = builder;
  const except = token.tag === tag.rp || token.tag === tag.rt ? tag.rtc : tag.document;
  if (open.hasInScope(tag.ruby)) open.closeImplied(except);
  builder.insert();
}

function startHtml(builder: TreeBuilder): void {
  if (builder.open.countOf(tag.template) === 0) mergeAttributes(builder, builder.open.nodes[0] ?? -1);
}

function startBody(builder: TreeBuilder): void {
  const { open } = builder;
  if (open.tags[1] !== tag.body || open.countOf(tag.template) > 0) return;
  builder.isFramesetOk = false;
  mergeAttributes(builder, numberAt(open.nodes, 1));
}

function startFrameset(builder: TreeBuilder): void {
  const { open } = builder;
  if (!builder.isFramesetOk || open.tags[1] !== tag.body) return;
  builder.store.detach(numberAt(open.nodes, 1));
  open.truncate(1);
  builder.insert();
  builder.mode = mode.inFrameset;
}

function startForeignRoot(builder: TreeBuilder): void {
  builder.reconstructFormatting();
  startForeign(builder, builder.token.tag === tag.svg ? namespace.svg : namespace.math);
}

function ignoreTag(): void {}

registerHandler(startTagHandlers, 'html', startHtml);
registerHandler(
  startTagHandlers,
  'base basefont bgsound link meta noframes script style template title',
  (builder) => void startInHead(builder),
);
registerHandler(startTagHandlers, 'body', startBody);
registerHandler(startTagHandlers, 'frameset', startFrameset);
registerHandler(
  startTagHandlers,
  `address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header hgroup main
  menu nav ol p search section summary ul`,
  startBlock,
);
registerHandler(startTagHandlers, 'h1 h2 h3 h4 h5 h6', startHeading);
registerHandler(startTagHandlers, 'pre listing', startPreformatted);
registerHandler(startTagHandlers, 'form', startForm);
registerHandler(startTagHandlers, 'li dd dt', startItem);
registerHandler(startTagHandlers, 'plaintext', startPlaintext);
registerHandler(startTagHandlers, 'button', startButton);
registerHandler(startTagHandlers, 'a', startAnchor);
registerHandler(startTagHandlers, 'b big code em font i s small strike strong tt u', startFormatting);
registerHandler(startTagHandlers, 'nobr', startNobr);
registerHandler(startTagHandlers, 'applet marquee object', startMarkedElement);
registerHandler(startTagHandlers, 'table', startTable);
registerHandler(startTagHandlers, 'area br embed img keygen wbr', startVoid);
registerHandler(startTagHandlers, 'input', startInput);
registerHandler(startTagHandlers, 'param source track', (builder) => builder.insertVoid());
registerHandler(startTagHandlers, 'hr', startHr);
registerHandler(startTagHandlers, 'image', startImage);
registerHandler(startTagHandlers, 'textarea', startTextarea);
registerHandler(startTagHandlers, 'xmp', startXmp);
registerHandler(startTagHandlers, 'iframe noembed', startRawText);
registerHandler(startTagHandlers, 'select', startSelect);
registerHandler(startTagHandlers, 'optgroup option', startOption);
registerHandler(startTagHandlers, 'rb rtc rp rt', startRuby);
registerHandler(startTagHandlers, 'math svg', startForeignRoot);
registerHandler(startTagHandlers, 'caption col colgroup frame head tbody td tfoot th thead tr', ignoreTag);
