import { z } from 'zod';
import type { JobOrder } from '../../capabilities/crawl/start-job.ts';
import { schemaSchema } from '../../capabilities/extract/extract-request.ts';
import { Failure } from '../../domain/failure.ts';
import { uuidOf } from '../../domain/identifier.ts';
import type { JobDocument } from '../../domain/job.ts';
import type { PageResult } from '../../domain/page.ts';
import type { Operation, Work } from '../../operations/operation.ts';
import { listCommand, listParams, sortedAddresses } from './batch-scrape.ts';
import { startedWith } from './crawl.ts';
import { defineCall, idPath } from './define-call.ts';
import type { JobCallPorts } from './job-calls.ts';
import { jobPaths, requireJob } from './job-id.ts';
import { jobState } from './job-state.ts';
import { mergeValues } from './merge-values.ts';
import { freeReply, succeeded, warningOf } from './reply.ts';
import { optionWarnings, scrapeOptionsSchema, toPageWishes } from './scrape-options.ts';
import { type IgnoredOptions, keyWarnings } from './unknown-keys.ts';
import { toHook, webhookSchema } from './webhook.ts';

const mostUrls = 100;
const refusedIfTrue = (message: string) =>
  z
    .boolean()
    .nullish()
    .refine((value) => value !== true, message);

const body = z
  .looseObject({
    urls: z.array(z.string().max(8_192)).max(mostUrls).nullish(),
    prompt: z.string().max(10_000).nullish(),
    schema: schemaSchema.nullish(),
    systemPrompt: z.string().max(10_000).nullish(),
    ignoreInvalidURLs: z.boolean().nullish(),
    showSources: z.boolean().nullish(),
    enableWebSearch: refusedIfTrue(
      'enableWebSearch is not supported by this server; search first and give urls',
    ),
    agent: z
      .unknown()
      .refine((agent) => agent === null || agent === undefined, 'agent is not supported by this server')
      .optional(),
    scrapeOptions: scrapeOptionsSchema.nullish(),
    webhook: webhookSchema,
  })
  .superRefine((asked, context) => {
    const issue = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (!asked.urls?.length)
      issue('urls', 'give urls: extraction from the prompt alone is not supported by this server');
    if (asked.urls?.some((url) => url.trim().endsWith('/*'))) {
      issue(
        'urls',
        'addresses that end in /* are not supported by this server; crawl with the format json, or map first',
      );
    }
    if (!asked.prompt && !asked.schema) issue('prompt', 'give a prompt or a schema');
  });

/** Options of extractions that are taken and change nothing. */
export const ignoredExtractOptions: IgnoredOptions = {
  origin: null,
  integration: null,
  limit: null,
  timeout: null,
  includeSubdomains: null,
  ignoreSitemap: null,
  urlTrace: null,
  allowExternalLinks: 'the pages of urls are read, and no others.',
  systemPrompt: 'it was put before the prompt.',
};

interface Order {
  job: JobOrder;
  invalid: string[];
  warnings: string[];
}

function toOrder(asked: z.output<typeof body>): Order {
  const { urls: texts, webhook, scrapeOptions, ...options } = asked;
  const { urls, invalid } = sortedAddresses(texts ?? [], asked.ignoreInvalidURLs ?? true);
  const { url: hookUrl, hook } = toHook(webhook);
  const prompt = [asked.systemPrompt, asked.prompt].filter(Boolean).join('\n') || null;
  const pages = toPageWishes({ ...scrapeOptions, formats: [] });
  const warnings = keyWarnings(body, asked, ignoredExtractOptions);
  return {
    invalid,
    warnings: [...warnings, ...optionWarnings(scrapeOptions ?? {}, 'scrapeOptions.')],
    job: {
      type: 'extract',
      params: listParams(options, urls),
      ...(hook !== undefined && { hook }),
      command: listCommand(urls, { ...pages, json: { schema: asked.schema ?? null, prompt } }, hookUrl),
      urls,
    },
  };
}

