import { type Builder, mode, rawText } from './builder.ts';
import { endTemplate, startInHead } from './in-head.ts';
import { startInBody } from './start-in-body.ts';
import { tagSet } from './tag-sets.ts';
import { tag } from './tags.ts';

/** End tags that count before the body, as if they were anything else. */
const endsThatCount = tagSet('head body html br');
const headParts = tagSet('base basefont bgsound link meta noframes script style template title');

/** Opens `html`, `head` or `body` in passing, whichever comes next in this mode. */
export function advance(builder: Builder): void {
  switch (builder.mode) {
    case mode.initial:
      builder.mode = mode.beforeHtml;
      return;
    case mode.beforeHtml:
      builder.insertImplied(tag.html);
      builder.mode = mode.beforeHead;
      return;
    case mode.beforeHead:
      builder.head = builder.insertImplied(tag.head);
      builder.mode = mode.inHead;
      return;
    case mode.inHead:
      builder.open.pop();
      builder.mode = mode.afterHead;
      return;
    case mode.inHeadNoscript:
      builder.open.pop();
      builder.mode = mode.inHead;
      return;
    case mode.afterHead:
      builder.insertImplied(tag.body);
      builder.mode = mode.inBody;
      return;
    default:
      return;
  }
}

/** The end of the source: templates close, and `html`, `head` and `body` are there. */
export function finish(builder: Builder): void {
  while (builder.open.countOf(tag.template) > 0) endTemplate(builder);
  for (let i = 0; i < 6; i++) advance(builder);
}

function startBeforeBody(builder: Builder): boolean {
  advance(builder);
  return true;
}

/** An end tag before the body; true when it has to be processed again. */
export function endBeforeBody(builder: Builder): boolean {
  const { tag: tagId } = builder.token;
  if (builder.mode === mode.inHead && tagId === tag.head) {
    advance(builder);
    return false;
  }
  if (builder.mode === mode.inHeadNoscript) {
    if (tagId === tag.noscript) advance(builder);
    return tagId === tag.br && startBeforeBody(builder);
  }
  if (tagId === tag.template && (builder.mode === mode.inHead || builder.mode === mode.afterHead)) {
    endTemplate(builder);
    return false;
  }
  if (endsThatCount[tagId] !== 1) return false;
  if (tagId === tag.head && builder.mode === mode.afterHead) return false;
  advance(builder);
  return true;
}

export function startBeforeHtml(builder: Builder): boolean {
  if (builder.token.tag !== tag.html) return startBeforeBody(builder);
  builder.insert();
  builder.mode = mode.beforeHead;
  return false;
}

export function startBeforeHead(builder: Builder): boolean {
  if (builder.token.tag === tag.html) {
    startInBody(builder);
    return false;
  }
  if (builder.token.tag !== tag.head) return startBeforeBody(builder);
  builder.head = builder.insert();
  builder.mode = mode.inHead;
  return false;
}

/** A start tag "in head", scripting off. */
export function startInHeadMode(builder: Builder): boolean {
  const { tag: tagId } = builder.token;
  if (tagId === tag.html) startInBody(builder);
  else if (tagId === tag.noscript) {
    builder.insert();
    builder.mode = mode.inHeadNoscript;
  } else if (tagId !== tag.head && !startInHead(builder)) return startBeforeBody(builder);
  return false;
}

export function startInHeadNoscript(builder: Builder): boolean {
  switch (builder.token.tag) {
    case tag.html:
      startInBody(builder);
      return false;
    case tag.basefont:
    case tag.bgsound:
    case tag.link:
    case tag.meta:
    case tag.noframes:
    case tag.style:
      startInHead(builder);
      return false;
    case tag.head:
    case tag.noscript:
      return false;
    default:
      return startBeforeBody(builder);
  }
}

export function startAfterHead(builder: Builder): boolean {
  const { tag: tagId } = builder.token;
  if (tagId === tag.html) {
    startInBody(builder);
    return false;
  }
  if (tagId === tag.body || tagId === tag.frameset) {
    builder.insert();
    if (tagId === tag.body) builder.isFramesetOk = false;
    builder.mode = tagId === tag.body ? mode.inBody : mode.inFrameset;
    return false;
  }
  if (headParts[tagId] === 1) {
    builder.open.push(builder.head, tag.head);
    startInHead(builder);
    builder.open.remove(builder.head);
    return false;
  }
  return tagId !== tag.head && startBeforeBody(builder);
}

/** A tag after the body: back into it, unless it is about the document's end. */
export function startAfterBody(builder: Builder): boolean {
  if (builder.token.tag === tag.html) {
    startInBody(builder);
    return false;
  }
  builder.mode = mode.inBody;
  return true;
}

export function endAfterBody(builder: Builder): boolean {
  if (builder.mode === mode.afterBody && builder.token.tag === tag.html) {
    builder.mode = mode.afterAfterBody;
    return false;
  }
  builder.mode = mode.inBody;
  return true;
}

export function startInFrameset(builder: Builder): boolean {
  const { tag: tagId } = builder.token;
  if (tagId === tag.html) startInBody(builder);
  else if (tagId === tag.noframes) builder.insertRaw(rawText.plain);
  else if (builder.mode !== mode.inFrameset) return false;
  else if (tagId === tag.frameset) builder.insert();
  else if (tagId === tag.frame) builder.insertVoid();
  return false;
}

export function endInFrameset(builder: Builder): boolean {
  const { open, token } = builder;
  if (builder.mode === mode.afterFrameset && token.tag === tag.html) builder.mode = mode.afterAfterFrameset;
  if (builder.mode !== mode.inFrameset || token.tag !== tag.frameset || open.nodes.length <= 1) return false;
  open.pop();
  if (open.currentTag !== tag.frameset) builder.mode = mode.afterFrameset;
  return false;
}
