import type { AnswerView } from '../../operations/declaration/answer-view.ts';
import { jsonRows } from '../../operations/views/json-rows.ts';
import { countOf, receiptLine } from '../../operations/views/page-text.ts';
import type { RunDocument } from './read-runs.ts';

/** Shows a run of a workflow: its state, and the whole document as JSON from the web. */
export const runView: AnswerView<RunDocument> = {
  agentText(run) {
    const { run_id: id, status, credits, error, receipt } = run;
    const lines = [`run ${id}: ${status}; ${countOf(credits, 'credit')} charged`];
    if (error !== null) lines.push(`error ${error.code}`);
    if (receipt !== null) lines.push(receiptLine(receipt));
    return { essence: lines.join('\n'), untrusted: null, body: jsonRows(run) };
  },
};
