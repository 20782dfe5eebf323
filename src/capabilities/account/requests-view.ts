import type { HistoryDetail, HistoryEntry } from '../../account/requests/history.ts';
import type { AnswerView } from '../../operations/declaration/answer-view.ts';
import { countOf, receiptLine } from '../../operations/views/page-text.ts';

function requestLine({ rid, at, tool, origin, status, url, credits, ms }: HistoryEntry): string {
  return `${rid} ${at} ${tool} (${origin}): ${status}, ${countOf(credits, 'credit')}, ${ms} ms${url === null ? '' : `, ${url.slice(0, 300)}`}`;
}

/** Shows entries of the request history, one per line. */
export const requestsView: AnswerView<{ requests: HistoryEntry[]; next_before: number | null }> = {
  agentText: ({ requests, next_before: before }) => ({
    essence: [countOf(requests.length, 'request'), ...requests.map(requestLine)].join('\n'),
    untrusted: null,
    continuation: () => (before === null ? null : { tool: null, args: { before } }),
  }),
};

/** Shows one entry of the request history with its parameters and receipt. */
export const requestView: AnswerView<HistoryDetail> = {
  agentText(entry) {
    const { error, receipt, params } = entry;
    const lines = [requestLine(entry), `parameters: ${JSON.stringify(params)}`];
    if (error !== undefined) lines.push(`error ${error.code}`);
    if (receipt !== null) lines.push(receiptLine(receipt));
    return { essence: lines.join('\n'), untrusted: error?.message ?? null };
  },
};
