import { namespace } from '../tree.ts';
import { adopt, endOpenTwin } from './adoption.ts';
import { type Builder, mode, rawText } from './builder.ts';
import { startForeign } from './foreign.ts';
import { endTemplate, mergeAttributes, startInHead } from './in-head.ts';
import {
  boundsButtonScope,
  boundsListScope,
  isHeading,
  isPassedByItems,
  isSpecial,
  tagSet,
} from './tag-sets.ts';
import { tag } from './tags.ts';

type Step = (builder: Builder) => void;

const startSteps: (Step | undefined)[] = new Array(256);
const endSteps: (Step | undefined)[] = new Array(256);

function on(table: (Step | undefined)[], names: string, step: Step): void {
  const set = tagSet(names);
  for (let id = 0; id < set.length; id++) if (set[id] === 1) table[id] = step;
}

/** A start tag "in body" (WHATWG HTML 13.2.6.4.7). */
export function startInBody(builder: Builder): void {
  const step = startSteps[builder.token.tag];
  if (step !== undefined) step(builder);
  else startOrdinary(builder);
}

/** An end tag "in body". */
export function endInBody(builder: Builder): void {
  const step = endSteps[builder.token.tag];
  if (step !== undefined) step(builder);
  else endOrdinary(builder);
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

function startVoid(builder: Builder): void {
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

function endOrdinary(builder: Builder): void {
  const { open, store, token } = builder;
  for (let i = open.nodes.length - 1; i >= 0; i--) {
    const node = open.nodes[i] as number;
    if (store.name[node] === token.name && store.namespace[node] === namespace.html) {
      open.closeImplied(token.tag === tag.unknown ? tag.document : token.tag);
      open.shorten(Math.min(open.nodes.length, i));
      return;
    }
    if (isSpecial[open.tags[i] as number] === 1) return;
  }
}

function endBlock(builder: Builder): void {
  const { open, token } = builder;
  if (!open.hasInScope(token.tag)) return;
  open.closeImplied();
  open.popUntil(token.tag);
}

function endBody(builder: Builder): void {
  if (builder.open.hasInScope(tag.body)) builder.mode = mode.afterBody;
}

function endForm(builder: Builder): void {
  const { open } = builder;
  if (open.countOf(tag.template) > 0) {
    endBlock(builder);
    return;
  }
  const { form } = builder;
  builder.form = -1;
  if (form === -1 || !open.hasNodeInScope(form)) return;
  open.closeImplied();
  open.remove(form);
}

function endParagraph(builder: Builder): void {
  if (!builder.open.hasInScope(tag.p, boundsButtonScope)) builder.insertImplied(tag.p);
  builder.closeParagraph();
}

function endItem(builder: Builder): void {
  const { open, token } = builder;
  if (token.tag === tag.li ? !open.hasInScope(tag.li, boundsListScope) : !open.hasInScope(token.tag)) return;
  open.closeImplied(token.tag);
  open.popUntil(token.tag);
}

function endHeading(builder: Builder): void {
  const { open } = builder;
  if (!open.hasHeadingInScope()) return;
  open.closeImplied();
  open.popUntilOneOf(isHeading);
}

function endFormatting(builder: Builder): void {
  if (!adopt(builder, builder.token.tag)) endOrdinary(builder);
}

function endMarked(builder: Builder): void {
  if (!builder.open.hasInScope(builder.token.tag)) return;
  endBlock(builder);
  builder.clearToMarker();
}

function endBreak(builder: Builder): void {
  builder.token.from = 0;
  builder.token.to = 0;
  startVoid(builder);
}

on(endSteps, 'template', endTemplate);
on(endSteps, 'body html', endBody);
on(
  endSteps,
  `address article aside blockquote button center details dialog dir div dl fieldset figcaption figure footer header
  hgroup listing main menu nav ol pre search section summary ul`,
  endBlock,
);
on(endSteps, 'form', endForm);
on(endSteps, 'p', endParagraph);
on(endSteps, 'li dd dt', endItem);
on(endSteps, 'h1 h2 h3 h4 h5 h6', endHeading);
on(endSteps, 'a b big code em font i nobr s small strike strong tt u', endFormatting);
on(endSteps, 'applet marquee object', endMarked);
on(endSteps, 'br', endBreak);
