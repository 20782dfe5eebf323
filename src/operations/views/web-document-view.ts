import type { AgentText, AnswerView } from '../declaration/answer-view.ts';
import { jsonRows } from './json-rows.ts';
import { type AnswerFacts, commonLines, commonWords } from './page-text.ts';

/** An answer whose values come from the web. */
export interface WebDocument extends AnswerFacts {
  status?: string | undefined;
}

function webDocumentText(value: WebDocument): AgentText {
  return {
    essence: [value.status ?? 'done', ...commonLines(value)].join('\n'),
    untrusted: commonWords(value),
    body: jsonRows(value),
  };
}

/** Shows an answer as its status, warnings and receipt, and the whole of it as JSON from the web. */
export const webDocumentView: AnswerView<WebDocument> = { agentText: webDocumentText };

/** The same for the answer about a page, whose status is an outcome. */
export const webPageView: AnswerView<WebDocument> = {
  agentText: webDocumentText,
  isOk: ({ status }) => status === 'ok',
};
