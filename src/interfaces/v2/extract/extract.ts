import { z } from 'zod';
import type { JobRequest } from '../../../capabilities/crawl/start-job.ts';
import { extractionSchema } from '../../../capabilities/extract/extract-request.ts';
import type { PageResult } from '../../../domain/pages/page.ts';
import type { JobDocument } from '../../../domain/resources/job.ts';
import { Failure } from '../../../domain/system/failure.ts';
import { uuidOf } from '../../../domain/values/identifier.ts';
import { atLeastOneFilled, withFieldRules } from '../../../operations/declaration/field-rules.ts';
import type { CommandHandler, Operation } from '../../../operations/declaration/operation.ts';
import { startJobWithReply } from '../crawl/crawl.ts';
import { defineCall, idPath } from '../define-call.ts';
import { createKeyWarnings, type IgnoredOptions } from '../ignored-options.ts';
import type { JobCallPorts } from '../jobs/job-calls.ts';
import { jobPaths, requireJob } from '../jobs/job-id.ts';
import { createJobState } from '../jobs/job-state.ts';
import { toHook, webhookPointer, webhookSchema } from '../jobs/webhook.ts';
import { createFreeReply, createSuccess, createWarningField } from '../reply.ts';
import { createListCommand, createListParams, partitionUrls, type UrlCheck } from '../scrape/batch-scrape.ts';
import {
  createOptionWarnings,
  createRequestPointers,
  scrapeOptionsSchema,
  scrapeShape,
  toPageOptions,
} from '../scrape/scrape-options.ts';
import { mergeValues, nameList } from './merge-values.ts';

const maxUrls = 100;
const rejectIfTrue = (message: string) =>
  z
    .boolean()
    .nullish()
    .refine((value) => value !== true, message);

const fields = z
  .looseObject({
    urls: z.array(z.string().max(8_192)).max(maxUrls).nullish(),
    prompt: z.string().max(10_000).nullish(),
    schema: extractionSchema.nullish(),
    systemPrompt: z.string().max(10_000).nullish(),
    ignoreInvalidURLs: z.boolean().nullish(),
    showSources: z.boolean().nullish(),
    timeout: scrapeShape.timeout,
    enableWebSearch: rejectIfTrue(
      'enableWebSearch is not supported by this server. Search first and pass the URLs in urls.',
    ),
    agent: z
      .unknown()
      .refine((agent) => agent === null || agent === undefined, 'agent is not supported by this server')
      .optional(),
    scrapeOptions: scrapeOptionsSchema.nullish(),
    webhook: webhookSchema,
  })
  .superRefine((requestBody, context) => {
    const addIssue = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (requestBody.urls?.some((url) => url.trim().endsWith('/*'))) {
      addIssue(
        'urls',
        'URLs that end in /* are not supported by this server. Crawl with the format json, or map the site first.',
      );
    }
  });

const body = withFieldRules(fields, [
  atLeastOneFilled(
    ['urls'],
    'urls is required, because this server does not extract from a prompt alone',
    'urls',
  ),
  atLeastOneFilled(['prompt', 'schema'], 'prompt or schema is required', 'prompt'),
]);

/** Extraction options that are accepted without effect; a text is the reason in the warning. */
export const ignoredExtractOptions: IgnoredOptions = {
  origin: null,
  integration: null,
  limit: 'Every page in urls is read.',
  includeSubdomains: 'Only the pages in urls are read.',
  ignoreSitemap: 'Only the pages in urls are read.',
  urlTrace: 'The trace is always empty.',
  allowExternalLinks: 'Only the pages in urls are read.',
  systemPrompt: 'systemPrompt was added before the prompt.',
};

interface ParsedExtraction {
  job: JobRequest;
  invalid: string[];
  warnings: string[];
}

function parseExtraction(requestBody: z.output<typeof body>, addressError: UrlCheck): ParsedExtraction {
  const { urls: requestedUrls, webhook, scrapeOptions, ...options } = requestBody;
  const { urls, invalid } = partitionUrls(
    requestedUrls ?? [],
    requestBody.ignoreInvalidURLs ?? true,
    addressError,
  );
  const { url: hookUrl, hook } = toHook(webhook);
  const prompt = [requestBody.systemPrompt, requestBody.prompt].filter(Boolean).join('\n') || null;
  const pageOptions = toPageOptions({ timeout: requestBody.timeout, ...scrapeOptions, formats: [] });
  const warnings = createKeyWarnings(body, requestBody, ignoredExtractOptions);
  return {
    invalid,
    warnings: [...warnings, ...createOptionWarnings(scrapeOptions ?? {}, 'scrapeOptions.')],
    job: {
      type: 'extract',
      params: createListParams(body, options, urls),
      ...(hook !== undefined && { hook }),
      pointers: createRequestPointers('/scrapeOptions', webhookPointer(webhook)),
      command: createListCommand(
        urls,
        { ...pageOptions, json: { schema: requestBody.schema ?? null, prompt } },
        hookUrl,
      ),
      urls,
    },
  };
}

