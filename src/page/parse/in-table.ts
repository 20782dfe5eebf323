import { attribute } from './attributes.ts';
import { type Builder, mode } from './builder.ts';
import { endInBody } from './end-in-body.ts';
import { endTemplate, resetMode, startInHead } from './in-head.ts';
import { startInBody, textInBody } from './start-in-body.ts';
import { boundsTableScope, causesFostering, tagSet } from './tag-sets.ts';
import { tag } from './tags.ts';

const tableContext = tagSet('table template html');
const bodyContext = tagSet('tbody tfoot thead template html');
const rowContext = tagSet('tr template html');
const isBodySection = tagSet('tbody tfoot thead');
const isStructure = tagSet('caption col colgroup tbody td tfoot th thead tr');
const ignoredEnds = tagSet('body caption col colgroup html tbody td tfoot th thead tr');

/** Whether the token has to be processed again, in the mode that is now set. */
type Again = boolean;

function fostered(builder: Builder, process: (builder: Builder) => void): void {
  builder.isFostering = true;
  process(builder);
  builder.isFostering = false;
}

function isInTableScope(builder: Builder, tagId: number): boolean {
  return builder.open.hasInScope(tagId, boundsTableScope);
}

function isHiddenInput(builder: Builder): boolean {
  const { store, token } = builder;
  for (let row = token.from; row < token.to; row++) {
    if (store.attributeName[row] !== attribute.type) continue;
    return builder.source.slice(store.attributeFrom[row], store.attributeTo[row]).toLowerCase() === 'hidden';
  }
  return false;
}

/** Opens what has to stand between the table and the tag at hand, in `next`. */
function enter(builder: Builder, implied: number, next: number): Again {
  builder.open.clearBackTo(tableContext);
  builder.insertImplied(implied);
  builder.mode = next;
  return true;
}

function openInTable(builder: Builder, next: number): Again {
  builder.open.clearBackTo(tableContext);
  builder.insert();
  builder.mode = next;
  return false;
}

/** A start tag "in table" (WHATWG HTML 13.2.6.4.9). */
export function startInTable(builder: Builder): Again {
  switch (builder.token.tag) {
    case tag.caption:
      builder.open.clearBackTo(tableContext);
      builder.pushMarker();
      return openInTable(builder, mode.inCaption);
    case tag.colgroup:
      return openInTable(builder, mode.inColumnGroup);
    case tag.col:
      return enter(builder, tag.colgroup, mode.inColumnGroup);
    case tag.tbody:
    case tag.thead:
    case tag.tfoot:
      return openInTable(builder, mode.inTableBody);
    case tag.td:
    case tag.th:
    case tag.tr:
      return enter(builder, tag.tbody, mode.inTableBody);
    case tag.table:
      if (!isInTableScope(builder, tag.table)) return false;
      builder.open.popUntil(tag.table);
      resetMode(builder);
      return true;
    case tag.style:
    case tag.script:
    case tag.template:
      startInHead(builder);
      return false;
    case tag.input:
      if (isHiddenInput(builder)) builder.insertVoid();
      else fostered(builder, startInBody);
      return false;
    case tag.form:
      if (builder.form !== -1 || builder.open.countOf(tag.template) > 0) return false;
      builder.insertVoid();
      builder.form = builder.store.count - 1;
      return false;
    default:
      fostered(builder, startInBody);
      return false;
  }
}

/** An end tag "in table". */
export function endInTable(builder: Builder): Again {
  const { tag: tagId } = builder.token;
  if (tagId === tag.table) {
    if (isInTableScope(builder, tag.table)) {
      builder.open.popUntil(tag.table);
      resetMode(builder);
    }
  } else if (tagId === tag.template) endTemplate(builder);
  else if (ignoredEnds[tagId] !== 1) fostered(builder, endInBody);
  return false;
}

/** Text "in table": moved out of it unless it is blank. */
export function textInTable(
  builder: Builder,
  start: number,
  end: number,
  flags: number,
  isBlank: boolean,
): void {
  if (causesFostering[builder.open.currentTag] === 1 && isBlank) {
    builder.insertText(start, end, flags);
    return;
  }
  builder.isFostering = true;
  textInBody(builder, start, end, flags, isBlank);
  builder.isFostering = false;
}

function closeCaption(builder: Builder): boolean {
  if (!isInTableScope(builder, tag.caption)) return false;
  builder.open.closeImplied();
  builder.open.popUntil(tag.caption);
  builder.clearToMarker();
  builder.mode = mode.inTable;
  return true;
}

export function startInCaption(builder: Builder): Again {
  if (isStructure[builder.token.tag] === 1) return closeCaption(builder);
  startInBody(builder);
  return false;
}

