import type { Json } from '../../domain/pages/extraction.ts';
import type { AgentText, AnswerView } from '../../operations/declaration/answer-view.ts';
import { commonLines, commonWords, countOf } from '../../operations/views/page-text.ts';
import type { CollectResponse } from './collect-response.ts';

/** Fields with a lower confidence are named. */
const minConfidence = 0.6;

function cellText(value: Json | undefined): string {
  if (value === undefined || value === null) return '-';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim();
}

/** Names the fields whose values are missing or doubtful, in the words of the caller. */
function fieldNotes({ fields, unverified }: CollectResponse): string[] {
  const entries = Object.entries(fields);
  const missing = entries.filter(([, { path }]) => path === null).map(([name]) => name);
  const doubtful = entries.filter(([, { path, confidence }]) => path !== null && confidence < minConfidence);
  return [
    ...(missing.length > 0 ? [`not found: ${missing.join(', ')}`] : []),
    ...(doubtful.length > 0 ? [`uncertain: ${doubtful.map(([name]) => name).join(', ')}`] : []),
    ...(unverified.length > 0 ? [`${countOf(unverified.length, 'value')} not shown by the page`] : []),
  ];
}

/** Says how many records came from where, which fields are doubtful, and what it cost. */
function headLines(value: CollectResponse): string[] {
  const { status, url, records, complete, pages, rid } = value;
  const count = `${countOf(records.length, 'record')} from ${countOf(pages, 'page')}${complete ? '' : ', not complete'}`;
  return [
    `${status} ${url}: ${count}${rid === null ? '' : `, recipe ${rid}`}`,
    ...fieldNotes(value),
    ...commonLines(value),
  ];
}

function agentText(value: CollectResponse): AgentText {
  const { records, rid, fields, continue: token } = value;
  const names = Object.keys(fields);
  const head = [...headLines(value), ...(records.length > 0 ? [`columns: ${names.join(' | ')}`] : [])];
  return {
    essence: head.join('\n'),
    untrusted: commonWords(value),
    body: records.map((record) => names.map((name) => cellText(record[name])).join(' | ')),
    continuation(_shown, isCut) {
      if (isCut || token === undefined || rid === null) return null;
      return { tool: 'recipe', args: { action: 'run', rid, continue: token } };
    },
  };
}

/** Shows the records of a listing as a table. */
export const collectView: AnswerView<CollectResponse> = {
  agentText,
  cliRows: ({ records }) => records,
  cliNotes: (value) => [...headLines(value), ...(commonWords(value)?.split('\n') ?? [])],
  isOk: ({ status }) => status === 'ok',
};
