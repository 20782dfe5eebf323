import { itemAt } from '../../../domain/values/elements.ts';
import { textFlag } from '../../tree/tree.ts';
import { mode, type TreeBuilder } from '../builder.ts';
import { positionAfterNewline } from '../raw-text.ts';
import {
  advance,
  endAfterBody,
  endBeforeBody,
  endInFrameset,
  startAfterBody,
  startAfterHead,
  startBeforeHead,
  startBeforeHtml,
  startInFrameset,
  startInHeadMode,
  startInHeadNoscript,
} from './document-modes.ts';
import { endInForeign, isForeignStart, isForeignText, isInForeign, startInForeign } from './foreign.ts';
import {
  endInBodyMode,
  endInSelect,
  endInSelectInTable,
  endInTemplate,
  startInSelect,
  startInSelectInTable,
  startInTemplate,
} from './in-select.ts';
import {
  endInCaption,
  endInCell,
  endInColumnGroup,
  endInRow,
  endInTable,
  endInTableBody,
  exitColumnGroup,
  startInCaption,
  startInCell,
  startInColumnGroup,
  startInRow,
  startInTable,
  startInTableBody,
  textInTable,
} from './in-table.ts';
import { startInBody, textInBody } from './start-in-body.ts';

type TagHandler = (builder: TreeBuilder) => boolean;

function advanceAndReprocess(builder: TreeBuilder): boolean {
  advance(builder);
  return true;
}

function startInBodyMode(builder: TreeBuilder): boolean {
  startInBody(builder);
  return false;
}

/** Start tag handlers by insertion mode; true means reprocess the token in the new mode. */
const startTagHandlers: TagHandler[] = [
  advanceAndReprocess,
  startBeforeHtml,
  startBeforeHead,
  startInHeadMode,
  startInHeadNoscript,
  startAfterHead,
  startInBodyMode,
  startInTable,
  startInCaption,
  startInColumnGroup,
  startInTableBody,
  startInRow,
  startInCell,
  startInSelect,
  startInSelectInTable,
  startInTemplate,
  startAfterBody,
  startInFrameset,
  startInFrameset,
  startAfterBody,
  startInFrameset,
];

/** End tag handlers by insertion mode. */
const endTagHandlers: TagHandler[] = [
  advanceAndReprocess,
  endBeforeBody,
  endBeforeBody,
  endBeforeBody,
  endBeforeBody,
  endBeforeBody,
  endInBodyMode,
  endInTable,
  endInCaption,
  endInColumnGroup,
  endInTableBody,
  endInRow,
  endInCell,
  endInSelect,
  endInSelectInTable,
  endInTemplate,
  endAfterBody,
  endInFrameset,
  endInFrameset,
  endAfterBody,
  endInFrameset,
];

/** Maximum number of modes that process one token; a guard against endless loops. */
const maxReprocessing = 600;

/** Processes the start tag in `builder.token`. */
export function processStart(builder: TreeBuilder): void {
  builder.skipsNewline = false;
  if (isForeignStart(builder) && startInForeign(builder)) return;
  for (let i = 0; i < maxReprocessing; i++) {
    if (!itemAt(startTagHandlers, builder.mode)(builder)) return;
  }
}

/** Processes the end tag in `builder.token`. */
export function processEnd(builder: TreeBuilder): void {
  builder.skipsNewline = false;
  if (builder.overflow > 0) {
    builder.overflow--;
    return;
  }
  if (isInForeign(builder) && endInForeign(builder)) return;
  for (let i = 0; i < maxReprocessing; i++) {
    if (!itemAt(endTagHandlers, builder.mode)(builder)) return;
  }
}

/** Returns true for ASCII white space of HTML: tab, line feed, form feed, carriage return, space. */
export function isSpace(unit: number): boolean {
  return unit === 32 || unit === 10 || unit === 9 || unit === 13 || unit === 12;
}

/** Processes the text of the source from `start` to `end`; `flags` are those of {@link textFlag}. */
export function processText(builder: TreeBuilder, start: number, end: number, flags: number): void {
  const { source } = builder;
  let from = start;
  if (builder.skipsNewline) {
    builder.skipsNewline = false;
    from = positionAfterNewline(source, from, (flags & textFlag.references) !== 0);
  }
  if (from === end) return;
  let textStart = from;
  while (textStart < end && isSpace(source.charCodeAt(textStart))) textStart++;
  if (isForeignText(builder)) {
    if (textStart < end) builder.isFramesetOk = false;
    builder.insertText(
      from,
      end,
      flags & textFlag.dropNul ? flags ^ (textFlag.dropNul | textFlag.replaceNul) : flags,
    );
    return;
  }
  if (flags & textFlag.dropNul) {
    from = skipNuls(builder, from, end);
    if (from === end) return;
    textStart = from;
    while (textStart < end && isSpace(source.charCodeAt(textStart))) textStart++;
  }
  // Modes without text content consume the leading white space and reprocess the rest.
  for (let i = 0; i < maxReprocessing && from < end; i++) {
    const next = processTextInMode(builder, from, textStart, end, flags);
    if (next === end) return;
    from = next;
  }
}

/** Returns the position after U+0000, which is not white space: it opens the body and is dropped there. */
function skipNuls(builder: TreeBuilder, start: number, end: number): number {
  if (builder.source.charCodeAt(start) === 0) while (builder.mode <= mode.afterHead) advance(builder);
  let from = start;
  while (from < end && builder.source.charCodeAt(from) === 0) from++;
  return from;
}

/** Processes text in the current mode and returns its end. */
function processTextInMode(
  builder: TreeBuilder,
  from: number,
  textStart: number,
  end: number,
  flags: number,
): number {
  const isBlank = textStart === end;
  switch (builder.mode) {
    case mode.initial:
    case mode.beforeHtml:
    case mode.beforeHead:
      if (!isBlank) advance(builder);
      return textStart;
    case mode.inHead:
    case mode.inHeadNoscript:
    case mode.afterHead:
      if (from < textStart) builder.insertText(from, textStart, textFlag.blank);
      if (!isBlank) advance(builder);
      return textStart;
    case mode.inTable:
    case mode.inTableBody:
    case mode.inRow:
      textInTable(builder, from, end, isBlank ? flags | textFlag.blank : flags, isBlank);
      return end;
    case mode.inColumnGroup:
      return textInColumnGroup(builder, from, textStart, end);
    case mode.inSelect:
    case mode.inSelectInTable:
      builder.insertText(from, end, isBlank ? flags | textFlag.blank : flags);
      return end;
    case mode.afterBody:
    case mode.afterAfterBody:
      if (!isBlank) builder.mode = mode.inBody;
      break;
    case mode.inFrameset:
    case mode.afterFrameset:
    case mode.afterAfterFrameset:
      insertWhitespace(builder, from, end);
      return end;
  }
  textInBody(builder, from, end, isBlank ? flags | textFlag.blank : flags, isBlank);
  return end;
}

/** Inserts only the white space of a text, as framesets require. */
function insertWhitespace(builder: TreeBuilder, start: number, end: number): void {
  for (let at = start; at < end; at++) {
    if (isSpace(builder.source.charCodeAt(at))) builder.insertText(at, at + 1, textFlag.blank);
  }
}

function textInColumnGroup(builder: TreeBuilder, from: number, textStart: number, end: number): number {
  if (from < textStart) builder.insertText(from, textStart, textFlag.blank);
  if (textStart === end) return end;
  return exitColumnGroup(builder) ? textStart : end;
}
