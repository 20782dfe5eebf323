import { z } from 'zod';
import type { JobPace } from '../../../capabilities/crawl/crawl-request.ts';
import type { RequestPointers } from '../../../capabilities/crawl/validate-job-request.ts';
import type { OcrMode } from '../../../domain/pages/ocr.ts';
import type { PageCommand } from '../../../domain/pages/page-command.ts';
import { routePrices } from '../../../domain/resources/rate-card.ts';
import type { NetworkChoice } from '../../../domain/system/settings.ts';
import { headersSchema } from '../../../operations/schemas/page-options.ts';
import { createKeyWarnings, type IgnoredOptions } from '../ignored-options.ts';
import { actionsSchema, toSteps } from './actions.ts';
import { formatsSchema, toFormatOptions } from './formats.ts';

const selectors = z.array(z.string().min(1).max(2_000)).max(50).nullish();
const rejectUnlessFalse = (message: string) =>
  z
    .unknown()
    .refine((value) => value === undefined || value === null || value === false, message)
    .optional();

/** How pages behind a login are read, which the third-party API cannot express. */
const loginReason =
  'No saved login is used. Crawl a site behind a login with `login` of POST /v2/crawl, beside `scrapeOptions`; read up to 100 pages with POST /v1/scrape, `urls` and `login`.';

/** Id of a saved login of this server, in requests about a whole site. */
export const loginSchema = z.string().min(1).max(100).nullish();

/** Page options that are accepted without effect; a text is the reason in the warning. */
export const ignoredScrapeOptions: IgnoredOptions = {
  // These two name the client program.
  origin: null,
  integration: null,
  skipTlsVerification: 'Certificates are always verified.',
  removeBase64Images: { unless: true, reason: 'Images inside the page (data: URLs) are always left out.' },
  fastMode: 'A page is read without a browser whenever that is enough.',
  useMock: 'This server has no recorded pages.',
  domainTools: 'This server has no tools for single domains.',
  toolDetail: 'This server has no tools for single domains.',
  auditMetadata: 'Use the request history of this server: GET /v1/requests.',
  minAge: 'Results are served from the cache only with maxAge.',
  zeroDataRetention: 'Retention is set by WEBDATA_KEEP of this server.',
  threatProtection: 'This server has no threat protection.',
  login: loginReason,
};

/** Page options that are rejected, with alternatives. */
export const rejectedScrapeOptions = {
  lockdown: 'lockdown is not supported by this server. Use maxAge.',
  redactPII: 'redactPII is not supported by this server.',
  profile:
    'profile is not supported by this server. Use a saved login with POST /v1/scrape: `login`, and for many pages `urls` with ?async=true.',
} as const;

const pdfParser = z.looseObject({
  type: z.literal('pdf'),
  maxPages: z.int().min(1).max(10_000).nullish(),
  pages: z.unknown().optional(),
  mode: z.enum(['fast', 'auto', 'ocr']).nullish(),
});

/** Networks for the proxy types of a request. */
const networkByProxyType: Readonly<Record<string, NetworkChoice>> = {
  basic: 'service',
  enhanced: 'residential',
  stealth: 'residential',
  auto: 'auto',
};

