import { mode, type TreeBuilder } from '../builder.ts';
import { boundsTableScope, causesFostering, tagSet } from '../names/tag-sets.ts';
import { tag } from '../names/tags.ts';
import { endInBody } from './end-in-body.ts';
import { endTemplate, resetMode, startInHead } from './in-head.ts';
import { isHiddenInput, startInBody, textInBody } from './start-in-body.ts';

const tableContext = tagSet('table template html');
const bodyContext = tagSet('tbody tfoot thead template html');
const rowContext = tagSet('tr template html');
const isBodySection = tagSet('tbody tfoot thead');
const isTableStructure = tagSet('caption col colgroup tbody td tfoot th thead tr');
const ignoredEndTags = tagSet('body caption col colgroup html tbody td tfoot th thead tr');

/** True if the token must be reprocessed in the new mode. */
type MustReprocess = boolean;

function processWithFostering(builder: TreeBuilder, process: (builder: TreeBuilder) => void): void {
  builder.isFosterParenting = true;
  process(builder);
  builder.isFosterParenting = false;
}

function isInTableScope(builder: TreeBuilder, tagId: number): boolean {
  return builder.open.hasInScope(tagId, boundsTableScope);
}

/** Inserts an implied element between the table and the current tag, and enters the mode `next`. */
function insertImpliedAndEnter(builder: TreeBuilder, implied: number, next: number): MustReprocess {
  builder.open.clearBackTo(tableContext);
  builder.insertWithoutTag(implied);
  builder.mode = next;
  return true;
}

function insertAndEnter(builder: TreeBuilder, next: number): MustReprocess {
  builder.open.clearBackTo(tableContext);
  builder.insert();
  builder.mode = next;
  return false;
}

/** Processes a start tag "in table" (WHATWG HTML 13.2.6.4.9). */
export function startInTable(builder: TreeBuilder): MustReprocess {
  switch (builder.token.tag) {
    case tag.caption:
      builder.open.clearBackTo(tableContext);
      builder.pushMarker();
      return insertAndEnter(builder, mode.inCaption);
    case tag.colgroup:
      return insertAndEnter(builder, mode.inColumnGroup);
    case tag.col:
      return insertImpliedAndEnter(builder, tag.colgroup, mode.inColumnGroup);
    case tag.tbody:
    case tag.thead:
    case tag.tfoot:
      return insertAndEnter(builder, mode.inTableBody);
    case tag.td:
    case tag.th:
    case tag.tr:
      return insertImpliedAndEnter(builder, tag.tbody, mode.inTableBody);
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
      else processWithFostering(builder, startInBody);
      return false;
    case tag.form:
      if (builder.form !== -1 || builder.open.countOf(tag.template) > 0) return false;
      builder.insertVoid();
      builder.form = builder.store.count - 1;
      return false;
    default:
      processWithFostering(builder, startInBody);
      return false;
  }
}

/** Processes an end tag "in table". */
export function endInTable(builder: TreeBuilder): MustReprocess {
  const { tag: tagId } = builder.token;
  if (tagId === tag.table) {
    if (isInTableScope(builder, tag.table)) {
      builder.open.popUntil(tag.table);
      resetMode(builder);
    }
  } else if (tagId === tag.template) endTemplate(builder);
  else if (ignoredEndTags[tagId] !== 1) processWithFostering(builder, endInBody);
  return false;
}

/** Processes text "in table"; text other than white space is foster-parented. */
export function textInTable(
  builder: TreeBuilder,
  start: number,
  end: number,
  flags: number,
  isBlank: boolean,
): void {
  if (causesFostering[builder.open.currentTag] === 1 && isBlank) {
    builder.insertText(start, end, flags);
    return;
  }
  builder.isFosterParenting = true;
  textInBody(builder, start, end, flags, isBlank);
  builder.isFosterParenting = false;
}

function closeCaption(builder: TreeBuilder): boolean {
  if (!isInTableScope(builder, tag.caption)) return false;
  builder.open.closeImplied();
  builder.open.popUntil(tag.caption);
  builder.clearToMarker();
  builder.mode = mode.inTable;
  return true;
}

export function startInCaption(builder: TreeBuilder): MustReprocess {
  if (isTableStructure[builder.token.tag] === 1) return closeCaption(builder);
  startInBody(builder);
  return false;
}

