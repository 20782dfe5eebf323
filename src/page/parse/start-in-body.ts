import { namespace } from '../tree.ts';
import { endOpenTwin } from './adoption.ts';
import { type Builder, mode, rawText } from './builder.ts';
import { startForeign } from './foreign.ts';
import { mergeAttributes, startInHead } from './in-head.ts';
import { on, type StepTable } from './steps.ts';
import { isHeading, isPassedByItems, isSpecial } from './tag-sets.ts';
import { tag } from './tags.ts';

const startSteps: StepTable = new Array(256);

/** A start tag "in body" (WHATWG HTML 13.2.6.4.7). */
export function startInBody(builder: Builder): void {
  const step = startSteps[builder.token.tag];
  if (step !== undefined) step(builder);
  else startOrdinary(builder);
}

/** Text "in body". */
export function textInBody(
  builder: Builder,
  start: number,
  end: number,
  flags: number,
  isBlank: boolean,
): void {
  builder.reopenFormatting();
  builder.insertText(start, end, flags);
  if (!isBlank) builder.isFramesetOk = false;
}

function startOrdinary(builder: Builder): void {
  builder.reopenFormatting();
  builder.insert();
}

function startBlock(builder: Builder): void {
  builder.closeParagraph();
  builder.insert();
}

function startHeading(builder: Builder): void {
  builder.closeParagraph();
  if (isHeading[builder.open.currentTag] === 1) builder.open.pop();
  builder.insert();
}

function startPreformatted(builder: Builder): void {
  startBlock(builder);
  builder.skipsNewline = true;
  builder.isFramesetOk = false;
}

function startForm(builder: Builder): void {
  const inTemplate = builder.open.countOf(tag.template) > 0;
  if (builder.form !== -1 && !inTemplate) return;
  builder.closeParagraph();
  const node = builder.insert();
  if (!inTemplate) builder.form = node;
}

function isItemTwin(open: number, tagId: number): boolean {
  return tagId === tag.li ? open === tag.li : open === tag.dd || open === tag.dt;
}

function startItem(builder: Builder): void {
  const { open, token } = builder;
  builder.isFramesetOk = false;
  for (let i = open.tags.length - 1; i >= 0; i--) {
    const openTag = open.tags[i] as number;
    if (isItemTwin(openTag, token.tag)) {
      open.closeImplied(openTag);
      open.popUntil(openTag);
      break;
    }
    if (isSpecial[openTag] === 1 && isPassedByItems[openTag] !== 1) break;
  }
  startBlock(builder);
}

function startButton(builder: Builder): void {
  if (builder.open.hasInScope(tag.button)) {
    builder.open.closeImplied();
    builder.open.popUntil(tag.button);
  }
  builder.isFramesetOk = false;
  startOrdinary(builder);
}

function startFormatting(builder: Builder): void {
  builder.reopenFormatting();
  builder.pushFormatting(builder.insert());
}

function startAnchor(builder: Builder): void {
  endOpenTwin(builder, tag.a);
  startFormatting(builder);
}

function startNobr(builder: Builder): void {
  builder.reopenFormatting();
  if (builder.open.hasInScope(tag.nobr)) {
    endOpenTwin(builder, tag.nobr);
    builder.reopenFormatting();
  }
  builder.pushFormatting(builder.insert());
}

function startMarked(builder: Builder): void {
  startOrdinary(builder);
  builder.pushMarker();
  builder.isFramesetOk = false;
}

function startTable(builder: Builder): void {
  if (!builder.isQuirky) builder.closeParagraph();
  builder.insert();
  builder.isFramesetOk = false;
  builder.mode = mode.inTable;
}

/** A start tag of an element without content. */
export function startVoid(builder: Builder): void {
  builder.reopenFormatting();
  builder.insertVoid();
  builder.isFramesetOk = false;
}

function startImage(builder: Builder): void {
  builder.token.tag = tag.img;
  builder.token.name = tag.img;
  startVoid(builder);
}

