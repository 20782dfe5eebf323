import type { Evidence, Json } from '../../domain/pages/extraction.ts';
import { isObject } from '../../domain/values/is-object.ts';
import { pointerToken } from '../../domain/values/json-pointer.ts';
import type { AgentText, AnswerView } from '../../operations/declaration/answer-view.ts';
import { jsonRows } from '../../operations/views/json-rows.ts';
import { missingLines } from '../../operations/views/missing-lines.ts';
import { commonLines, commonWords } from '../../operations/views/page-text.ts';
import { oneLine } from '../../operations/views/terminal-text.ts';
import type { ExtractResponse } from './extract-response.ts';

/** Maximum length of a quote beside a value, in UTF-16 code units. */
const maxQuoteLength = 80;

/** Returns the words of the page behind a value, if they differ from it; empty otherwise. */
function quoteOf(value: Json, evidence: Evidence | undefined): string {
  if (evidence === undefined || isObject(value) || Array.isArray(value)) return '';
  const quote = oneLine(evidence.quote);
  if (quote === '' || quote === String(value)) return '';
  const shown = quote.length > maxQuoteLength ? `${quote.slice(0, maxQuoteLength).toWellFormed()}…` : quote;
  return ` (from "${shown}"${evidence.weak === true ? ', weak evidence' : ''})`;
}

/** Writes the values as lines, each with the words of the page that it was read from where they differ. */
function valueRows({ data, evidence }: ExtractResponse): string[] {
  if (!isObject(data)) return jsonRows(data);
  return Object.entries(data).flatMap(([name, value]) => {
    const source = quoteOf(value as Json, evidence[`/${pointerToken(name)}`]);
    return jsonRows({ [name]: value }).map((row) => row + source);
  });
}

function agentText(value: ExtractResponse): AgentText {
  const { status, url, data, missing, searched_by: searchedBy, unverified } = value;
  const notes = [
    ...missingLines({ missing, searchedBy }),
    ...(unverified.length > 0 ? [`not contained in the page: ${unverified.join(' ')}`] : []),
  ];
  const lines = [`${status} ${url}`, ...(data === null ? [] : notes), ...commonLines(value)];
  return {
    essence: lines.join('\n'),
    untrusted: commonWords(value),
    ...(data !== null && { body: valueRows(value) }),
  };
}

/** Shows the values of a page. */
export const extractView: AnswerView<ExtractResponse> = { agentText, isOk: ({ status }) => status === 'ok' };
