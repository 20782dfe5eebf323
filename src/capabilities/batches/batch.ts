import type { Network } from '../../domain/resources/exit.ts';
import type { JobDocument } from '../../domain/resources/job.ts';
import { itemPrices } from '../../domain/resources/rate-card.ts';
import { throwIfInvalid } from '../../domain/system/failure.ts';
import { type Estimate, estimatePages } from '../../operations/declaration/estimate.ts';
import {
  type CommandHandler,
  defineOperation,
  type Operation,
} from '../../operations/declaration/operation.ts';
import { maskInput } from '../../operations/declaration/secret-fields.ts';
import { jobSchema } from '../../operations/schemas/job.ts';
import { jobView } from '../../operations/views/job-view.ts';
import { type JobRequest, mostExpensiveRoute } from '../crawl/start-job.ts';
import { crawlPointers, type RequestPointers, validateJobRequest } from '../crawl/validate-job-request.ts';
import { type BatchBody, batchBody, listOf, toBatchCommand } from './batch-request.ts';
import { countEntries, listWarnings, maxLines, type ReadList, readList } from './read-list.ts';

const pointers: RequestPointers = {
  ...crawlPointers,
  includeSelectors: '/include_selectors',
  excludeSelectors: '/exclude_selectors',
  login: '/login',
};

const defaults: Readonly<Record<string, unknown>> = batchBody.parse({ urls: ['https://example.com/'] });

/** Returns the parameters of the job: the options that differ from their defaults, and figures of the list. */
function toParams(
  { file: _file, urls: _urls, ...options }: BatchBody,
  list: ReadList,
): Record<string, unknown> {
  const changed = Object.entries(options).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(defaults[name]),
  );
  const invalid = [...list.invalid.values()].reduce((sum, lines) => sum + lines.length, 0);
  return {
    ...maskInput(batchBody, Object.fromEntries(changed)),
    list: {
      lines: list.entries,
      urls: list.lines.length,
      duplicates: list.duplicates.length,
      invalid,
    },
  };
}

async function toRequest(body: BatchBody): Promise<JobRequest> {
  const list = await readList(listOf(body));
  const command = toBatchCommand(body, list.lines);
  return {
    type: command.pages?.json === undefined ? 'batch_scrape' : 'extract',
    command,
    lines: list.lines,
    params: toParams(body, list),
    warnings: listWarnings(list),
    pointers,
  };
}

function estimateOf(body: BatchBody, networks: readonly Network[]): Estimate {
  const count = countEntries(listOf(body));
  const command = toBatchCommand(body, [], count);
  throwIfInvalid(validateJobRequest(command, pointers));
  const pages = estimatePages(Array(count).fill(mostExpensiveRoute(command, networks)));
  if (command.pages?.json === undefined) return pages;
  const credits = count * itemPrices.ai_extraction;
  const note = 'for each page of which a model returned a value';
  const line = { item: 'ai_extraction', quantity: count, credits, note };
  return { min: 0, max: pages.max + credits, lines: [...pages.lines, line] };
}

/** Starts a job over a list of URLs. */
export function batchOperation(
  start: CommandHandler<JobRequest, JobDocument>,
  networks: readonly Network[],
): Operation {
  return defineOperation({
    name: 'batch',
    title: 'Read a list of URLs',
    description: `Reads the pages of a list of up to ${maxLines} URLs in the background, with \`schema\` or \`prompt\` also their values (\`json\` of each result), and returns the job immediately. The job survives restarts, and each page is delivered and charged once. \`warnings\` of the job name the lines that are left out: those without a URL, and those that repeat one. Each result has the \`line\` of its URL; \`GET /v1/jobs/{jid}/results?order=list\` and exports are in the order of the list.`,
    price:
      '1 credit per delivered page, reserved for 100 pages at a time; 5 more only if a model returned a value of the page',
    method: 'POST',
    path: '/v1/batches',
    scope: 'write',
    writesToDisk: true,
    annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
    agent: { tool: 'job', action: 'start', hidden: ['webhook'] },
    errors: ['insufficient_credits'],
    takesFile: true,
    input: { body: batchBody },
    toCommand: ({ body }) => body,
    output: jobSchema,
    view: jobView,
    startedJob: ({ jid }) => ({ jid }),
    estimate: (body) => estimateOf(body, networks),
    example: {
      body: {
        urls: ['https://example.com/', { url: 'https://example.com/prices', name: 'prices' }],
        formats: ['markdown'],
      },
    },
    run: async (body, context) => start(await toRequest(body), context),
  });
}