/** Page options, at the top level of a scrape and in `scrapeOptions`. */
export const scrapeShape = {
  formats: formatsSchema.nullish(),
  headers: headersSchema.nullish(),
  includeTags: selectors,
  excludeTags: selectors,
  onlyMainContent: z.boolean().nullish(),
  timeout: z.int().min(1_000).max(300_000).nullish(),
  waitFor: z.int().min(0).max(60_000).nullish(),
  mobile: z.boolean().nullish(),
  blockAds: z.boolean().nullish(),
  parsers: z
    .array(z.union([z.enum(['pdf', 'image']), pdfParser, z.looseObject({ type: z.literal('image') })]))
    .max(10)
    .nullish(),
  actions: actionsSchema.nullish(),
  location: z
    .looseObject({
      country: z
        .string()
        .regex(/^([A-Za-z]{2}|us-generic)$/i, 'Must be a two-letter country code (ISO 3166-1 alpha-2).')
        .nullish(),
      languages: z
        .array(z.string().regex(/^[A-Za-z0-9-]{1,35}$/, 'Must be a language tag (BCP 47).'))
        .max(20)
        .nullish(),
      strictCountry: z.boolean().nullish(),
    })
    .nullish(),
  strictCountry: z.boolean().nullish(),
  proxy: z.enum(['basic', 'enhanced', 'stealth', 'auto']).nullish(),
  maxAge: z.number().min(0).nullish(),
  storeInCache: z.boolean().nullish(),
  lockdown: rejectUnlessFalse(rejectedScrapeOptions.lockdown),
  redactPII: rejectUnlessFalse(rejectedScrapeOptions.redactPII),
  profile: rejectUnlessFalse(rejectedScrapeOptions.profile),
};

/** Pace of a job: concurrent pages, and seconds between two pages, which then are read one at a time. */
export const paceShape = {
  maxConcurrency: z.int().min(1).max(10_000).nullish(),
  delay: z.number().min(0).max(60).nullish(),
};

/** Converts the pace of a job. */
export function toPace({ maxConcurrency, delay }: z.output<z.ZodObject<typeof paceShape>>): JobPace {
  return { maxConcurrency: maxConcurrency ?? null, delayMs: Math.round((delay ?? 0) * 1_000) };
}

/** Schema of `scrapeOptions` in crawls, searches and extractions. */
export const scrapeOptionsSchema = z.looseObject(scrapeShape);

/** Validated page options. */
export type ScrapeOptions = z.output<typeof scrapeOptionsSchema>;

/** Default time limit of a page in milliseconds. */
const defaultTimeout = 60_000;
/** Maximum length of a page; pages are returned completely, because these clients do not support `ref`. */
const maxPageLength = 10_000_000;

/** Page options without the URL. */
export type PageOptions = Omit<PageCommand, 'url'>;

/** Creates the Accept-Language header, most preferred language first (RFC 9110 section 12.5.4). */
function createLanguageHeader({ headers, location }: ScrapeOptions): Record<string, string> {
  const languages = location?.languages ?? [];
  const isSet = Object.keys(headers ?? {}).some((name) => name.toLowerCase() === 'accept-language');
  if (languages.length === 0 || isSet) return {};
  const weighted = languages.map((tag, at) => (at === 0 ? tag : `${tag};q=${Math.max(0.1, 1 - at / 10)}`));
  return { 'Accept-Language': weighted.join(', ') };
}

/** Returns the maximum number of PDF pages; undefined: all. */
function findMaxPdfPages({ parsers }: ScrapeOptions): number | undefined {
  for (const parser of parsers ?? []) {
    if (typeof parser === 'object' && parser.type === 'pdf' && parser.maxPages != null)
      return parser.maxPages;
  }
  return undefined;
}

const ocrModes = { fast: 'never', auto: 'auto', ocr: 'always' } as const;

/** Returns which pages of a PDF are read with OCR; undefined: those without text. */
function findOcrMode({ parsers }: ScrapeOptions): OcrMode | undefined {
  for (const parser of parsers ?? []) {
    if (typeof parser === 'object' && parser.type === 'pdf' && typeof parser.mode === 'string')
      return ocrModes[parser.mode as keyof typeof ocrModes];
  }
  return undefined;
}

/** Returns the country of the exit, and whether another one may be used. */
export function toExitCountry({
  location,
  strictCountry,
}: Pick<ScrapeOptions, 'location' | 'strictCountry'>): Pick<PageOptions, 'country' | 'strictCountry'> {
  const country = location?.country?.slice(0, 2).toUpperCase() ?? null;
  return {
    country,
    strictCountry: country !== null && (strictCountry ?? location?.strictCountry ?? false),
  };
}

