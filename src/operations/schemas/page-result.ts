import { z } from 'zod';
import type { Json } from '../../domain/pages/extraction.ts';
import { quotesTheWeb } from '../../domain/pages/instructions-warning.ts';
import type { Warning } from '../../domain/pages/outcome.ts';
import type { PageMetadata, PageResult } from '../../domain/pages/page.ts';
import { fromPage } from '../page-origin.ts';
import { withSchemaName } from '../schema-names.ts';
import { pageErrorSchema, pageStatusSchema, receiptSchema } from './receipt.ts';

/** A statement about a usable result. */
export const warningSchema = withSchemaName(
  'Warning',
  fromPage(z.object({ code: z.string(), message: z.string() }), (value) => quotesTheWeb(value as Warning)),
);

/** A heading of a long page; offsets and lengths in Unicode code points. */
export const sectionSchema = withSchemaName(
  'Section',
  z.object({
    id: z.string(),
    title: fromPage(z.string()),
    level: z.int().describe('1 to 6; 0 for the text before the first heading'),
    offset: z.int(),
    length: z.int(),
  }),
);

/** A passage that answers `focus`. */
export const passageSchema = withSchemaName(
  'Passage',
  z.object({
    offset: z.int(),
    length: z.int(),
    score: z.number(),
    section: z.string().nullable(),
    heading: fromPage(z.string().nullable())
      .optional()
      .describe('Heading of the section; absent in results of earlier releases.'),
    text: fromPage(z.string()),
  }),
);

const oneOrMany = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

const structuredDataSchema = withSchemaName(
  'StructuredData',
  fromPage(
    z.object({
      json_ld: z.array(z.unknown()),
      microdata: z.array(z.unknown()),
      rdfa: z.array(z.unknown()),
      open_graph: oneOrMany,
      twitter: oneOrMany,
      embedded: z.record(z.string(), z.unknown()),
    }),
  ),
);

const networkCallSchema = withSchemaName(
  'NetworkCall',
  fromPage(
    z.object({
      url: z.string(),
      method: z.string(),
      status: z.int().nullable(),
      content_type: z.string().nullable(),
      bytes: z.int(),
      ms: z.number(),
      json: z.unknown().optional(),
    }),
  ),
);

const metadataSchema: z.ZodType<PageMetadata> = withSchemaName(
  'PageMetadata',
  fromPage(
    z
      .looseObject({
        title: z.string().optional(),
        description: z.string().optional(),
        language: z.string().optional().describe('canonical language tag (BCP 47)'),
        language_source: z
          .enum(['declared', 'detected'])
          .optional()
          .describe('declared: by the page or its response; detected: from the text'),
        canonical: z.string().optional(),
        author: z.string().optional(),
        site_name: z.string().optional(),
        published: z.string().optional(),
        modified: z.string().optional(),
        favicon: z.string().optional(),
        image: z.string().optional(),
        robots: z.string().optional(),
        content_type: z.string().optional(),
        charset: z.string().optional(),
      })
      .describe('metadata of the page; absent fields are not stated by the page'),
  ),
);

const stepResultsSchema = withSchemaName(
  'StepResults',
  fromPage(
    z
      .object({
        screenshots: z.array(z.string()),
        scrapes: z.array(z.object({ url: z.string(), html: z.string() })),
        javascript_returns: z.array(z.object({ type: z.string(), value: z.unknown() })),
        pdfs: z.array(z.string()),
      })
      .describe('output of the steps, if a job of /v2 had steps with output'),
  ),
);

/** Fields of a page result, also for responses that share them. */
export const pageResultFields = {
  status: pageStatusSchema,
  url: z.string().describe('as requested'),
  final_url: fromPage(z.string().nullable()).describe('after redirects'),
  status_code: z.int().nullable(),
  title: fromPage(z.string().nullable()),
  markdown: fromPage(z.string())
    .optional()
    .describe('at most `max_length` code points; `ref` gives access to the rest'),
  html: fromPage(z.string()).optional(),
  raw_html: fromPage(z.string()).optional(),
  text: fromPage(z.string()).optional(),
  links: fromPage(
    z.array(
      z.object({
        url: z.string(),
        text: z.string(),
        nofollow: z
          .literal(true)
          .optional()
          .describe('Present if every link of the page to this URL has `rel="nofollow"`.'),
      }),
    ),
  ).optional(),
  images: fromPage(z.array(z.object({ url: z.string(), alt: z.string() }))).optional(),
  metadata: metadataSchema,
  structured_data: structuredDataSchema.optional(),
  screenshot: z.string().optional().describe('URL of the screenshot: GET /v1/blob/{id}'),
  network: z.array(networkCallSchema).optional().describe("requests of the page's scripts"),
  // A custom check, because a transformed field would be required in the response schema.
  json: fromPage(z.custom<Json>(() => true))
    .optional()
    .describe('extracted values, if a batch or a job of /v2 requested them'),
  json_unverified: z
    .array(z.string())
    .optional()
    .describe('JSON Pointers into `json`: values that the page does not contain'),
  json_searched_by: z
    .record(z.string(), z.enum(['rules', 'model']))
    .optional()
    .describe(
      'what looked for each value of `json` that was not found, by JSON Pointer: only `rules`, so that the page may state it, or a `model` as well',
    ),
  attributes: z
    .array(z.object({ selector: z.string(), attribute: z.string(), values: fromPage(z.array(z.string())) }))
    .optional(),
  actions: stepResultsSchema.optional(),
  ref: z.string().optional().describe('present for long pages: identifier for GET /v1/read'),
  expires_at: z.string().optional().describe('time at which `ref` expires'),
  length: z.int().describe('code points of the complete Markdown; 0 if no format shows the content'),
  truncated: z.boolean(),
  passages: z.array(passageSchema).optional(),
  line: z
    .int()
    .optional()
    .describe('in jobs over a list: line of the list, or element of a JSON list, from 1'),
  name: z.string().optional().describe('name of the line, as the caller gave it'),
  warnings: z.array(warningSchema),
  error: pageErrorSchema.optional(),
  receipt: receiptSchema,
};

/** Page result of every interface. */
export const pageResultSchema: z.ZodType<PageResult> = withSchemaName(
  'PageResult',
  z.object(pageResultFields),
);
