import type { AgentText, AnswerView } from '../../operations/declaration/answer-view.ts';
import { jsonRows } from '../../operations/views/json-rows.ts';
import { missingLines } from '../../operations/views/missing-lines.ts';
import { commonLines, commonWords } from '../../operations/views/page-text.ts';
import type { ExtractResponse } from './extract-response.ts';

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
    ...(data !== null && { body: jsonRows(data) }),
  };
}

/** Shows the values of a page. */
export const extractView: AnswerView<ExtractResponse> = { agentText, isOk: ({ status }) => status === 'ok' };
