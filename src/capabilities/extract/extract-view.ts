import type { AgentText, AnswerView } from '../../operations/declaration/answer-view.ts';
import { jsonRows } from '../../operations/views/json-rows.ts';
import { commonLines, commonWords } from '../../operations/views/page-text.ts';
import type { ExtractResponse } from './extract-response.ts';

function agentText(value: ExtractResponse): AgentText {
  const { status, url, data, missing, unverified } = value;
  const notes = [
    ...(missing.length > 0 ? [`not found: ${missing.join(' ')}`] : []),
    ...(unverified.length > 0 ? [`not shown by the page: ${unverified.join(' ')}`] : []),
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