export function endInCaption(builder: Builder): Again {
  const { tag: tagId } = builder.token;
  if (tagId === tag.caption) closeCaption(builder);
  else if (tagId === tag.table) return closeCaption(builder);
  else if (ignoredEnds[tagId] !== 1) endInBody(builder);
  return false;
}

/** Leaves the column group; false when there is none to leave. */
export function leaveColumnGroup(builder: Builder): Again {
  if (builder.open.currentTag !== tag.colgroup) return false;
  builder.open.pop();
  builder.mode = mode.inTable;
  return true;
}

export function startInColumnGroup(builder: Builder): Again {
  switch (builder.token.tag) {
    case tag.html:
      startInBody(builder);
      return false;
    case tag.col:
      builder.insertVoid();
      return false;
    case tag.template:
      startInHead(builder);
      return false;
    default:
      return leaveColumnGroup(builder);
  }
}

export function endInColumnGroup(builder: Builder): Again {
  switch (builder.token.tag) {
    case tag.colgroup:
      leaveColumnGroup(builder);
      return false;
    case tag.col:
      return false;
    case tag.template:
      endTemplate(builder);
      return false;
    default:
      return leaveColumnGroup(builder);
  }
}

function hasSectionInScope(builder: Builder): boolean {
  return (
    isInTableScope(builder, tag.tbody) ||
    isInTableScope(builder, tag.thead) ||
    isInTableScope(builder, tag.tfoot)
  );
}

function leaveSection(builder: Builder): Again {
  if (!hasSectionInScope(builder)) return false;
  builder.open.clearBackTo(bodyContext);
  builder.open.pop();
  builder.mode = mode.inTable;
  return true;
}

export function startInTableBody(builder: Builder): Again {
  const { tag: tagId } = builder.token;
  if (tagId === tag.tr) {
    builder.open.clearBackTo(bodyContext);
    builder.insert();
    builder.mode = mode.inRow;
    return false;
  }
  if (tagId === tag.td || tagId === tag.th) {
    builder.open.clearBackTo(bodyContext);
    builder.insertImplied(tag.tr);
    builder.mode = mode.inRow;
    return true;
  }
  if (isStructure[tagId] === 1) return leaveSection(builder);
  return startInTable(builder);
}

export function endInTableBody(builder: Builder): Again {
  const { tag: tagId } = builder.token;
  if (isBodySection[tagId] === 1) {
    if (isInTableScope(builder, tagId)) {
      builder.open.clearBackTo(bodyContext);
      builder.open.pop();
      builder.mode = mode.inTable;
    }
    return false;
  }
  if (tagId === tag.table) return leaveSection(builder);
  return endInTable(builder);
}

function leaveRow(builder: Builder): Again {
  if (!isInTableScope(builder, tag.tr)) return false;
  builder.open.clearBackTo(rowContext);
  builder.open.pop();
  builder.mode = mode.inTableBody;
  return true;
}

export function startInRow(builder: Builder): Again {
  const { tag: tagId } = builder.token;
  if (tagId === tag.td || tagId === tag.th) {
    builder.open.clearBackTo(rowContext);
    builder.insert();
    builder.mode = mode.inCell;
    builder.pushMarker();
    return false;
  }
  if (isStructure[tagId] === 1) return leaveRow(builder);
  return startInTable(builder);
}

export function endInRow(builder: Builder): Again {
  const { tag: tagId } = builder.token;
  if (tagId === tag.tr) {
    leaveRow(builder);
    return false;
  }
  if (tagId === tag.table) return leaveRow(builder);
  if (isBodySection[tagId] === 1) return isInTableScope(builder, tagId) && leaveRow(builder);
  return endInTable(builder);
}

function closeCell(builder: Builder): Again {
  builder.open.closeImplied();
  while (builder.open.nodes.length > 0) {
    const open = builder.open.currentTag;
    builder.open.pop();
    if (open === tag.td || open === tag.th) break;
  }
  builder.clearToMarker();
  builder.mode = mode.inRow;
  return true;
}

export function startInCell(builder: Builder): Again {
  if (isStructure[builder.token.tag] === 1) {
    return (isInTableScope(builder, tag.td) || isInTableScope(builder, tag.th)) && closeCell(builder);
  }
  startInBody(builder);
  return false;
}

export function endInCell(builder: Builder): Again {
  const { tag: tagId } = builder.token;
  if (tagId === tag.td || tagId === tag.th) {
    if (!isInTableScope(builder, tagId)) return false;
    builder.open.closeImplied();
    builder.open.popUntil(tagId);
    builder.clearToMarker();
    builder.mode = mode.inRow;
    return false;
  }
  if (tagId === tag.table || tagId === tag.tr || isBodySection[tagId] === 1) {
    return isInTableScope(builder, tagId) && closeCell(builder);
  }
  if (ignoredEnds[tagId] !== 1) endInBody(builder);
  return false;
}
