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
  fromPage(
    z.object({
      code: z.string().describe('Code of the warning, for programs.'),
      message: z.string().describe('Explanation of the warning, for people.'),
    }),
    (value) => quotesTheWeb(value as Warning),
  ),
);

/** Warnings of a response. */
export const warningsSchema = z
  .array(warningSchema)
  .describe(
    'Statements about the result, such as an option without effect; empty if there is nothing to state.',
  );

/** A heading of a long page; offsets and lengths in Unicode code points. */
export const sectionSchema = withSchemaName(
  'Section',
  z.object({
    id: z.string().describe('Identifier of the section, for `section` of GET /v1/read.'),
    title: fromPage(z.string()).describe('Text of the heading.'),
    level: z.int().describe('1 to 6; 0 for the text before the first heading'),
    offset: z.int().describe('Start of the section in the complete Markdown, in code points.'),
    length: z.int().describe('Length of the section in code points.'),
  }),
);

/** A passage that answers `focus`. */
export const passageSchema = withSchemaName(
  'Passage',
  z.object({
    offset: z.int().describe('Start of the passage in the complete Markdown, in code points.'),
    length: z.int().describe('Length of the passage in code points.'),
    score: z
      .number()
      .describe('Relevance to the words of `focus`; higher is better. Comparable only within one result.'),
    section: z
      .string()
      .nullable()
      .describe('Identifier of the section that contains the passage. null: it is before the first heading.'),
    heading: fromPage(z.string().nullable())
      .optional()
      .describe('Heading of the section; absent in results of earlier releases.'),
    text: fromPage(z.string()).describe('Text of the passage as Markdown.'),
  }),
);

const oneOrMany = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

const structuredDataSchema = withSchemaName(
  'StructuredData',
  fromPage(
    z.object({
      json_ld: z.array(z.unknown()).describe('JSON-LD objects of the page.'),
      microdata: z.array(z.unknown()).describe('Microdata items of the page (HTML standard).'),
      rdfa: z.array(z.unknown()).describe('RDFa items of the page.'),
      open_graph: oneOrMany.describe('Open Graph properties by name; a list if there are several.'),
      twitter: oneOrMany.describe('Twitter card properties by name; a list if there are several.'),
      embedded: z
        .record(z.string(), z.unknown())
        .describe('State that scripts embed in the page, by the name of its variable or element.'),
    }),
  ).describe('Structured data that the page contains, by its syntax.'),
);

const networkCallSchema = withSchemaName(
  'NetworkCall',
  fromPage(
    z.object({
      url: z.string().describe('URL of the request.'),
      method: z.string().describe('HTTP method of the request.'),
      status: z.int().nullable().describe('HTTP status code of the response. null: no response.'),
      content_type: z.string().nullable().describe('Media type of the response. null: not stated.'),
      bytes: z.int().describe('Size of the response body in bytes.'),
      ms: z.number().describe('Duration in milliseconds.'),
      json: z.unknown().optional().describe('Parsed body of a JSON response; absent for other bodies.'),
    }),
  ),
);

const metadataSchema: z.ZodType<PageMetadata> = withSchemaName(
  'PageMetadata',
  fromPage(
    z
      .looseObject({
        title: z.string().optional().describe('Title of the page.'),
        description: z.string().optional().describe('Description of the page, as stated in its metadata.'),
        language: z.string().optional().describe('canonical language tag (BCP 47)'),
        language_source: z
          .enum(['declared', 'detected'])
          .optional()
          .describe('declared: by the page or its response; detected: from the text'),
        canonical: z.string().optional().describe('Canonical URL that the page states.'),
        author: z.string().optional().describe('Author of the page.'),
        site_name: z.string().optional().describe('Name of the site.'),
        published: z.string().optional().describe('Time of publication, as stated by the page.'),
        modified: z.string().optional().describe('Time of the last modification, as stated by the page.'),
        favicon: z.string().optional().describe('URL of the icon of the page.'),
        image: z.string().optional().describe('URL of the main image, as stated in the metadata.'),
        robots: z.string().optional().describe('Directives of the robots meta tag.'),
        content_type: z.string().optional().describe('Media type of the response, such as `text/html`.'),
        charset: z.string().optional().describe('Character encoding of the response.'),
      })
      .describe(
        'metadata of the page; an absent field is not stated by the page, or was not asked for: author, dates and kind of page need `metadata` or a format that shows the text',
      ),
  ),
);

