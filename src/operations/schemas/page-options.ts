import { z } from 'zod';
import { linkForms } from '../../domain/pages/link-form.ts';
import { ocrModes } from '../../domain/pages/ocr.ts';
import { formats } from '../../domain/pages/page.ts';
import {
  type ExtractRequest,
  type PageCommand,
  resourceKinds,
  type ScreenshotOptions,
  type Step,
} from '../../domain/pages/page-command.ts';
import { pagesPattern } from '../../domain/pages/pages-pattern.ts';
import { aliasOf, type RequiredByType, requiredByType, withFieldRules } from '../declaration/field-rules.ts';
import { pressesCharacter, secretField, typesText } from '../declaration/secret-fields.ts';
import { withSchemaName } from '../schema-names.ts';
import { toSentRequest, toVisitor, visitorOptions, withContentType } from './visitor-options.ts';

/** A two-letter country code, converted to upper case. */
export const countrySchema = z
  .string()
  .regex(/^[A-Za-z]{2}$/, 'must be a two-letter country code (ISO 3166-1 alpha-2)')
  .transform((code) => code.toUpperCase());

/** Fields of each request that is served through an exit: spread both, never one of them. */
export const exitFields = {
  country: countrySchema
    .nullish()
    .describe('Two-letter code of the country of the exit (ISO 3166-1 alpha-2).'),
  strict_country: z
    .boolean()
    .default(false)
    .describe('Fail instead of using an exit in another country. Default: `false`.'),
};

const selectorSchema = z.string().min(1).max(2_000);

/** Required fields of each type of step: one field of each list. */
const requiredStepFields: RequiredByType = {
  click: [['target']],
  type: [['text']],
  press: [['key']],
  wait_for: [['target', 'text']],
  script: [['text']],
};

const stepFields = z.strictObject({
  type: z
    .enum(['wait', 'click', 'type', 'press', 'scroll', 'wait_for', 'script'])
    .describe('kind of the step; it decides which other fields apply'),
  target: selectorSchema
    .nullish()
    .describe(
      'element, for click, type, press, scroll and wait_for: a selector (CSS, or XPath that starts with //), or the text, label or placeholder that it shows',
    ),
  selector: selectorSchema.nullish().describe('selector of the element; use it or `target`'),
  text: secretField(z.string().max(100_000), typesText)
    .nullish()
    .describe(
      'text to type, for type; text that must appear, for wait_for; JavaScript, for script, whose value is returned in `actions`',
    ),
  key: secretField(z.string().min(1).max(50), pressesCharacter)
    .nullish()
    .describe('name of the key, for press: Enter, Tab, a'),
  ms: z.int().min(0).max(60_000).nullish().describe('milliseconds, for wait'),
  direction: z.enum(['up', 'down']).nullish().describe('for scroll'),
  amount: z.int().min(0).max(1_000_000).nullish().describe('CSS pixels, for scroll'),
  timeout_ms: z.int().min(1).max(300_000).nullish().describe('timeout of this step in milliseconds'),
});

const stepSchema = withSchemaName(
  'Step',
  withFieldRules(stepFields, [
    aliasOf('selector', 'target'),
    requiredByType(requiredStepFields, { target: 'selector' }),
  ]),
);

/** Browser steps of a page request, as wire fields. */
export const stepsSchema = z
  .array(stepSchema)
  .max(50)
  .describe('browser steps to run before the page is read');

const screenshotSchema = withSchemaName(
  'ScreenshotOptions',
  z.strictObject({
    full_page: z
      .boolean()
      .default(false)
      .describe('capture the full height of the page instead of the window'),
    quality: z
      .int()
      .min(1)
      .max(100)
      .nullish()
      .describe('quality of a JPEG; without it the screenshot is a PNG'),
    width: z.int().min(100).max(4_000).nullish().describe('width of the window in CSS pixels'),
    height: z.int().min(100).max(4_000).nullish().describe('height of the window in CSS pixels'),
  }),
);

/** Headers of the connection (RFC 9110 section 7.6.1), and those that name the target of the request. */
const forbiddenHeaders =
  /^(host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|content-length|expect|proxy-.*)$/i;

