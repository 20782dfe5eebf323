import { z } from 'zod';
import { type JobStatus, type JobType, jobStatuses, jobTypes } from '../../domain/resources/job.ts';
import { missingResource } from '../../domain/resources/missing-resource.ts';
import type { Clock } from '../../domain/system/clock.ts';
import { jobKind } from '../../jobs/records/job-kind.ts';
import type { AgentText, AnswerView } from '../../operations/declaration/answer-view.ts';
import { offsetQuery } from '../../operations/declaration/list-operation.ts';
import { freeOutcome, type Operation } from '../../operations/declaration/operation.ts';
import { defineReadOperation } from '../../operations/declaration/read-operation.ts';
import { fromPage } from '../../operations/page-origin.ts';
import { passageSchema } from '../../operations/schemas/page-result.ts';
import { continuesText, countOf } from '../../operations/views/page-text.ts';
import { passagesText } from '../../operations/views/passages-text.ts';
import { oneLine, withoutControls } from '../../operations/views/terminal-text.ts';
import type { FoundPassages, PagePassages, PassageSearch } from './find-passages.ts';

/** Response of `GET /v1/jobs/{jid}/passages`. */
interface PassagesAnswer {
  jid: string;
  type: JobType;
  status: JobStatus;
  pages: PagePassages[];
  without: string[];
  searched: number;
  total: number;
  next_offset: number | null;
}

/** Dependencies of the operation. */
export interface PassagesPorts {
  /** Null if the account has no such job. */
  findPassages(search: PassageSearch, now: Date, signal: AbortSignal): Promise<FoundPassages | null>;
  clock: Clock;
}

/** Addresses without passages that an answer for a model names. */
const maxNamed = 20;

function pageRow({ url, title, passages }: PagePassages, at: number): string {
  const heading = [`# ${at + 1}. ${url}`, title ?? ''].filter(Boolean).join(' ');
  return `${heading}\n${passagesText(passages)}`;
}

function agentText({ pages, without, searched, total, next_offset: next }: PassagesAnswer): AgentText {
  const rest = without.length - maxNamed;
  const named = [...without.slice(0, maxNamed), ...(rest > 0 ? [`and ${rest} more`] : [])];
  return {
    essence: `${countOf(pages.length, 'page')} of ${searched} about these words (${total} delivered)`,
    untrusted: null,
    body: [...pages.map(pageRow), ...(named.length > 0 ? [`No passage in: ${named.join(' ')}`] : [])],
    itemNotes: pages.map(({ ref }, at) => continuesText(at, ref)),
    continuation: (_shown, isCut) => (next === null || isCut ? null : { tool: null, args: { offset: next } }),
  };
}

const passagesView: AnswerView<PassagesAnswer> = {
  agentText,
  cliText: ({ pages }) =>
    withoutControls(
      pages
        .map(({ url, title, passages }) => {
          const heading = title === null ? `# ${url}` : `# ${oneLine(title)}\n${url}`;
          return `${heading}\n\n${passagesText(passages)}`;
        })
        .join('\n\n'),
    ),
  cliNotes({ pages, searched, total, without }) {
    const rest = searched < total ? `; the job has ${total}` : '';
    return [
      `${countOf(pages.length, 'page')} of ${searched} searched about these words${rest}`,
      ...(pages.length === 0 && without.length > 0 ? ['no page mentions them; try other words'] : []),
    ];
  },
};

/** Finds passages about some words in the results of a job. Free. */
export function passagesOperation({ findPassages, clock }: PassagesPorts): Operation {
  return defineReadOperation({
    name: 'find_job_passages',
    title: 'Find passages in the results of a job',
    description:
      'Searches the delivered pages of a job for the words of `focus`: returns the pages with passages about them, in the order of delivery, and the addresses of those without. Long pages are searched to their end.',
    path: '/v1/jobs/{jid}/passages',
    agent: { tool: 'job', action: 'find' },
    input: {
      path: z.strictObject({ jid: z.string().min(1).max(100).describe('Identifier of the job.') }),
      query: z.strictObject({
        focus: z.string().min(1).max(1_000).describe('Words to search for.'),
        ...offsetQuery({ defaultLimit: 200, maxLimit: 1_000 }),
      }),
    },
    toCommand: ({ path, query }) => ({ jobId: path.jid, ...query }),
    output: z.object({
      jid: z.string().describe('Identifier of the job.'),
      type: z.enum(jobTypes).describe('Type of the job.'),
      status: z.enum(jobStatuses).describe('Status of the job.'),
      pages: z
        .array(
          z.object({
            url: fromPage(z.string()).describe('URL of the page.'),
            title: fromPage(z.string().nullable()).describe('Title of the page. null: it has none.'),
            ref: z.string().nullable().describe('Identifier of a long page, for GET /v1/read.'),
            passages: z.array(passageSchema).describe('Up to three, best first.'),
          }),
        )
        .describe('Pages with passages, in the order of delivery.'),
      without: z.array(fromPage(z.string())).describe('Addresses of the read pages without a passage.'),
      searched: z.int().describe('Number of searched pages, from `offset`.'),
      total: z.int().describe('Number of delivered pages.'),
      next_offset: z
        .int()
        .nullable()
        .describe('Value of `offset` for the next request. null: the end is reached.'),
    }) as unknown as z.ZodType<PassagesAnswer>,
    view: passagesView,
    example: { path: { jid: 'job_0123456789' }, query: { focus: 'opening hours' } },
    run: async (search, { principal: { accountId }, signal }) => {
      const found = await findPassages({ accountId, ...search }, clock.now(), signal);
      if (found === null) throw missingResource(jobKind);
      const { next, ...answer } = found;
      return freeOutcome({ jid: search.jobId, ...answer, next_offset: next });
    },
  });
}
