import type { z } from 'zod';
import type { AgentText, AnswerView } from '../declaration/answer-view.ts';
import { originRows } from './origin-rows.ts';
import { type AnswerFacts, commonLines, commonWords } from './page-text.ts';

/** An answer whose values come from the web. */
export interface WebDocument extends AnswerFacts {
  status?: string | undefined;
}

/** Writes status, warnings and receipt, and the other fields as rows: those with text from a page apart from the rest. */
function webDocumentText(schema: z.ZodType, value: WebDocument): AgentText {
  const { status, error: _error, warnings: _warnings, receipt: _receipt, ...fields } = value;
  const { own, page } = originRows(schema, fields);
  return {
    essence: [status ?? 'done', ...own, ...commonLines(value)].join('\n'),
    untrusted: commonWords(value),
    body: page,
  };
}

/** Returns a view that shows an answer of this schema as its status, warnings and receipt, and its fields as JSON. */
export function webDocumentView(schema: z.ZodType): AnswerView<WebDocument> {
  return { agentText: (value) => webDocumentText(schema, value) };
}

/** The same for the answer about a page, whose status is an outcome. */
export function webPageView(schema: z.ZodType): AnswerView<WebDocument> {
  return { ...webDocumentView(schema), isOk: ({ status }) => status === 'ok' };
}