/** Headers that a caller may send to a site. */
export const headersSchema = secretField(
  z.record(
    z
      .string()
      .regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/, 'is not a valid header name (RFC 9110)')
      .refine((name) => !forbiddenHeaders.test(name), 'is set by the service and cannot be changed'),
    z
      .string()
      .max(8_192)
      .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'is not a valid header value (RFC 9110)'),
  ),
)
  .refine((headers) => Object.keys(headers).length <= 50, 'must have at most 50 headers')
  .meta({ maxProperties: 50 })
  .describe('request headers, sent only to the origin of the URL');

/** All options of a page request besides its URL, as wire fields (docs/api/pages.md#scrape). */
export const pageOptions = {
  formats: z
    .array(z.enum(formats))
    .min(1)
    .default(['markdown'])
    .describe(
      'formats of the result; `screenshot` and `network` (requests of the page’s scripts) need a browser',
    ),
  ...exitFields,
  network: z
    .enum(['auto', 'service', 'residential'])
    .default('auto')
    .describe(
      '`auto`: the network of the service first, residential exits only if it is blocked and `max_credits` allows',
    ),
  render: z
    .enum(['auto', 'never', 'always'])
    .default('auto')
    .describe('whether a browser loads the page; `auto`: if the page has no content without its scripts'),
  steps: stepsSchema.optional(),
  actions: stepsSchema.optional().describe('alias of `steps`'),
  only_main_content: z.boolean().default(true).describe('omit navigation, advertisements and similar parts'),
  include_selectors: z
    .array(selectorSchema)
    .max(50)
    .default([])
    .describe('CSS selectors, or XPath that starts with //: only matching elements are read'),
  exclude_selectors: z
    .array(selectorSchema)
    .max(50)
    .default([])
    .describe('CSS selectors, or XPath that starts with //: matching elements are omitted'),
  wait_ms: z
    .int()
    .min(0)
    .max(60_000)
    .default(0)
    .describe('milliseconds to wait in the browser after the page has loaded'),
  timeout_ms: z.int().min(1_000).max(300_000).default(60_000).describe('timeout of one page in milliseconds'),
  headers: headersSchema.default({}),
  mobile: z.boolean().default(false).describe('emulate a mobile viewport and User-Agent'),
  block: z
    .array(z.enum(['ads', ...resourceKinds]))
    .nullish()
    .describe(
      'requests that a browser does not make. `ads`: advertisements, analytics and tag managers of other sites. Default: `ads`, `images`, `media` and `fonts`; nothing for screenshots, and no `ads` for the format `network`',
    ),
  consent: z
    .enum(['reject'])
    .nullish()
    .describe(
      '`reject`: a browser rejects the request for consent to cookies before steps and screenshots; a warning states what it clicked',
    ),
  ...visitorOptions,
  screenshot: screenshotSchema.nullish().describe('options of the format `screenshot`'),
  login: z
    .string()
    .min(1)
    .max(100)
    .nullish()
    .describe('id of a saved login; `none`: also no login whose `use_for` names the operation'),
  max_credits: z.int().min(0).nullish().describe('maximum cost of one page in credits'),
  max_age: z
    .int()
    .min(0)
    .default(0)
    .describe(
      'maximum age in seconds of a cached result for the same URL and options, which is returned for 0 credits. An older result is also returned if the site confirms that the page has not changed. Results are cached for two days; 0 always fetches',
    ),
  focus: z
    .string()
    .min(1)
    .max(1_000)
    .nullish()
    .describe('query: passages that answer it are returned as `passages`, best first'),
  max_length: z
    .int()
    .min(0)
    .max(10_000_000)
    .default(20_000)
    .describe('maximum code points of Markdown in the result; `ref` gives access to the rest'),
  max_tokens: z
    .int()
    .min(1)
    .max(10_000_000)
    .nullish()
    .describe(
      'maximum tokens of Markdown in the result, estimated, for a model that reads it; `ref` gives access to the rest',
    ),
  pages: z
    .string()
    .max(1_000)
    .regex(pagesPattern, 'must be page numbers and ranges, such as `3-7` or `1,4-6,12-`')
    .nullish()
    .describe('pages of a PDF to read, such as `3-7` or `1,4-6,12-`; all by default'),
  page_marks: z
    .boolean()
    .default(false)
    .describe('mark the start of each page of a PDF in the Markdown with `<!-- page 3 -->`'),
  links: z
    .enum(linkForms)
    .default('inline')
    .describe(
      'links in the Markdown: `inline`; `references`: `[text][1]` with the addresses at the end; `none`: their text only',
    ),
  ocr: z
    .enum(ocrModes)
    .default('auto')
    .describe(
      'which images are read with OCR, if the service has it. `auto`: image files, and pages of a PDF without text whose images cover most of the page; `always`: pages with text as well; `never`: none',
    ),
  robots: z
    .enum(['respect', 'ignore'])
    .default('ignore')
    .describe(
      '`respect`: do not fetch pages that robots.txt disallows; the receipt contains the verdict either way',
    ),
};