function startCall(start: CommandHandler<JobRequest, JobDocument>, addressError: UrlCheck): Operation {
  return defineCall({
    tool: 'extract',
    title: 'Start an extraction',
    description: `Extracts typed values from up to ${maxUrls} pages by a schema, a prompt or both. Every value is checked against its page.`,
    method: 'POST',
    path: jobPaths.extract,
    scope: 'write',
    stores: true,
    body,
    toCommand: (input) => parseExtraction(input.body, addressError),
    run: ({ job, invalid, warnings }, context) =>
      startJobWithReply(start, job, context, (created) =>
        createSuccess({
          id: uuidOf(created.jid),
          urlTrace: [],
          invalidURLs: invalid,
          ...createWarningField(warnings),
        }),
      ),
  });
}

/** Values of one page. */
interface PageValues extends ReturnType<typeof nameList> {
  url: string;
}

function toPageValues(pages: readonly PageResult[], hasSchema: boolean): PageValues[] {
  return pages.flatMap(({ url, json, json_unverified: pointers = [] }) =>
    json === undefined || json === null ? [] : { url, ...nameList(json, pointers, hasSchema) },
  );
}

/** Returns the pointers of values that the pages do not show, with the URL if there are several pages. */
function listUnverified(pages: readonly PageValues[]): string[] {
  return pages.flatMap(({ url, pointers }) =>
    pages.length === 1 ? pointers : pointers.map((pointer) => `${url} ${pointer}`),
  );
}

/** Returns the URLs of the pages for each top-level value. */
function listSources(pages: readonly PageValues[]): Record<string, string[]> {
  const sources: Record<string, string[]> = {};
  for (const { url, values } of pages) {
    for (const [name, value] of Object.entries(values))
      if (value !== null) sources[name] = [...(sources[name] ?? []), url];
  }
  return sources;
}

/** Sorts pages by the order of the requested URLs, so that merged results are deterministic. */
function sortByRequest(pages: readonly PageResult[], urls: unknown): PageResult[] {
  const positionByUrl = new Map(Array.isArray(urls) ? urls.map((url, at) => [String(url), at]) : []);
  const positionOf = ({ url }: PageResult) => positionByUrl.get(url) ?? maxUrls;
  return pages.toSorted((one, other) => positionOf(one) - positionOf(other));
}

function createResultReply(job: JobDocument, pages: PageResult[], retentionMs: number) {
  const state = createJobState(job, retentionMs);
  const sorted = sortByRequest(pages, job.params.urls);
  const pagesWithValues = toPageValues(sorted, job.params.schema != null);
  const hasEnded = state.status !== 'scraping';
  const hasNoValues = state.status === 'completed' && pagesWithValues.length === 0;
  const status = hasNoValues ? 'failed' : hasEnded ? state.status : 'processing';
  const reason = pages.find(({ error }) => error !== undefined)?.error?.message;
  const warnings = [...new Set(sorted.flatMap((page) => page.warnings.map(({ message }) => message)))];
  return createSuccess({
    status,
    data: hasEnded ? mergeValues(pagesWithValues.map(({ values }) => values)) : [],
    expiresAt: state.expiresAt,
    creditsUsed: job.credits.charged,
    ...(hasNoValues && { error: reason ?? 'no page contained the requested values' }),
    ...(job.error !== null && { error: job.error.message }),
    ...(hasEnded && job.params.showSources === true && { sources: listSources(pagesWithValues) }),
    ...(hasEnded && { unverified: listUnverified(pagesWithValues) }),
    ...(warnings.length > 0 && { warnings, warning: warnings.join(' ') }),
  });
}

function statusCall(ports: JobCallPorts): Operation {
  return defineCall({
    tool: 'get_job',
    title: 'Get the status of an extraction',
    description:
      'Returns the status of an extraction and, after its end, the values. A list is returned in `items`, also if only a prompt asks for it.',
    method: 'GET',
    path: `${jobPaths.extract}/{id}`,
    scope: 'read',
    pathParameters: idPath,
    toCommand: ({ path }) => path.id ?? '',
    run: async (id, { principal: { accountId } }) => {
      const job = await requireJob(ports.findJob, accountId, id, 'extract');
      const read = await ports.readPages(accountId, job.jid, { offset: 0, limit: maxUrls });
      if (read === null) throw new Failure('not_found', 'There is no extract with this id.');
      return createFreeReply(createResultReply(job, read.pages, ports.keepMs));
    },
  });
}

/** Extracts values from pages in the background. */
export function extractCalls(
  start: CommandHandler<JobRequest, JobDocument>,
  addressError: UrlCheck,
  ports: JobCallPorts,
): Operation[] {
  return [startCall(start, addressError), statusCall(ports)];
}
