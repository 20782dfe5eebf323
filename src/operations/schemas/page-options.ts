import { z } from 'zod';
import { formats } from '../../domain/page.ts';
import type { PageCommand, ScreenshotOptions, Step, ValuesWish } from '../../domain/page-command.ts';
import { named } from '../schema-names.ts';

/** A two-letter country code, made upper case. */
export const countrySchema = z
  .string()
  .regex(/^[A-Za-z]{2}$/, 'must be a two-letter country code (ISO 3166-1 alpha-2)')
  .transform((code) => code.toUpperCase());

const selectorSchema = z.string().min(1).max(2_000);

const stepSchema = named(
  'Step',
  z.strictObject({
    type: z.enum(['wait', 'click', 'type', 'press', 'scroll', 'wait_for']),
    selector: selectorSchema.nullish().describe('CSS selector, for click, type, press, scroll and wait_for'),
    text: z.string().max(100_000).nullish().describe('for type'),
    key: z.string().min(1).max(50).nullish().describe('name of the key, for press: Enter, Tab, a'),
    ms: z.int().min(0).max(60_000).nullish().describe('milliseconds, for wait'),
    direction: z.enum(['up', 'down']).nullish().describe('for scroll'),
    amount: z.int().min(0).max(1_000_000).nullish().describe('CSS pixels, for scroll'),
    timeout_ms: z.int().min(1).max(300_000).nullish().describe('milliseconds that this step may take'),
  }),
);

const stepsSchema = z.array(stepSchema).max(50).describe('browser steps run before the page is read');

const screenshotSchema = named(
  'ScreenshotOptions',
  z.strictObject({
    full_page: z.boolean().default(false).describe('the whole height of the page instead of the window'),
    quality: z.int().min(1).max(100).nullish().describe('of a JPEG; without it the picture is a PNG'),
    width: z.int().min(100).max(4_000).nullish().describe('CSS pixels of the window'),
    height: z.int().min(100).max(4_000).nullish().describe('CSS pixels of the window'),
  }),
);

/** Names that belong to the connection, not to the request (RFC 9110 section 7.6.1), or that name its target. */
const refusedHeaders =
  /^(host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|content-length|expect|proxy-.*)$/i;

/** Headers that a caller may have sent to a site. */
export const headersSchema = z
  .record(
    z
      .string()
      .regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/, 'is not a header name')
      .refine((name) => !refusedHeaders.test(name), 'may not be set'),
    z
      .string()
      .max(8_192)
      .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'is not a header value'),
  )
  .refine((headers) => Object.keys(headers).length <= 50, 'at most 50 headers')
  .describe('sent to the origin of the address only');

/** Everything that can be asked of a page beside its address, as wire fields (api.md section 3). */
export const pageOptions = {
  formats: z
    .array(z.enum(formats))
    .min(1)
    .default(['markdown'])
    .describe(
      'what is wanted of the page; `screenshot` and `network` (the calls of its scripts) need a browser',
    ),
  country: countrySchema.nullish().describe('two-letter code of the exit country'),
  strict_country: z.boolean().default(false).describe('fail rather than use another country'),
  network: z
    .enum(['auto', 'service', 'residential'])
    .default('auto')
    .describe(
      '`auto`: our own network first, residential exits only where that is blocked and `max_credits` allows',
    ),
  render: z
    .enum(['auto', 'never', 'always'])
    .default('auto')
    .describe('whether a browser reads the page; `auto`: when it says nothing without its scripts'),
  steps: stepsSchema.optional(),
  actions: stepsSchema.optional().describe('alias of `steps`'),
  only_main_content: z.boolean().default(true).describe('leave out navigation, advertisements and the like'),
  include_selectors: z
    .array(selectorSchema)
    .max(50)
    .default([])
    .describe('CSS selectors: only what they match is read'),
  exclude_selectors: z
    .array(selectorSchema)
    .max(50)
    .default([])
    .describe('CSS selectors: what they match is left out'),
  wait_ms: z
    .int()
    .min(0)
    .max(60_000)
    .default(0)
    .describe('milliseconds to wait in the browser after the page has loaded'),
  timeout_ms: z.int().min(1_000).max(300_000).default(60_000).describe('milliseconds that one page may take'),
  headers: headersSchema.default({}),
  mobile: z.boolean().default(false).describe('as a telephone, in window and User-Agent'),
  screenshot: screenshotSchema.nullish().describe('how the format `screenshot` is taken'),
  login: z.string().min(1).max(100).nullish().describe('id of a saved login'),
  max_credits: z.int().min(0).nullish().describe('the most one page may cost'),
  max_age: z
    .int()
    .min(0)
    .default(0)
    .describe(
      'seconds that a result of yours for the same address and options may be old; then it is given again at 0 credits. An older one is given again when the site says that the page has not changed. Results are kept for two days; 0 is always fresh',
    ),
  focus: z
    .string()
    .min(1)
    .max(1_000)
    .nullish()
    .describe('words: the passages about them are given, best first, as `passages`'),
  max_length: z
    .int()
    .min(0)
    .max(10_000_000)
    .default(20_000)
    .describe('code points of Markdown given at once; the rest is behind `ref`'),
  robots: z
    .enum(['respect', 'ignore'])
    .default('ignore')
    .describe('whether robots.txt may forbid the page; what it says is in the receipt either way'),
};

const pageOptionsSchema = z.strictObject(pageOptions);

/** The validated wire options. */
export type PageOptions = z.output<typeof pageOptionsSchema>;

function toStep(step: z.output<typeof stepSchema>): Step {
  return {
    type: step.type,
    selector: step.selector ?? null,
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

/** The command for one page of a request. */
export function toPageCommand(url: string, options: PageOptions): PageCommand {
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
    headers: options.headers,
    mobile: options.mobile,
    screenshot: toScreenshot(options.screenshot),
    login: options.login ?? null,
    maxCredits: options.max_credits ?? null,
    maxAge: options.max_age,
    focus: options.focus ?? null,
    maxLength: options.max_length,
    robots: options.robots,
  };
}

/** The command for a document that is there already, of which nothing may be kept for other pages. */
export function shownPageCommand(
  url: string,
  wish: { maxLength: number; json: ValuesWish | null },
): PageCommand {
  const usual = toPageCommand(url, pageOptionsSchema.parse({}));
  // Whoever acts in a browser sees what is his own.
  const own = { ...usual, maxLength: wish.maxLength, login: 'browser' };
  return wish.json === null ? own : { ...own, formats: ['metadata'], json: wish.json };
}
