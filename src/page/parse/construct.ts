import { textFlag } from '../tree.ts';
import { type Builder, mode } from './builder.ts';
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
  leaveColumnGroup,
  startInCaption,
  startInCell,
  startInColumnGroup,
  startInRow,
  startInTable,
  startInTableBody,
  textInTable,
} from './in-table.ts';
import { startInBody, textInBody } from './start-in-body.ts';

type TagStep = (builder: Builder) => boolean;

function advanceAgain(builder: Builder): boolean {
  advance(builder);
  return true;
}

function startInBodyMode(builder: Builder): boolean {
  startInBody(builder);
  return false;
}

/** What a start tag does, by insertion mode; true means: process it again in the mode that is now set. */
const startSteps: TagStep[] = [
  advanceAgain,
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

/** What an end tag does, by insertion mode. */
const endSteps: TagStep[] = [
  advanceAgain,
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

/** Most modes that one token passes through; more would be a fault of ours. */
const maxSteps = 600;

/** Processes the start tag in `builder.token`. */
export function processStart(builder: Builder): void {
  builder.skipsNewline = false;
  if (isForeignStart(builder) && startInForeign(builder)) return;
  for (let i = 0; i < maxSteps; i++) {
    if (!(startSteps[builder.mode] as TagStep)(builder)) return;
  }
}

/** Processes the end tag in `builder.token`. */
export function processEnd(builder: Builder): void {
  builder.skipsNewline = false;
  if (builder.overflow > 0) {
    builder.overflow--;
    return;
  }
  if (isInForeign(builder) && endInForeign(builder)) return;
  for (let i = 0; i < maxSteps; i++) {
    if (!(endSteps[builder.mode] as TagStep)(builder)) return;
  }
}

/** White space of HTML: tab, line feed, form feed, carriage return, space. */
export function isSpace(unit: number): boolean {
  return unit === 32 || unit === 10 || unit === 9 || unit === 13 || unit === 12;
}

/** Processes the text that stands in the source from `start` to `end`; `flags` are those of {@link textFlag}. */
export function processText(builder: Builder, start: number, end: number, flags: number): void {
  const { source } = builder;
  let from = start;
  if (builder.skipsNewline) {
    builder.skipsNewline = false;
    if (source.charCodeAt(from) === 10) from++;
  }
  if (from === end) return;
  let solid = from;
  while (solid < end && isSpace(source.charCodeAt(solid))) solid++;
  if (isForeignText(builder)) {
    if (solid < end) builder.isFramesetOk = false;
    builder.insertText(
      from,
      end,
      flags & textFlag.dropNul ? flags ^ (textFlag.dropNul | textFlag.replaceNul) : flags,
    );
    return;
  }
  if (flags & textFlag.dropNul) {
    from = afterNuls(builder, from, end);
    if (from === end) return;
    solid = from;
    while (solid < end && isSpace(source.charCodeAt(solid))) solid++;
  }
  // Modes without a place for text take the white space in front of it and pass on the rest.
  for (let i = 0; i < maxSteps && from < end; i++) {
    const next = textStep(builder, from, solid, end, flags);
    if (next === end) return;
    from = next;
  }
}

/** Where the text goes on after U+0000, which is no white space: it opens the body, and only there it is dropped. */
function afterNuls(builder: Builder, start: number, end: number): number {
  if (builder.source.charCodeAt(start) === 0) while (builder.mode <= mode.afterHead) advance(builder);
  let from = start;
  while (from < end && builder.source.charCodeAt(from) === 0) from++;
  return from;
}

/** How far the text was taken in the current mode. */
function textStep(builder: Builder, from: number, solid: number, end: number, flags: number): number {
  const isBlank = solid === end;
  switch (builder.mode) {
    case mode.initial:
    case mode.beforeHtml:
    case mode.beforeHead:
      if (!isBlank) advance(builder);
      return solid;
    case mode.inHead:
    case mode.inHeadNoscript:
    case mode.afterHead:
      if (from < solid) builder.insertText(from, solid, textFlag.blank);
      if (!isBlank) advance(builder);
      return solid;
    case mode.inTable:
    case mode.inTableBody:
    case mode.inRow:
      textInTable(builder, from, end, isBlank ? flags | textFlag.blank : flags, isBlank);
      return end;
    case mode.inColumnGroup:
      return textInColumnGroup(builder, from, solid, end);
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
      insertBlanks(builder, from, end);
      return end;
  }
  textInBody(builder, from, end, isBlank ? flags | textFlag.blank : flags, isBlank);
  return end;
}

/** Framesets keep the white space of a text and nothing else. */
function insertBlanks(builder: Builder, start: number, end: number): void {
  for (let at = start; at < end; at++) {
    if (isSpace(builder.source.charCodeAt(at))) builder.insertText(at, at + 1, textFlag.blank);
  }
}

function textInColumnGroup(builder: Builder, from: number, solid: number, end: number): number {
  if (from < solid) builder.insertText(from, solid, textFlag.blank);
  if (solid === end) return end;
  return leaveColumnGroup(builder) ? solid : end;
}
