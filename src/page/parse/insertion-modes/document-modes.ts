import { mode, rawText, type TreeBuilder } from '../builder.ts';
import { tagSet } from '../names/tag-sets.ts';
import { tag } from '../names/tags.ts';
import { endTemplate, startInHead } from './in-head.ts';
import { startInBody } from './start-in-body.ts';

/** End tags before the body that imply the missing elements; others are ignored. */
const processedEndTags = tagSet('head body html br');
const headElements = tagSet('base basefont bgsound link meta noframes script style template title');

/** Inserts the next implied element of `html`, `head` and `body`, or leaves the head, and moves to the next mode. */
export function advance(builder: TreeBuilder): void {
  switch (builder.mode) {
    case mode.initial:
      builder.mode = mode.beforeHtml;
      return;
    case mode.beforeHtml:
      builder.insertWithoutTag(tag.html);
      builder.mode = mode.beforeHead;
      return;
    case mode.beforeHead:
      builder.head = builder.insertWithoutTag(tag.head);
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
      builder.insertWithoutTag(tag.body);
      builder.mode = mode.inBody;
      return;
    default:
      return;
  }
}

/** Ends the document: closes templates and inserts missing `html`, `head` and `body` elements. */
export function finishDocument(builder: TreeBuilder): void {
  while (builder.open.countOf(tag.template) > 0) endTemplate(builder);
  for (let i = 0; i < 6; i++) advance(builder);
}

function startBeforeBody(builder: TreeBuilder): boolean {
  advance(builder);
  return true;
}

/** Processes an end tag before the body. Returns true if the token must be reprocessed. */
export function endBeforeBody(builder: TreeBuilder): boolean {
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
  if (processedEndTags[tagId] !== 1) return false;
  if (tagId === tag.head && builder.mode === mode.afterHead) return false;
  advance(builder);
  return true;
}

export function startBeforeHtml(builder: TreeBuilder): boolean {
  if (builder.token.tag !== tag.html) return startBeforeBody(builder);
  builder.insert();
  builder.mode = mode.beforeHead;
  return false;
}

export function startBeforeHead(builder: TreeBuilder): boolean {
  if (builder.token.tag === tag.html) {
    startInBody(builder);
    return false;
  }
  if (builder.token.tag !== tag.head) return startBeforeBody(builder);
  builder.head = builder.insert();
  builder.mode = mode.inHead;
  return false;
}

/** Processes a start tag "in head", with scripting disabled. */
export function startInHeadMode(builder: TreeBuilder): boolean {
  const { tag: tagId } = builder.token;
  if (tagId === tag.html) startInBody(builder);
  else if (tagId === tag.noscript) {
    builder.insert();
    builder.mode = mode.inHeadNoscript;
  } else if (tagId !== tag.head && !startInHead(builder)) return startBeforeBody(builder);
  return false;
}

export function startInHeadNoscript(builder: TreeBuilder): boolean {
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

export function startAfterHead(builder: TreeBuilder): boolean {
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
  if (headElements[tagId] === 1) {
    builder.open.push(builder.head, tag.head);
    startInHead(builder);
    builder.open.remove(builder.head);
    return false;
  }
  return tagId !== tag.head && startBeforeBody(builder);
}

/** Processes a start tag after the body, which reopens the body for all tags but `html`. */
export function startAfterBody(builder: TreeBuilder): boolean {
  if (builder.token.tag === tag.html) {
    startInBody(builder);
    return false;
  }
  builder.mode = mode.inBody;
  return true;
}

export function endAfterBody(builder: TreeBuilder): boolean {
  if (builder.mode === mode.afterBody && builder.token.tag === tag.html) {
    builder.mode = mode.afterAfterBody;
    return false;
  }
  builder.mode = mode.inBody;
  return true;
}

export function startInFrameset(builder: TreeBuilder): boolean {
  const { tag: tagId } = builder.token;
  if (tagId === tag.html) startInBody(builder);
  else if (tagId === tag.noframes) builder.insertRaw(rawText.plain);
  else if (builder.mode !== mode.inFrameset) return false;
  else if (tagId === tag.frameset) builder.insert();
  else if (tagId === tag.frame) builder.insertVoid();
  return false;
}

export function endInFrameset(builder: TreeBuilder): boolean {
  const { open, token } = builder;
  if (builder.mode === mode.afterFrameset && token.tag === tag.html) builder.mode = mode.afterAfterFrameset;
  if (builder.mode !== mode.inFrameset || token.tag !== tag.frameset || open.nodes.length <= 1) return false;
  open.pop();
  if (open.currentTag !== tag.frameset) builder.mode = mode.afterFrameset;
  return false;
}
