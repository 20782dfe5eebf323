import type { AnswerView } from '../../operations/declaration/answer-view.ts';
import { originRows } from '../../operations/views/origin-rows.ts';
import { countOf, receiptLine, warningLines, webWarnings } from '../../operations/views/page-text.ts';
import type { RunDocument } from './read-runs.ts';
import { runSchema } from './workflow-schemas.ts';

/** Shows a run of a workflow: its state, and its fields as JSON, those with text from a page apart from the rest. */
export const runView: AnswerView<RunDocument> = {
  agentText({ run_id: id, status, credits, error, warnings, receipt, ...fields }) {
    const { own, page } = originRows(runSchema, fields);
    const lines = [`run ${id}: ${status}; ${countOf(credits, 'credit')} charged`];
    if (error !== null) lines.push(`error ${error.code}`);
    lines.push(...own, ...warningLines(warnings));
    if (receipt !== null) lines.push(receiptLine(receipt));
    const quoted = [...(error === null ? [] : [error.message]), ...webWarnings(warnings)];
    return { essence: lines.join('\n'), untrusted: quoted.join('\n') || null, body: page };
  },
};
