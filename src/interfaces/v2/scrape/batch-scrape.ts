import { z } from 'zod';
import { maxLines } from '../../../capabilities/batches/read-list.ts';
import type { CrawlCommand } from '../../../capabilities/crawl/crawl-request.ts';
import type { JobRequest } from '../../../capabilities/crawl/start-job.ts';
import type { JobDocument } from '../../../domain/resources/job.ts';
import { throwIfInvalid, type ValidationError } from '../../../domain/system/failure.ts';
import type { CommandHandler, Operation } from '../../../operations/declaration/operation.ts';
import { maskInput } from '../../../operations/declaration/secret-fields.ts';
import { createJobReply, startJobWithReply } from '../crawl/crawl.ts';
import { defineCall } from '../define-call.ts';
import { createKeyWarnings, type IgnoredOptions } from '../ignored-options.ts';
import { jobPaths } from '../jobs/job-id.ts';
import { toHook, webhookPointer, webhookSchema } from '../jobs/webhook.ts';
import { createWarningField } from '../reply.ts';
import {
  createOptionWarnings,
  createRequestPointers,
  ignoredScrapeOptions,
  normalizeUrl,
  type PageOptions,
  paceShape,
  rejectedScrapeOptions,
  scrapeShape,
  toJobExits,
  toPace,
  toPageOptions,
} from './scrape-options.ts';

/** That of `POST /v1/batches`. */
const maxUrls = maxLines;

const body = z.looseObject({
  urls: z.array(z.string().max(8_192)).min(1).max(maxUrls),
  ignoreInvalidURLs: z.boolean().nullish(),
  webhook: webhookSchema,
  appendToId: z
    .unknown()
    .refine(
      (id) => id === null || id === undefined,
      'appendToId is not supported by this server. Start another batch.',
    )
    .optional(),
  ...paceShape,
  ...scrapeShape,
});

/** Batch options that are accepted without effect; a text is the reason in the warning. */
export const ignoredBatchOptions: IgnoredOptions = ignoredScrapeOptions;

/** Options that are rejected in a batch, including those of a scrape. */
export const rejectedBatchOptions = { ...rejectedScrapeOptions, appendToId: 'Start another batch.' } as const;

/** Returns the reason why the guard does not allow a URL, or null. */
export type UrlCheck = (url: string) => string | null;

/**
 * Separates allowed from rejected URLs. Throws Failure `invalid` with an error per rejected URL, if none may be
 * omitted or none is left.
 */
export function partitionUrls(
  requestedUrls: readonly string[],
  canOmit: boolean,
  checkUrl: UrlCheck,
): { urls: string[]; invalid: string[] } {
  const urls: string[] = [];
  const invalid: string[] = [];
  const errors: ValidationError[] = [];
  for (const [at, text] of requestedUrls.entries()) {
    const url = normalizeUrl(text);
    const detail = checkUrl(url);
    if (detail === null) urls.push(url);
    else {
      invalid.push(text);
      errors.push({ pointer: `/urls/${at}`, detail });
    }
  }
  if (!canOmit || urls.length === 0) throwIfInvalid(errors);
  return { urls, invalid };
}

/** Creates the command of a job over a list of URLs. */
export function createListCommand(
  urls: readonly string[],
  pageOptions: PageOptions,
  webhook: string | null,
): CrawlCommand {
  return {
    url: urls[0] ?? '',
    limit: urls.length,
    maxDepth: 0,
    includePaths: null,
    excludePaths: null,
    formats: pageOptions.formats,
    country: pageOptions.country,
    strictCountry: pageOptions.strictCountry,
    includeSubdomains: false,
    useSitemap: false,
    webhook,
    ...toJobExits(pageOptions),
    isList: true,
  };
}

const maxStoredUrls = 100;

/**
 * Returns the parameters for the request history with only the first URLs, because the list is stored with the
 * job. They are masked as `schema` says.
 */
export function createListParams(
  schema: z.ZodType,
  requestBody: Record<string, unknown>,
  urls: readonly string[],
): Record<string, unknown> {
  return { ...maskInput(schema, { ...requestBody, urls: urls.slice(0, maxStoredUrls) }), count: urls.length };
}

interface ParsedBatch {
  job: JobRequest;
  /** Rejected URLs as sent; null if none may be omitted. */
  invalid: string[] | null;
  warnings: string[];
}

function parseBatch(requestBody: z.output<typeof body>, checkUrl: UrlCheck): ParsedBatch {
  const { urls: requestedUrls, ignoreInvalidURLs, webhook, appendToId: _none, ...options } = requestBody;
  const canOmit = ignoreInvalidURLs ?? true;
  const { urls, invalid } = partitionUrls(requestedUrls, canOmit, checkUrl);
  const { url: hookUrl, hook } = toHook(webhook);
  const warnings = createKeyWarnings(body, requestBody, ignoredBatchOptions);
  return {
    invalid: canOmit ? invalid : null,
    warnings: [...warnings, ...createOptionWarnings({ parsers: options.parsers ?? null })],
    job: {
      type: 'batch_scrape',
      params: createListParams(body, options, urls),
      ...(hook !== undefined && { hook }),
      pointers: createRequestPointers('', webhookPointer(webhook)),
      command: { ...createListCommand(urls, toPageOptions(options), hookUrl), pace: toPace(requestBody) },
      urls,
    },
  };
}

/** Starts a batch scrape. */
export function batchScrapeCall(
  start: CommandHandler<JobRequest, JobDocument>,
  checkUrl: UrlCheck,
): Operation {
  return defineCall({
    tool: 'batch_scrape',
    title: 'Start a batch scrape',
    description: `Reads up to ${maxUrls} pages in the background. URLs that must not be contacted are omitted and listed in the response, unless \`ignoreInvalidURLs\` is false.`,
    method: 'POST',
    path: jobPaths.batch_scrape,
    scope: 'write',
    stores: true,
    body,
    toCommand: (input) => parseBatch(input.body, checkUrl),
    run: ({ job, invalid, warnings }, context) =>
      startJobWithReply(start, job, context, (created) =>
        createJobReply(created, jobPaths.batch_scrape, context.baseUrl, {
          ...(invalid !== null && { invalidURLs: invalid }),
          ...createWarningField(warnings),
        }),
      ),
  });
}