function startCall(start: Work<JobOrder, JobDocument>): Operation {
  return defineCall({
    tool: 'extract',
    title: 'Start an extraction',
    description: `Finds typed values on up to ${mostUrls} pages by a schema, a prompt or both; every value is checked against its page.`,
    method: 'POST',
    path: jobPaths.extract,
    scope: 'write',
    stores: true,
    body,
    toCommand: (input) => toOrder(input.body),
    run: ({ job, invalid, warnings }, context) =>
      startedWith(start, job, context, (created) =>
        succeeded({ id: uuidOf(created.jid), urlTrace: [], invalidURLs: invalid, ...warningOf(warnings) }),
      ),
  });
}

/** The values that the pages do not show, by page where there are several. */
function unverifiedOf(pages: readonly PageResult[]): string[] {
  return pages.flatMap(({ url, json_unverified: pointers = [] }) =>
    pages.length === 1 ? pointers : pointers.map((pointer) => `${url} ${pointer}`),
  );
}

/** Of each value at the top, the pages that it was found on. */
function sourcesOf(pages: readonly PageResult[]): Record<string, string[]> {
  const sources: Record<string, string[]> = {};
  for (const { url, json } of pages) {
    const names =
      typeof json === 'object' && json !== null && !Array.isArray(json) ? Object.entries(json) : [];
    for (const [name, value] of names) if (value !== null) sources[name] = [...(sources[name] ?? []), url];
  }
  return sources;
}

/** Results come as pages end; what is merged goes by the order of the addresses asked, so that it is always the same. */
function inOrder(pages: readonly PageResult[], urls: unknown): PageResult[] {
  const places = new Map(Array.isArray(urls) ? urls.map((url, at) => [String(url), at]) : []);
  const placeOf = ({ url }: PageResult) => places.get(url) ?? mostUrls;
  return pages.toSorted((one, other) => placeOf(one) - placeOf(other));
}

function resultReply(job: JobDocument, pages: PageResult[], keepMs: number) {
  const state = jobState(job, keepMs);
  const found = inOrder(pages, job.params.urls).filter(({ json }) => json !== undefined && json !== null);
  const hasEnded = state.status !== 'scraping';
  const isLost = state.status === 'completed' && found.length === 0;
  const status = isLost ? 'failed' : hasEnded ? state.status : 'processing';
  const reason = pages.find(({ error }) => error !== undefined)?.error?.message;
  const warnings = [...new Set(found.flatMap((page) => page.warnings.map(({ message }) => message)))];
  return succeeded({
    status,
    data: hasEnded ? mergeValues(found.map(({ json }) => json ?? null)) : [],
    expiresAt: state.expiresAt,
    creditsUsed: job.credits.charged,
    ...(isLost && { error: reason ?? 'no page held what was asked for' }),
    ...(job.error !== null && { error: job.error.message }),
    ...(hasEnded && job.params.showSources === true && { sources: sourcesOf(found) }),
    ...(hasEnded && { unverified: unverifiedOf(found) }),
    ...(warnings.length > 0 && { warnings, warning: warnings.join(' ') }),
  });
}

function statusCall(ports: JobCallPorts): Operation {
  return defineCall({
    tool: 'get_job',
    title: 'Status of an extraction',
    description:
      'Where an extraction stands and, when it has ended, what was found; a list comes under `items`.',
    method: 'GET',
    path: `${jobPaths.extract}/{id}`,
    scope: 'read',
    pathParameters: idPath,
    toCommand: ({ path }) => path.id ?? '',
    run: async (id, { principal: { accountId } }) => {
      const job = await requireJob(ports.findJob, accountId, id, 'extract');
      const read = await ports.readPages(accountId, job.jid, { offset: 0, limit: mostUrls });
      if (read === null) throw new Failure('not_found', 'there is no extract with this id');
      return freeReply(resultReply(job, read.pages, ports.keepMs));
    },
  });
}

/** Extraction from pages, in the background. */
export function extractCalls(start: Work<JobOrder, JobDocument>, ports: JobCallPorts): Operation[] {
  return [startCall(start), statusCall(ports)];
}
