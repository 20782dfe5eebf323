import { namespace } from '../tree.ts';
import { adopt } from './adoption.ts';
import { type Builder, mode } from './builder.ts';
import { endTemplate } from './in-head.ts';
import { startVoid } from './start-in-body.ts';
import { on, type StepTable } from './steps.ts';
import { boundsButtonScope, boundsListScope, isHeading, isSpecial } from './tag-sets.ts';
import { tag } from './tags.ts';

const endSteps: StepTable = new Array(256);

/** An end tag "in body". */
export function endInBody(builder: Builder): void {
  const step = endSteps[builder.token.tag];
  if (step !== undefined) step(builder);
  else endOrdinary(builder);
}

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
