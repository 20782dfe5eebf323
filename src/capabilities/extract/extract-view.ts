import type { Evidence, Json } from '../../domain/pages/extraction.ts';
import { isObject } from '../../domain/values/is-object.ts';
import { pointerToken, pointerTokens } from '../../domain/values/json-pointer.ts';
import type { AgentText, AnswerView } from '../../operations/declaration/answer-view.ts';
import { jsonRows } from '../../operations/views/json-rows.ts';
import { missingLines } from '../../operations/views/missing-lines.ts';
import { commonLines, commonWords } from '../../operations/views/page-text.ts';
import { oneLine } from '../../operations/views/terminal-text.ts';
import type { ExtractResponse } from './extract-response.ts';

/** Maximum length of a quote beside a value, in UTF-16 code units. */
const maxQuoteLength = 80;

function shortQuote(quote: string): string {
  return quote.length > maxQuoteLength ? `${quote.slice(0, maxQuoteLength).toWellFormed()}…` : quote;
}

/** Returns the words of the page behind a value, if they differ from it; empty otherwise. */
function quoteOf(value: Json, evidence: Evidence | undefined): string {
  if (evidence === undefined || isObject(value) || Array.isArray(value)) return '';
  const quote = oneLine(evidence.quote);
  if (quote === '' || quote === String(value)) return '';
  return ` (from "${shortQuote(quote)}"${evidence.weak === true ? ', weak evidence' : ''})`;
}

/** Writes the values as lines, each with the words of the page that it was read from where they differ. */
function valueRows({ data, evidence }: ExtractResponse): string[] {
  if (!isObject(data)) return jsonRows(data);
  return Object.entries(data).flatMap(([name, value]) => {
    const source = quoteOf(value as Json, evidence[`/${pointerToken(name)}`]);
    return jsonRows({ [name]: value }).map((row) => row + source);
  });
}

function noteLines({ missing, searched_by: searchedBy, unverified }: ExtractResponse): string[] {
  return [
    ...missingLines({ missing, searchedBy }),
    ...(unverified.length > 0 ? [`not contained in the page: ${unverified.join(' ')}`] : []),
  ];
}

/** Returns the single values of a value with their JSON Pointers, in order. */
function leavesOf(value: Json, pointer: string): [pointer: string, value: Json][] {
  const entries = isObject(value) || Array.isArray(value) ? Object.entries(value) : [];
  if (entries.length === 0) return [[pointer, value]];
  return entries.flatMap(([name, one]) => leavesOf(one as Json, `${pointer}/${pointerToken(name)}`));
}

/** Returns the name of a value on a terminal, such as `offers[0].price`. */
function pathText(pointer: string): string {
  return pointerTokens(pointer)
    .map((token, at) => (/^\d+$/.test(token) ? `[${token}]` : `${at === 0 ? '' : '.'}${token}`))
    .join('');
}

const maxNameWidth = 30;
const maxValueWidth = 50;

/** Writes each value on a line: its name, the value, and the words of the page behind it. */
function terminalText({ data, evidence }: ExtractResponse): string {
  if (data === null) return '';
  const rows = leavesOf(data as Json, '').map(([pointer, value]) => ({
    name: pathText(pointer),
    value: value === null ? '-' : oneLine(typeof value === 'object' ? JSON.stringify(value) : String(value)),
    quote: oneLine(evidence[pointer]?.quote ?? ''),
    isWeak: evidence[pointer]?.weak === true,
  }));
  const widthOf = (texts: readonly string[], max: number) =>
    Math.min(max, Math.max(...texts.map(({ length }) => length)));
  const nameWidth = widthOf(
    rows.map(({ name }) => name),
    maxNameWidth,
  );
  const valueWidth = widthOf(
    rows.map(({ value }) => value),
    maxValueWidth,
  );
  const lines = rows.map(({ name, value, quote, isWeak }) => {
    const source = quote === '' ? '' : `from "${shortQuote(quote)}"${isWeak ? ' (weak evidence)' : ''}`;
    return `${name.padEnd(nameWidth)}  ${value.padEnd(valueWidth)}  ${source}`.trimEnd();
  });
  return lines.join('\n');
}

/** Says what was not found, what it cost, and what the page said. */
function terminalNotes(value: ExtractResponse): string[] {
  return [
    ...(value.data === null ? [] : noteLines(value)),
    ...commonLines(value),
    ...(commonWords(value)?.split('\n') ?? []),
  ];
}

function agentText(value: ExtractResponse): AgentText {
  const { status, url, data } = value;
  const notes = noteLines(value);
  const lines = [`${status} ${url}`, ...(data === null ? [] : notes), ...commonLines(value)];
  return {
    essence: lines.join('\n'),
    untrusted: commonWords(value),
    ...(data !== null && { body: valueRows(value) }),
  };
}

/** Shows the values of a page. */
export const extractView: AnswerView<ExtractResponse> = {
  agentText,
  cliText: terminalText,
  cliNotes: terminalNotes,
  isOk: ({ status }) => status === 'ok',
};
