import { z } from 'zod';
import { maskParams } from '../../account/mask-params.ts';
import type { JobOrder } from '../../capabilities/crawl/start-job.ts';
import { uuidOf } from '../../domain/identifier.ts';
import type { JobDocument } from '../../domain/job.ts';
import type { Operation, OperationContext, Outcome, Work } from '../../operations/operation.ts';
import { defineCall } from './define-call.ts';
import { jobPaths } from './job-id.ts';
import { answeredWith, answerOf, succeeded, type V2Reply, warningOf } from './reply.ts';
import { optionWarnings, scrapeOptionsSchema, toAddress, toPageWishes } from './scrape-options.ts';
import { type IgnoredOptions, keyWarnings } from './unknown-keys.ts';
import { toHook, webhookSchema } from './webhook.ts';

/** Pages that one job may bring. */
export const mostPages = 5_000;
const deepest = 100;
const expressions = z.array(z.string().min(1).max(1_000)).max(100).nullish();

const body = z.looseObject({
  url: z
    .string()
    .min(1)
    .max(8_192)
    .transform(toAddress)
    .refine((url) => URL.canParse(url) && /^https?:/i.test(url), 'must be an http or https address'),
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
  webhook: webhookSchema,
  scrapeOptions: scrapeOptionsSchema.nullish(),
});

/** Options of crawls that are taken and change nothing. */
export const ignoredCrawlOptions: IgnoredOptions = {
  origin: null,
  integration: null,
  deduplicateSimilarURLs: null,
  prompt: 'crawls are not set up by a model here; give the options themselves.',
  delay:
    'how often a site is asked is the setting WEBDATA_POLITENESS of this server and the site’s Crawl-delay.',
  maxConcurrency: 'how often a site is asked is the setting WEBDATA_POLITENESS of this server.',
  robotsUserAgent: 'robots rules are those for the name of this server.',
  zeroDataRetention: 'what is kept for how long is the setting WEBDATA_KEEP of this server.',
};

interface Order {
  job: JobOrder;
  warnings: string[];
}

function toOrder(asked: z.output<typeof body>): Order {
  const { scrapeOptions, webhook, ...options } = asked;
  const limit = Math.min(asked.limit ?? mostPages, mostPages);
  const warnings = keyWarnings(body, asked, ignoredCrawlOptions);
  warnings.push(...optionWarnings(scrapeOptions ?? {}, 'scrapeOptions.'));
  if ((asked.limit ?? 0) > mostPages) warnings.push(`limit was cut to ${mostPages}.`);
  const { robots: _robots, ...pages } = toPageWishes(scrapeOptions ?? {});
  const { url: hookUrl, hook } = toHook(webhook);
  return {
    warnings,
    job: {
      type: 'crawl',
      params: maskParams({ ...options, limit, ...(scrapeOptions != null && { scrapeOptions }) }),
      ...(hook !== undefined && { hook }),
      command: {
        url: asked.url,
        limit,
        maxDepth: Math.min(asked.maxDiscoveryDepth ?? deepest, deepest),
        includePaths: asked.includePaths ?? null,
        excludePaths: asked.excludePaths ?? null,
        formats: pages.formats,
        country: pages.country,
        strictCountry: pages.strictCountry,
        includeSubdomains: asked.allowSubdomains ?? false,
        useSitemap: asked.sitemap !== 'skip',
        webhook: hookUrl,
        pages: {
          ...pages,
          // A crawl keeps to our own network unless it is told to use another.
          network: pages.network === 'auto' ? 'service' : pages.network,
          ...(asked.ignoreRobotsTxt === true && { robots: 'ignore' as const }),
        },
        follows: {
          ignoresQuery: asked.ignoreQueryParameters ?? false,
          anySite: asked.allowExternalLinks ?? false,
          belowStart: !(asked.crawlEntireDomain ?? false) && !(asked.allowSubdomains ?? false),
          wholeAddress: asked.regexOnFullURL ?? false,
          sitemapOnly: asked.sitemap === 'only',
        },
      },
    },
  };
}

/** The answer to a job that was begun. */
export function begunReply(
  job: JobDocument,
  path: string,
  baseUrl: string,
  rest: Record<string, unknown>,
): V2Reply {
  const id = uuidOf(job.jid);
  return succeeded({ id, url: `${baseUrl}${path}/${id}`, ...rest });
}

/** Starts a job, so that the answer kept for an idempotency key is the one that is given. */
export async function startedWith(
  start: Work<JobOrder, JobDocument>,
  job: JobOrder,
  context: OperationContext,
  reply: (job: JobDocument) => V2Reply,
): Promise<Outcome<V2Reply>> {
  const outcome = await start(job, {
    ...context,
    commit: (transaction, created) => context.commit(transaction, reply(created as JobDocument)),
  });
  return answeredWith(outcome, reply(answerOf(outcome)));
}

/** Starting a crawl. */
export function crawlCall(start: Work<JobOrder, JobDocument>): Operation {
  return defineCall({
    tool: 'crawl',
    title: 'Start a crawl',
    description: `Reads the pages of a site in the background, at most ${mostPages}; by default those below the path of the start page.`,
    method: 'POST',
    path: jobPaths.crawl,
    scope: 'write',
    stores: true,
    body,
    toCommand: (input) => toOrder(input.body),
    run: ({ job, warnings }, context) =>
      startedWith(start, job, context, (created) =>
        begunReply(created, jobPaths.crawl, context.baseUrl, warningOf(warnings)),
      ),
  });
}