const pageOptionsSchema = z.strictObject(pageOptions);

/** Validated wire options. */
export type PageOptions = z.output<typeof pageOptionsSchema>;

/** Converts a step of a request to the step of a command. */
export function toStep(step: z.output<typeof stepSchema>): Step {
  return {
    type: step.type === 'script' ? 'run' : step.type,
    selector: step.selector ?? null,
    ...(step.target != null && { target: step.target }),
    text: step.text ?? null,
    key: step.key ?? null,
    ms: step.ms ?? null,
    direction: step.direction ?? null,
    amount: step.amount ?? null,
    timeoutMs: step.timeout_ms ?? null,
  };
}

function toScreenshot(options: PageOptions['screenshot']): ScreenshotOptions | null {
  if (options === null || options === undefined) return null;
  const { full_page: fullPage, quality, width, height } = options;
  return { fullPage, quality: quality ?? null, width: width ?? null, height: height ?? null };
}

/** Converts the options of a request to the command for one page. */
export function toPageCommand(url: string, options: PageOptions): PageCommand {
  const visitor = toVisitor(options);
  const sent = toSentRequest(options);
  return {
    url,
    formats: [...new Set(options.formats)],
    country: options.country ?? null,
    strictCountry: options.strict_country,
    network: options.network,
    render: options.render,
    steps: (options.steps ?? options.actions ?? []).map(toStep),
    onlyMainContent: options.only_main_content,
    includeSelectors: options.include_selectors,
    excludeSelectors: options.exclude_selectors,
    waitMs: options.wait_ms,
    timeoutMs: options.timeout_ms,
    headers: withContentType(options.headers, options.body),
    mobile: options.mobile,
    screenshot: toScreenshot(options.screenshot),
    login: options.login ?? null,
    maxCredits: options.max_credits ?? null,
    maxAge: options.max_age,
    focus: options.focus ?? null,
    maxLength: options.max_length,
    maxTokens: options.max_tokens ?? null,
    robots: options.robots,
    ...(options.block != null && {
      blocksAds: options.block.includes('ads'),
      blocks: options.block.filter((kind) => kind !== 'ads'),
    }),
    ...(options.consent != null && { consent: options.consent }),
    ...(visitor !== undefined && { visitor }),
    ...(sent !== undefined && { sent, render: 'never' as const }),
    ...(options.pages != null && { pages: options.pages }),
    ...(options.page_marks && { marksPages: true as const }),
    ...(options.links !== 'inline' && { links: options.links }),
    ...(options.ocr !== 'auto' && { ocr: options.ocr }),
  };
}

/** Creates the command for a document that already exists, such as the page of a session; its result is not cached. */
export function createProvidedPageCommand(
  url: string,
  options: { maxLength: number; json: ExtractRequest | null },
): PageCommand {
  const base = toPageCommand(url, pageOptionsSchema.parse({}));
  // Pages in a session can contain private data of the caller, like pages with a login.
  const command = { ...base, maxLength: options.maxLength, login: 'browser' };
  return options.json === null ? command : { ...command, formats: ['metadata'], json: options.json };
}
