import { z } from 'zod';
import type { NewUrl } from '../../jobs/records/create-job.ts';
import { exactlyOne, withFieldRules } from '../../operations/declaration/field-rules.ts';
import { fileField } from '../../operations/declaration/file-field.ts';
import { pageOptions, toPageCommand } from '../../operations/schemas/page-options.ts';
import { webhookUrlSchema } from '../../operations/schemas/webhook-url.ts';
import { crawlQuery } from '../crawl/crawl-options.ts';
import type { CrawlCommand } from '../crawl/crawl-request.ts';
import { extractionSchema } from '../extract/extract-request.ts';
import { maxLines, maxNameLength, maxUrlLength, type SentList } from './read-list.ts';

const {
  actions: _alias,
  method: _method,
  body: _body,
  allow_unsafe: _unsafe,
  network: _network,
  max_credits: _maxCredits,
  robots: _robots,
  ...scrapeOptions
} = pageOptions;
const { network, max_credits, max_concurrency, delay_ms, robots } = crawlQuery.shape;

const urlSchema = z.string().max(maxUrlLength);

/** Body of `POST /v1/batches`: a list, and the options of each page. */
export const batchBody = withFieldRules(
  z.strictObject({
    file: fileField
      .optional()
      .describe(
        `the list, at most 20 MB and ${maxLines} URLs: one URL a line, NDJSON with \`url\` and an optional \`name\`, or a JSON list of them. HTTP takes it as a body of another type than JSON, with the other fields in the query, or as the part \`file\` of a form; in JSON its bytes are base64`,
      ),
    urls: z
      .array(
        z.union([
          urlSchema,
          z.strictObject({
            url: urlSchema.describe('URL of the page'),
            name: z
              .string()
              .max(maxNameLength)
              .nullish()
              .describe('name of the line, which its result repeats'),
          }),
        ]),
      )
      .min(1)
      .max(maxLines)
      .optional()
      .describe('the list, instead of `file`; a body of JSON has at most 2 MiB'),
    filename: z.string().max(1_000).nullish().describe('name of the file, which `params` of the job repeats'),
    content_type: z.string().max(200).nullish().describe('media type of the file; the list itself decides'),
    schema: extractionSchema.nullish(),
    prompt: z
      .string()
      .min(1)
      .max(4_000)
      .nullish()
      .describe('values to extract from each page, in words, with or without a schema'),
    ...scrapeOptions,
    network,
    max_credits,
    robots,
    max_concurrency,
    delay_ms,
    webhook: webhookUrlSchema.optional(),
  }),
  [exactlyOne(['file', 'urls'], 'Set either file or urls.', 'urls')],
);

/** Validated body. */
export type BatchBody = z.output<typeof batchBody>;

/** Returns the list of a body. */
export function listOf({ file, urls = [] }: BatchBody): SentList {
  return file === undefined ? { urls } : { file };
}

/** Returns the options of the pages. */
function toPages(body: BatchBody): NonNullable<CrawlCommand['pages']> {
  const { schema = null, prompt = null, robots: rules } = body;
  const options = { ...body, robots: rules ?? 'respect', body: null, method: null, allow_unsafe: null };
  const { url: _url, robots: _default, ...pages } = toPageCommand('', options);
  return {
    ...pages,
    maxCredits: body.max_credits ?? null,
    ...(rules !== undefined && { robots: rules }),
    ...((schema ?? prompt) !== null && { json: { schema, prompt } }),
  };
}

/** Converts the validated body to the command of a job over `lines`; `count` is their number before they are read. */
export function toBatchCommand(
  body: BatchBody,
  lines: readonly NewUrl[],
  count = lines.length,
): CrawlCommand {
  const pages = toPages(body);
  return {
    url: lines[0]?.url ?? '',
    limit: count,
    maxDepth: 0,
    includePaths: null,
    excludePaths: null,
    formats: pages.formats,
    country: pages.country,
    strictCountry: pages.strictCountry,
    includeSubdomains: false,
    useSitemap: false,
    webhook: body.webhook ?? null,
    isOfV1: true,
    isList: true,
    network: body.network,
    maxCredits: body.max_credits ?? null,
    pages,
    pace: { maxConcurrency: body.max_concurrency ?? null, delayMs: body.delay_ms },
  };
}
