import { z } from 'zod';
import type { JobRequest } from '../../../capabilities/crawl/start-job.ts';
import type { JobDocument } from '../../../domain/resources/job.ts';
import { uuidOf } from '../../../domain/values/identifier.ts';
import type {
  CommandHandler,
  Operation,
  OperationContext,
  Outcome,
} from '../../../operations/declaration/operation.ts';
import { maskInput } from '../../../operations/declaration/secret-fields.ts';
import { defineCall } from '../define-call.ts';
import { createKeyWarnings, type IgnoredOptions } from '../ignored-options.ts';
import { jobPaths } from '../jobs/job-id.ts';
import { toHook, webhookPointer, webhookSchema } from '../jobs/webhook.ts';
import { createSuccess, createWarningField, jsonAnswerOf, type V2Reply, withReply } from '../reply.ts';
import {
  createOptionWarnings,
  createRequestPointers,
  loginSchema,
  paceShape,
  scrapeOptionsSchema,
  toJobExits,
  toPace,
  toPageOptions,
  urlSchema,
} from '../scrape/scrape-options.ts';

/** Maximum number of pages per job. */
const maxPages = 5_000;
const maxDepth = 100;
const expressions = z.array(z.string().min(1).max(1_000)).max(100).nullish();

const body = z.looseObject({
  url: urlSchema,
  limit: z.int().min(1).nullish(),
  includePaths: expressions,
  excludePaths: expressions,
  regexOnFullURL: z.boolean().nullish(),
  maxDiscoveryDepth: z.int().min(0).nullish(),
  sitemap: z.enum(['include', 'skip', 'only']).nullish(),
  ignoreQueryParameters: z.boolean().nullish(),
  crawlEntireDomain: z.boolean().nullish(),
  allowExternalLinks: z.boolean().nullish(),
  allowSubdomains: z.boolean().nullish(),
  ignoreRobotsTxt: z.boolean().nullish(),
  login: loginSchema,
  ...paceShape,
  webhook: webhookSchema,
  scrapeOptions: scrapeOptionsSchema.nullish(),
});

/** Crawl options that are accepted without effect; a text is the reason in the warning. */
export const ignoredCrawlOptions: IgnoredOptions = {
  origin: null,
  integration: null,
  deduplicateSimilarURLs: { unless: true, reason: 'Spellings of one URL are always read once.' },
  prompt: 'Crawls are not configured by a model here. Set the options directly.',
  robotsUserAgent: 'robots.txt rules are matched with the name of this server.',
  zeroDataRetention: 'Retention is set by WEBDATA_KEEP of this server.',
};

interface ParsedCrawl {
  job: JobRequest;
  warnings: string[];
}

function parseCrawl(requestBody: z.output<typeof body>): ParsedCrawl {
  const { scrapeOptions, webhook, ...options } = requestBody;
  const limit = Math.min(requestBody.limit ?? maxPages, maxPages);
  const warnings = createKeyWarnings(body, requestBody, ignoredCrawlOptions);
  warnings.push(...createOptionWarnings(scrapeOptions ?? {}, 'scrapeOptions.'));
  if ((requestBody.limit ?? 0) > maxPages) warnings.push(`limit was reduced to ${maxPages}.`);
  const { pages, ...exits } = toJobExits(toPageOptions(scrapeOptions ?? {}));
  const { robots: _robots, ...pageOptions } = pages;
  const { url: hookUrl, hook } = toHook(webhook);
  return {
    warnings,
    job: {
      type: 'crawl',
      params: maskInput(body, { ...options, limit, ...(scrapeOptions != null && { scrapeOptions }) }),
      ...(hook !== undefined && { hook }),
      pointers: createRequestPointers('/scrapeOptions', webhookPointer(webhook)),
      command: {
        url: requestBody.url,
        limit,
        maxDepth: Math.min(requestBody.maxDiscoveryDepth ?? maxDepth, maxDepth),
        includePaths: requestBody.includePaths ?? null,
        excludePaths: requestBody.excludePaths ?? null,
        formats: pageOptions.formats,
        country: pageOptions.country,
        strictCountry: pageOptions.strictCountry,
        includeSubdomains: requestBody.allowSubdomains ?? false,
        useSitemap: requestBody.sitemap !== 'skip',
        webhook: hookUrl,
        pace: toPace(requestBody),
        ...exits,
        pages: {
          ...pageOptions,
          login: requestBody.login ?? null,
          ...(requestBody.ignoreRobotsTxt === true && { robots: 'ignore' as const }),
        },
        follows: {
          ignoresQuery: requestBody.ignoreQueryParameters ?? false,
          anySite: requestBody.allowExternalLinks ?? false,
          belowStart: !(requestBody.crawlEntireDomain ?? false) && !(requestBody.allowSubdomains ?? false),
          wholeAddress: requestBody.regexOnFullURL ?? false,
          sitemapOnly: requestBody.sitemap === 'only',
        },
      },
    },
  };
}

/** Creates the response for a started job. */
export function createJobReply(
  job: JobDocument,
  path: string,
  baseUrl: string,
  extraFields: Record<string, unknown>,
): V2Reply {
  const id = uuidOf(job.jid);
  return createSuccess({ id, url: `${baseUrl}${path}/${id}`, ...extraFields });
}

/** Starts a job and stores the response of `/v2` for the idempotency key. */
export async function startJobWithReply(
  start: CommandHandler<JobRequest, JobDocument>,
  job: JobRequest,
  context: OperationContext,
  reply: (job: JobDocument) => V2Reply,
): Promise<Outcome<V2Reply>> {
  const outcome = await start(job, {
    ...context,
    commit: (transaction, created) => context.commit(transaction, reply(created as JobDocument)),
  });
  return withReply(outcome, reply(jsonAnswerOf(outcome)));
}

/** Starts a crawl. */
export function crawlCall(start: CommandHandler<JobRequest, JobDocument>): Operation {
  return defineCall({
    tool: 'crawl',
    title: 'Start a crawl',
    description: `Reads the pages of a site in the background, at most ${maxPages}. By default, only pages below the path of the start page are read. With \`login\`, the id of a saved login of this server, it reads a site behind a login.`,
    method: 'POST',
    path: jobPaths.crawl,
    scope: 'write',
    stores: true,
    body,
    toCommand: (input) => parseCrawl(input.body),
    run: ({ job, warnings }, context) =>
      startJobWithReply(start, job, context, (created) =>
        createJobReply(created, jobPaths.crawl, context.baseUrl, createWarningField(warnings)),
      ),
  });
}
