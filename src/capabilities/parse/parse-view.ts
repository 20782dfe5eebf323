import type { PageResult } from '../../domain/pages/page.ts';
import type { AgentText, AnswerView, SuggestedCall } from '../../operations/declaration/answer-view.ts';
import { jsonRows } from '../../operations/views/json-rows.ts';
import { missingLines } from '../../operations/views/missing-lines.ts';
import {
  pageContent,
  pageContinuation,
  pageEssence,
  pageIntroduction,
} from '../../operations/views/page-text.ts';
import { pageTerminalText } from '../../operations/views/page-view.ts';
import type { ParseResponse } from './parse-response.ts';

/** Returns the result as that of a page whose address is the name of the file. */
function toPage(parsed: ParseResponse): PageResult {
  const name = parsed.file.name ?? 'file';
  return { ...parsed, url: name, final_url: name };
}

/** Writes what is known of the extracted values beside their data. */
function valueLines({
  missing = [],
  searched_by: searchedBy = {},
  unverified = [],
}: ParseResponse): string[] {
  return [
    ...missingLines({ missing, searchedBy }),
    ...(unverified.length > 0 ? [`not contained in the file: ${unverified.join(' ')}`] : []),
  ];
}

/** Returns the call that reads on, also behind a part of the text. */
function continueAt(parsed: ParseResponse, shown: number, isCut: boolean): SuggestedCall | null {
  const { ref, offset, next_offset: next = null, section = null, passages } = parsed;
  if (offset === undefined || passages !== undefined) return pageContinuation(toPage(parsed), shown, isCut);
  const from = isCut ? offset + shown : next;
  if (ref === undefined || from === null) return null;
  return { tool: 'read', args: { ref, ...(section !== null && { section }), offset: from } };
}

function agentText(parsed: ParseResponse): AgentText {
  const page = toPage(parsed);
  const { data } = parsed;
  const essence = [pageEssence(page, true), ...(data === undefined ? [] : valueLines(parsed))].join('\n');
  // The values are the request; the text follows with `ref` or without a schema.
  if (data !== undefined && data !== null)
    return { essence, untrusted: pageIntroduction(page) || null, body: jsonRows(data) };
  return {
    essence,
    untrusted: pageIntroduction(page) || null,
    body: pageContent(page),
    continuation: (shown, isCut) => continueAt(parsed, shown, isCut),
  };
}

function cliText(parsed: ParseResponse): string {
  return parsed.data === undefined ? pageTerminalText(toPage(parsed)) : JSON.stringify(parsed.data, null, 2);
}

/** Shows a parsed file like a page, or the values that the request names. */
export const parseView: AnswerView<ParseResponse> = {
  agentText,
  cliText,
  pages: (parsed) => [toPage(parsed)],
  isOk: ({ status }) => status === 'ok',
};
