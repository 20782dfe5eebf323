import { numberAt } from '../../../domain/values/elements.ts';
import { namespace } from '../../tree/tree.ts';
import { mode, type TreeBuilder } from '../builder.ts';
import { type HandlerTable, registerHandler } from '../names/handler-table.ts';
import { boundsButtonScope, boundsListScope, isHeading, isSpecial } from '../names/tag-sets.ts';
import { tag } from '../names/tags.ts';
import { runAdoptionAgency } from './adoption.ts';
import { endTemplate } from './in-head.ts';
import { startVoid } from './start-in-body.ts';

const endTagHandlers: HandlerTable = new Array(256);

/** Processes an end tag "in body". */
export function endInBody(builder: TreeBuilder): void {
  const handler = endTagHandlers[builder.token.tag];
  if (handler !== undefined) handler(builder);
  else endOrdinaryElement(builder);
}

function endOrdinaryElement(builder: TreeBuilder): void {
  const { open, store, token } = builder;
  for (let i = open.nodes.length - 1; i >= 0; i--) {
    const node = numberAt(open.nodes, i);
    if (store.name[node] === token.name && store.namespace[node] === namespace.html) {
      open.closeImplied(token.tag === tag.unknown ? tag.document : token.tag);
      open.truncate(Math.min(open.nodes.length, i));
      return;
    }
    if (isSpecial[numberAt(open.tags, i)] === 1) return;
  }
}

function endBlock(builder: TreeBuilder): void {
  const { open, token } = builder;
  if (!open.hasInScope(token.tag)) return;
  open.closeImplied();
  open.popUntil(token.tag);
}

function endBody(builder: TreeBuilder): void {
  if (builder.open.hasInScope(tag.body)) builder.mode = mode.afterBody;
}

function endForm(builder: TreeBuilder): void {
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

function endParagraph(builder: TreeBuilder): void {
  if (!builder.open.hasInScope(tag.p, boundsButtonScope)) builder.insertWithoutTag(tag.p);
  builder.closeParagraph();
}

function endItem(builder: TreeBuilder): void {
  const { open, token } = builder;
  if (token.tag === tag.li ? !open.hasInScope(tag.li, boundsListScope) : !open.hasInScope(token.tag)) return;
  open.closeImplied(token.tag);
  open.popUntil(token.tag);
}

function endHeading(builder: TreeBuilder): void {
  const { open } = builder;
  if (!open.hasHeadingInScope()) return;
  open.closeImplied();
  open.popUntilOneOf(isHeading);
}

function endFormatting(builder: TreeBuilder): void {
  if (!runAdoptionAgency(builder, builder.token.tag)) endOrdinaryElement(builder);
}

function endMarkedElement(builder: TreeBuilder): void {
  if (!builder.open.hasInScope(builder.token.tag)) return;
  endBlock(builder);
  builder.clearToMarker();
}

function endBreak(builder: TreeBuilder): void {
  builder.token.from = 0;
  builder.token.to = 0;
  startVoid(builder);
}

registerHandler(endTagHandlers, 'template', endTemplate);
registerHandler(endTagHandlers, 'body html', endBody);
registerHandler(
  endTagHandlers,
  `address article aside blockquote button center details dialog dir div dl fieldset figcaption figure footer header
  hgroup listing main menu nav ol pre search section summary ul`,
  endBlock,
);
registerHandler(endTagHandlers, 'form', endForm);
registerHandler(endTagHandlers, 'p', endParagraph);
registerHandler(endTagHandlers, 'li dd dt', endItem);
registerHandler(endTagHandlers, 'h1 h2 h3 h4 h5 h6', endHeading);
registerHandler(endTagHandlers, 'a b big code em font i nobr s small strike strong tt u', endFormatting);
registerHandler(endTagHandlers, 'applet marquee object', endMarkedElement);
registerHandler(endTagHandlers, 'br', endBreak);
