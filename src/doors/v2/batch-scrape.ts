import { z } from 'zod';
import { maskParams } from '../../account/mask-params.ts';
import type { CrawlCommand } from '../../capabilities/crawl/crawl-request.ts';
import type { JobOrder } from '../../capabilities/crawl/start-job.ts';
import { Failure } from '../../domain/failure.ts';
import type { JobDocument } from '../../domain/job.ts';
import type { Operation, Work } from '../../operations/operation.ts';
import { begunReply, mostPages, startedWith } from './crawl.ts';
import { defineCall } from './define-call.ts';
import { jobPaths } from './job-id.ts';
import { warningOf } from './reply.ts';
import {
  ignoredScrapeOptions,
  optionWarnings,
  type PageWishes,
  refusedScrapeOptions,
  scrapeShape,
  toAddress,
  toPageWishes,
} from './scrape-options.ts';
import { type IgnoredOptions, keyWarnings } from './unknown-keys.ts';
import { toHook, webhookSchema } from './webhook.ts';

const body = z.looseObject({
  urls: z.array(z.string().max(8_192)).min(1).max(mostPages),
  ignoreInvalidURLs: z.boolean().nullish(),
  webhook: webhookSchema,
  appendToId: z
    .unknown()
    .refine(
      (id) => id === null || id === undefined,
      'appendToId is not supported by this server; start another batch',
    )
    .optional(),
  ...scrapeShape,
});

/** Options of batches that are taken and change nothing. */
export const ignoredBatchOptions: IgnoredOptions = {
  ...ignoredScrapeOptions,
  maxConcurrency: 'how often a site is asked is the setting WEBDATA_POLITENESS of this server.',
};

/** What is refused in a batch beside what is in a scrape. */
export const refusedBatchOptions = { ...refusedScrapeOptions, appendToId: 'start another batch' } as const;

function isWebAddress(text: string): boolean {
  const url = URL.parse(toAddress(text));
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '';
}

/** Tells addresses from what is none; throws Failure `invalid` with each fault where none may be left out, or none is left. */
export function sortedAddresses(
  texts: readonly string[],
  mayLeaveOut: boolean,
): { urls: string[]; invalid: string[] } {
  const invalid = texts.filter((text) => !isWebAddress(text));
  const urls = texts.filter(isWebAddress).map(toAddress);
  if (invalid.length > 0 && (!mayLeaveOut || urls.length === 0)) {
    const faults = texts.flatMap((text, at) =>
      isWebAddress(text) ? [] : [{ pointer: `/urls/${at}`, detail: 'must be an http or https address' }],
    );
    throw new Failure(
      'invalid',
      urls.length === 0 ? 'none of the urls is an address' : 'not every url is an address',
      { faults },
    );
  }
  return { urls, invalid };
}

/** The command of a job over a list of addresses. */
export function listCommand(
  urls: readonly string[],
  pages: PageWishes,
  webhook: string | null,
): CrawlCommand {
  return {
    url: urls[0] ?? '',
    limit: urls.length,
    maxDepth: 0,
    includePaths: null,
    excludePaths: null,
    formats: pages.formats,
    country: pages.country,
    strictCountry: pages.strictCountry,
    includeSubdomains: false,
    useSitemap: false,
    webhook,
    pages: { ...pages, network: pages.network === 'auto' ? 'service' : pages.network },
    isList: true,
  };
}

const shownUrls = 100;

/** What was asked with a list that is not kept twice over. */
export function listParams(asked: Record<string, unknown>, urls: readonly string[]): Record<string, unknown> {
  return maskParams({ ...asked, urls: urls.slice(0, shownUrls), count: urls.length });
}

interface Order {
  job: JobOrder;
  /** As sent; null where the caller wants none left out. */
  invalid: string[] | null;
  warnings: string[];
}

function toOrder(asked: z.output<typeof body>): Order {
  const { urls: texts, ignoreInvalidURLs, webhook, appendToId: _none, ...options } = asked;
  const mayLeaveOut = ignoreInvalidURLs ?? true;
  const { urls, invalid } = sortedAddresses(texts, mayLeaveOut);
  const { url: hookUrl, hook } = toHook(webhook);
  const warnings = keyWarnings(body, asked, ignoredBatchOptions);
  return {
    invalid: mayLeaveOut ? invalid : null,
    warnings: [...warnings, ...optionWarnings({ parsers: options.parsers ?? null })],
    job: {
      type: 'batch_scrape',
      params: listParams(options, urls),
      ...(hook !== undefined && { hook }),
      command: listCommand(urls, toPageWishes(options), hookUrl),
      urls,
    },
  };
}

/** Starting a batch scrape. */
export function batchScrapeCall(start: Work<JobOrder, JobDocument>): Operation {
  return defineCall({
    tool: 'batch_scrape',
    title: 'Start a batch scrape',
    description: `Reads up to ${mostPages} pages in the background; addresses that are none are left out and listed, unless told otherwise.`,
    method: 'POST',
    path: jobPaths.batch_scrape,
    scope: 'write',
    stores: true,
    body,
    toCommand: (input) => toOrder(input.body),
    run: ({ job, invalid, warnings }, context) =>
      startedWith(start, job, context, (created) =>
        begunReply(created, jobPaths.batch_scrape, context.baseUrl, {
          ...(invalid !== null && { invalidURLs: invalid }),
          ...warningOf(warnings),
        }),
      ),
  });
}
