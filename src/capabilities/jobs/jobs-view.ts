import type { PageResult } from '../../domain/pages/page.ts';
import { isPageJob, type JobDocument, type JobStatus, type JobType } from '../../domain/resources/job.ts';
import type { Receipt } from '../../domain/resources/receipt.ts';
import type {
  AgentText,
  AnswerView,
  FollowedEvents,
  SuggestedCall,
} from '../../operations/declaration/answer-view.ts';
import { jobLine } from '../../operations/views/job-view.ts';
import { jsonRows } from '../../operations/views/json-rows.ts';
import { countOf, pagesText } from '../../operations/views/page-text.ts';
import { pagesTerminalText } from '../../operations/views/page-view.ts';

/** Results of a job: pages, or the one answer of an operation that ran in the background. */
export interface JobResults {
  jid: string;
  type: JobType;
  status: JobStatus;
  results: (PageResult | { receipt: Receipt })[];
  offset: number;
  total: number;
  next_offset: number | null;
}

/** Finds the view of the answers of jobs of this type; null if they have none. */
export type FindTaskView = (type: JobType) => AnswerView<unknown> | null;

/** Shows jobs, one per line. */
export const jobsView: AnswerView<{ jobs: JobDocument[]; next_offset: number | null }> = {
  agentText: ({ jobs, next_offset: next }) => ({
    essence: [countOf(jobs.length, 'job'), ...jobs.map(jobLine)].join('\n'),
    untrusted: null,
    continuation: () => (next === null ? null : { tool: null, args: { offset: next } }),
  }),
};

function pagesOf({ type, results }: JobResults): PageResult[] | null {
  return isPageJob(type) ? (results as PageResult[]) : null;
}

/** Shows the results of a job: pages as pages, the answer of an operation as that operation shows it. */
export function jobResultsView(findTaskView: FindTaskView): AnswerView<JobResults> {
  const taskView = ({ type, results }: JobResults) => {
    const view = results.length === 1 ? findTaskView(type) : null;
    return view === null ? null : { view, answer: results[0] as unknown };
  };

  function agentText(value: JobResults): AgentText {
    const { results, total, offset, next_offset: next } = value;
    const pages = pagesOf(value);
    const task = taskView(value);
    if (pages === null && task?.view.agentText !== undefined) return task.view.agentText(task.answer);
    const head = `${results.length} of ${total} ${pages === null ? 'results' : 'pages'} from offset ${offset}`;
    const continuation = (shown: number): SuggestedCall | null =>
      next === null && shown === results.length ? null : { tool: null, args: { offset: offset + shown } };
    return pages === null
      ? { essence: head, untrusted: null, body: jsonRows(results), continuation }
      : { ...pagesText(pages, [head], false), continuation };
  }

  return {
    agentText,
    cliText(value) {
      const pages = pagesOf(value);
      if (pages !== null) return pagesTerminalText(pages);
      const task = taskView(value);
      return task?.view.cliText?.(task.answer) ?? null;
    },
    pages(value) {
      const task = taskView(value);
      return pagesOf(value) ?? task?.view.pages?.(task.answer) ?? [];
    },
  };
}

/** Shows the events of a job: its state in the words of the service, and its pages as text from the web. */
export const followedView: AnswerView<FollowedEvents> = {
  agentText({ events, last_event_id: last, ended }) {
    const pages = events.filter(({ type }) => type === 'job.page');
    const end = events.findLast(({ type }) => type !== 'job.page' && type !== 'job.started');
    const endText = end === undefined ? '' : `; ${end.type} ${JSON.stringify(end.data)}`;
    const lines = pages.map(({ data }) => {
      const { status, url } = data as { status: string; url: string };
      return `${status} ${url}`;
    });
    return {
      essence: `${countOf(events.length, 'event')}, ${countOf(pages.length, 'page')} delivered${endText}\n${ended ? 'The job has ended.' : 'The job continues.'}`,
      untrusted: null,
      body: lines,
      continuation: () =>
        ended
          ? { tool: null, args: { action: 'results', last_event_id: undefined } }
          : { tool: null, args: { last_event_id: last ?? undefined } },
    };
  },
};
