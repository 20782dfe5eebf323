import { mode, type TreeBuilder } from '../builder.ts';
import { boundsSelectScope, boundsTableScope, tagSet } from '../names/tag-sets.ts';
import { tag } from '../names/tags.ts';
import { endInBody } from './end-in-body.ts';
import { endTemplate, resetMode, startInHead } from './in-head.ts';
import { startInBody } from './start-in-body.ts';

const tableTags = tagSet('caption table tbody tfoot thead tr td th');
const tableSections = tagSet('caption colgroup tbody tfoot thead');
const headElements = tagSet('base basefont bgsound link meta noframes script style template title');

function closeSelect(builder: TreeBuilder): boolean {
  if (!builder.open.hasInScope(tag.select, boundsSelectScope)) return false;
  builder.open.popUntil(tag.select);
  resetMode(builder);
  return true;
}

/** Processes a start tag "in select". Returns true if the token must be reprocessed. */
export function startInSelect(builder: TreeBuilder): boolean {
  const { open } = builder;
  switch (builder.token.tag) {
    case tag.html:
      startInBody(builder);
      return false;
    case tag.option:
    case tag.optgroup:
    case tag.hr:
      if (open.currentTag === tag.option) open.pop();
      if (builder.token.tag !== tag.option && open.currentTag === tag.optgroup) open.pop();
      if (builder.token.tag === tag.hr) builder.insertVoid();
      else builder.insert();
      return false;
    case tag.select:
      closeSelect(builder);
      return false;
    case tag.input:
    case tag.keygen:
    case tag.textarea:
      return closeSelect(builder);
    case tag.script:
    case tag.template:
      startInHead(builder);
      return false;
    default:
      return false;
  }
}

/** Processes an end tag "in select". */
export function endInSelect(builder: TreeBuilder): boolean {
  const { open } = builder;
  switch (builder.token.tag) {
    case tag.optgroup:
      if (open.currentTag === tag.option && open.tags.at(-2) === tag.optgroup) open.pop();
      if (open.currentTag === tag.optgroup) open.pop();
      return false;
    case tag.option:
      if (open.currentTag === tag.option) open.pop();
      return false;
    case tag.select:
      closeSelect(builder);
      return false;
    case tag.template:
      endTemplate(builder);
      return false;
    default:
      return false;
  }
}

export function startInSelectInTable(builder: TreeBuilder): boolean {
  if (tableTags[builder.token.tag] !== 1) return startInSelect(builder);
  builder.open.popUntil(tag.select);
  resetMode(builder);
  return true;
}

export function endInSelectInTable(builder: TreeBuilder): boolean {
  const { tag: tagId } = builder.token;
  if (tableTags[tagId] !== 1) return endInSelect(builder);
  if (!builder.open.hasInScope(tagId, boundsTableScope)) return false;
  builder.open.popUntil(tag.select);
  resetMode(builder);
  return true;
}

/** Processes a start tag "in template" (WHATWG HTML 13.2.6.4.18). */
export function startInTemplate(builder: TreeBuilder): boolean {
  const { tag: tagId } = builder.token;
  if (headElements[tagId] === 1) {
    startInHead(builder);
    return false;
  }
  let next: number = mode.inBody;
  if (tableSections[tagId] === 1) next = mode.inTable;
  else if (tagId === tag.col) next = mode.inColumnGroup;
  else if (tagId === tag.tr) next = mode.inTableBody;
  else if (tagId === tag.td || tagId === tag.th) next = mode.inRow;
  builder.templateModes.pop();
  builder.templateModes.push(next);
  builder.mode = next;
  return true;
}

export function endInTemplate(builder: TreeBuilder): boolean {
  if (builder.token.tag === tag.template) endTemplate(builder);
  return false;
}

export function endInBodyMode(builder: TreeBuilder): boolean {
  const isHtml = builder.token.tag === tag.html;
  endInBody(builder);
  return isHtml && builder.mode === mode.afterBody;
}