const stepResultsSchema = withSchemaName(
  'StepResults',
  fromPage(
    z
      .object({
        screenshots: z.array(z.string()).describe('Screenshots that the steps took.'),
        scrapes: z
          .array(
            z.object({
              url: z.string().describe('URL of the page at this step.'),
              html: z.string().describe('HTML of the page at this step.'),
            }),
          )
          .describe('Pages that the steps read.'),
        javascript_returns: z
          .array(
            z.object({
              type: z.string().describe('JavaScript type of the value, such as `string`.'),
              value: z.unknown().describe('Return value as JSON.'),
            }),
          )
          .describe('Return values of the scripts that the steps ran.'),
        pdfs: z.array(z.string()).describe('PDF files that the steps created.'),
      })
      .describe('output of the steps, if a job of /v2 had steps with output'),
  ),
);

/** Fields of a page result, also for responses that share them. */
export const pageResultFields = {
  status: pageStatusSchema,
  url: z.string().describe('as requested'),
  final_url: fromPage(z.string().nullable()).describe('after redirects'),
  status_code: z.int().nullable().describe('HTTP status code of the final response. null: no response.'),
  title: fromPage(z.string().nullable()).describe('Title of the page. null: it has none.'),
  markdown: fromPage(z.string())
    .optional()
    .describe('at most `max_length` code points; `ref` gives access to the rest'),
  html: fromPage(z.string()).optional().describe('content of the page as HTML, for the format `html`'),
  raw_html: fromPage(z.string())
    .optional()
    .describe('HTML as the server sent it or the browser rendered it, for the format `raw_html`'),
  text: fromPage(z.string()).optional().describe('text of the page without markup, for the format `text`'),
  links: fromPage(
    z.array(
      z.object({
        url: z.string().describe('Absolute URL of the link.'),
        text: z.string().describe('Text of the link.'),
        nofollow: z
          .literal(true)
          .optional()
          .describe('Present if every link of the page to this URL has `rel="nofollow"`.'),
      }),
    ),
  )
    .optional()
    .describe('links of the page, for the format `links`'),
  images: fromPage(
    z.array(
      z.object({
        url: z.string().describe('Absolute URL of the image.'),
        alt: z.string().describe('Alternative text of the image; empty if it has none.'),
      }),
    ),
  )
    .optional()
    .describe('images of the page, for the format `images`'),
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
    .array(
      z.object({
        selector: z.string().describe('Selector as requested.'),
        attribute: z.string().describe('Name of the attribute.'),
        values: fromPage(z.array(z.string())).describe('Values of the attribute, in the order of the page.'),
      }),
    )
    .optional()
    .describe('attribute values, if a job of /v2 requested them'),
  actions: stepResultsSchema.optional(),
  ref: z.string().optional().describe('present for long pages: identifier for GET /v1/read'),
  expires_at: z.string().optional().describe('time at which `ref` expires'),
  length: z.int().describe('code points of the complete Markdown; 0 if no format shows the content'),
  truncated: z.boolean().describe('true if the Markdown was cut at `max_length`'),
  sections: z
    .array(sectionSchema)
    .optional()
    .describe(
      'Main sections of a page whose Markdown was cut, at most 100. GET /v1/read returns each by its id or heading.',
    ),
  passages: z.array(passageSchema).optional().describe('passages that answer `focus`, best first'),
  line: z
    .int()
    .optional()
    .describe('in jobs over a list: line of the list, or element of a JSON list, from 1'),
  name: z.string().optional().describe('name of the line, as the caller gave it'),
  warnings: warningsSchema,
  error: pageErrorSchema.optional(),
  receipt: receiptSchema,
};

/** Page result of every interface. */
export const pageResultSchema: z.ZodType<PageResult> = withSchemaName(
  'PageResult',
  z.object(pageResultFields).describe('Result of a page: its content, its outcome and its receipt.'),
);