/** Converts validated options to page options. */
export function toPageOptions(options: ScrapeOptions): PageOptions {
  const pdfPages = findMaxPdfPages(options);
  const ocr = findOcrMode(options);
  return {
    ...toFormatOptions(options.formats ?? [{ type: 'markdown' }]),
    ...toExitCountry(options),
    network: networkByProxyType[options.proxy ?? 'auto'] ?? 'auto',
    render: 'auto',
    steps: toSteps(options.actions ?? []),
    onlyMainContent: options.onlyMainContent ?? true,
    includeSelectors: options.includeTags ?? [],
    excludeSelectors: options.excludeTags ?? [],
    waitMs: options.waitFor ?? 0,
    timeoutMs: options.timeout ?? defaultTimeout,
    headers: { ...options.headers, ...createLanguageHeader(options) },
    mobile: options.mobile ?? false,
    login: null,
    maxCredits: null,
    maxAge: Math.floor((options.maxAge ?? 0) / 1_000),
    focus: null,
    maxLength: maxPageLength,
    maxTokens: null,
    robots: 'ignore',
    ...(pdfPages !== undefined && { pdfPages }),
    ...(ocr !== undefined && ocr !== 'auto' && { ocr }),
    ...(options.blockAds != null && { blocksAds: options.blockAds }),
    ...(options.storeInCache === false && { isCached: false }),
  };
}

/** Options of a job's pages that decide which exits they use. */
export interface JobExits {
  network: 'service' | 'auto';
  /** Maximum credits per page; null: no limit of its own. */
  maxCredits: number | null;
  pages: PageOptions;
}

/**
 * Returns the exits of a job's pages. With the proxy type `auto`, a job uses only the network of this service, so that
 * a large one does not become expensive, unless a country is requested that only another network may reach.
 */
export function toJobExits(options: PageOptions): JobExits {
  if (options.network !== 'auto' || options.country === null) {
    const network = options.network === 'auto' ? 'service' : options.network;
    return { network: 'service', maxCredits: null, pages: { ...options, network } };
  }
  const maxCredits = routePrices.residential_browser;
  return { network: 'auto', maxCredits, pages: { ...options, maxCredits } };
}

/** Returns warnings about options without effect. */
export function createOptionWarnings(options: Record<string, unknown>, prefix = ''): string[] {
  const warnings = createKeyWarnings(scrapeOptionsSchema, options, ignoredScrapeOptions, prefix);
  const { parsers } = options;
  if (Array.isArray(parsers) && parsers.length === 0) {
    warnings.push(`${prefix}parsers: Documents are always converted to text.`);
  }
  return warnings;
}

/** Returns the JSON Pointers of the fields of a job request; `options` is the location of its page options. */
export function createRequestPointers(options: '' | '/scrapeOptions', webhook: string): RequestPointers {
  return {
    url: '/url',
    webhook,
    includePaths: '/includePaths',
    excludePaths: '/excludePaths',
    includeSelectors: `${options}/includeTags`,
    excludeSelectors: `${options}/excludeTags`,
    attributes: `${options}/formats`,
    login: '/login',
  };
}

/** Schema of a URL, which can lack the scheme. */
export const urlSchema = z
  .string()
  .min(1)
  .max(8_192)
  .transform(normalizeUrl)
  .refine(
    (url) => /^https?:$/.test(URL.parse(url)?.protocol ?? ''),
    'This is not an http or https URL. Write the whole URL, such as https://example.com/page.',
  );

/** Adds the scheme http to a URL without a scheme. */
export function normalizeUrl(text: string): string {
  const trimmed = text.trim();
  return /^[a-z][a-z0-9+.-]*:/i.test(trimmed) && !/^[^/:]+:\d+(\/|$)/.test(trimmed)
    ? trimmed
    : `http://${trimmed}`;
}