export function endInCaption(builder: TreeBuilder): MustReprocess {
  const { tag: tagId } = builder.token;
  if (tagId === tag.caption) closeCaption(builder);
  else if (tagId === tag.table) return closeCaption(builder);
  else if (ignoredEndTags[tagId] !== 1) endInBody(builder);
  return false;
}

/** Leaves the column group. Returns false if there is none. */
export function exitColumnGroup(builder: TreeBuilder): MustReprocess {
  if (builder.open.currentTag !== tag.colgroup) return false;
  builder.open.pop();
  builder.mode = mode.inTable;
  return true;
}

export function startInColumnGroup(builder: TreeBuilder): MustReprocess {
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
      return exitColumnGroup(builder);
  }
}

export function endInColumnGroup(builder: TreeBuilder): MustReprocess {
  switch (builder.token.tag) {
    case tag.colgroup:
      exitColumnGroup(builder);
      return false;
    case tag.col:
      return false;
    case tag.template:
      endTemplate(builder);
      return false;
    default:
      return exitColumnGroup(builder);
  }
}

function hasSectionInScope(builder: TreeBuilder): boolean {
  return (
    isInTableScope(builder, tag.tbody) ||
    isInTableScope(builder, tag.thead) ||
    isInTableScope(builder, tag.tfoot)
  );
}

function exitSection(builder: TreeBuilder): MustReprocess {
  if (!hasSectionInScope(builder)) return false;
  builder.open.clearBackTo(bodyContext);
  builder.open.pop();
  builder.mode = mode.inTable;
  return true;
}

export function startInTableBody(builder: TreeBuilder): MustReprocess {
  const { tag: tagId } = builder.token;
  if (tagId === tag.tr) {
    builder.open.clearBackTo(bodyContext);
    builder.insert();
    builder.mode = mode.inRow;
    return false;
  }
  if (tagId === tag.td || tagId === tag.th) {
    builder.open.clearBackTo(bodyContext);
    builder.insertWithoutTag(tag.tr);
    builder.mode = mode.inRow;
    return true;
  }
  if (isTableStructure[tagId] === 1) return exitSection(builder);
  return startInTable(builder);
}

export function endInTableBody(builder: TreeBuilder): MustReprocess {
  const { tag: tagId } = builder.token;
  if (isBodySection[tagId] === 1) {
    if (isInTableScope(builder, tagId)) {
      builder.open.clearBackTo(bodyContext);
      builder.open.pop();
      builder.mode = mode.inTable;
    }
    return false;
  }
  if (tagId === tag.table) return exitSection(builder);
  return endInTable(builder);
}

function exitRow(builder: TreeBuilder): MustReprocess {
  if (!isInTableScope(builder, tag.tr)) return false;
  builder.open.clearBackTo(rowContext);
  builder.open.pop();
  builder.mode = mode.inTableBody;
  return true;
}

export function startInRow(builder: TreeBuilder): MustReprocess {
  const { tag: tagId } = builder.token;
  if (tagId === tag.td || tagId === tag.th) {
    builder.open.clearBackTo(rowContext);
    builder.insert();
    builder.mode = mode.inCell;
    builder.pushMarker();
    return false;
  }
  if (isTableStructure[tagId] === 1) return exitRow(builder);
  return startInTable(builder);
}

export function endInRow(builder: TreeBuilder): MustReprocess {
  const { tag: tagId } = builder.token;
  if (tagId === tag.tr) {
    exitRow(builder);
    return false;
  }
  if (tagId === tag.table) return exitRow(builder);
  if (isBodySection[tagId] === 1) return isInTableScope(builder, tagId) && exitRow(builder);
  return endInTable(builder);
}

function closeCell(builder: TreeBuilder): MustReprocess {
  builder.open.closeImplied();
  while (builder.open.nodes.length > 0) {
    const currentTag = builder.open.currentTag;
    builder.open.pop();
    if (currentTag === tag.td || currentTag === tag.th) break;
  }
  builder.clearToMarker();
  builder.mode = mode.inRow;
  return true;
}

export function startInCell(builder: TreeBuilder): MustReprocess {
  if (isTableStructure[builder.token.tag] === 1) {
    return (isInTableScope(builder, tag.td) || isInTableScope(builder, tag.th)) && closeCell(builder);
  }
  startInBody(builder);
  return false;
}

export function endInCell(builder: TreeBuilder): MustReprocess {
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
  if (ignoredEndTags[tagId] !== 1) endInBody(builder);
  return false;
}