function startRule(builder: Builder): void {
  builder.closeParagraph();
  builder.insertVoid();
  builder.isFramesetOk = false;
}

function startRawText(builder: Builder): void {
  builder.isFramesetOk = false;
  builder.insertRaw(rawText.plain);
}

function startExample(builder: Builder): void {
  builder.closeParagraph();
  builder.reopenFormatting();
  startRawText(builder);
}

function startTextarea(builder: Builder): void {
  builder.insertRaw(rawText.references);
  builder.skipsNewline = true;
  builder.isFramesetOk = false;
}

function startPlaintext(builder: Builder): void {
  startBlock(builder);
  builder.raw = rawText.rest;
}

function startSelect(builder: Builder): void {
  startOrdinary(builder);
  builder.isFramesetOk = false;
  const inTable =
    builder.mode >= mode.inTable && builder.mode <= mode.inCell && builder.mode !== mode.inColumnGroup;
  builder.mode = inTable ? mode.inSelectInTable : mode.inSelect;
}

function startOption(builder: Builder): void {
  if (builder.open.currentTag === tag.option) builder.open.pop();
  startOrdinary(builder);
}

function startRuby(builder: Builder): void {
  const { open, token } = builder;
  const keeps = token.tag === tag.rp || token.tag === tag.rt ? tag.rtc : tag.document;
  if (open.hasInScope(tag.ruby)) open.closeImplied(keeps);
  builder.insert();
}

function startHtml(builder: Builder): void {
  if (builder.open.countOf(tag.template) === 0) mergeAttributes(builder, builder.open.nodes[0] ?? -1);
}

function startBody(builder: Builder): void {
  const { open } = builder;
  if (open.tags[1] !== tag.body || open.countOf(tag.template) > 0) return;
  builder.isFramesetOk = false;
  mergeAttributes(builder, open.nodes[1] as number);
}

function startFrameset(builder: Builder): void {
  const { open } = builder;
  if (!builder.isFramesetOk || open.tags[1] !== tag.body) return;
  builder.store.detach(open.nodes[1] as number);
  open.shorten(1);
  builder.insert();
  builder.mode = mode.inFrameset;
}

function startForeignRoot(builder: Builder): void {
  builder.reopenFormatting();
  startForeign(builder, builder.token.tag === tag.svg ? namespace.svg : namespace.math);
}

function ignore(): void {}

on(startSteps, 'html', startHtml);
on(
  startSteps,
  'base basefont bgsound link meta noframes script style template title',
  (builder) => void startInHead(builder),
);
on(startSteps, 'body', startBody);
on(startSteps, 'frameset', startFrameset);
on(
  startSteps,
  `address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header hgroup main
  menu nav ol p search section summary ul`,
  startBlock,
);
on(startSteps, 'h1 h2 h3 h4 h5 h6', startHeading);
on(startSteps, 'pre listing', startPreformatted);
on(startSteps, 'form', startForm);
on(startSteps, 'li dd dt', startItem);
on(startSteps, 'plaintext', startPlaintext);
on(startSteps, 'button', startButton);
on(startSteps, 'a', startAnchor);
on(startSteps, 'b big code em font i s small strike strong tt u', startFormatting);
on(startSteps, 'nobr', startNobr);
on(startSteps, 'applet marquee object', startMarked);
on(startSteps, 'table', startTable);
on(startSteps, 'area br embed img keygen wbr input', startVoid);
on(startSteps, 'param source track', (builder) => builder.insertVoid());
on(startSteps, 'hr', startRule);
on(startSteps, 'image', startImage);
on(startSteps, 'textarea', startTextarea);
on(startSteps, 'xmp', startExample);
on(startSteps, 'iframe noembed', startRawText);
on(startSteps, 'select', startSelect);
on(startSteps, 'optgroup option', startOption);
on(startSteps, 'rb rtc rp rt', startRuby);
on(startSteps, 'math svg', startForeignRoot);
on(startSteps, 'caption col colgroup frame head tbody td tfoot th thead tr', ignore);
