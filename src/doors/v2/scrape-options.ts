import { z } from 'zod';
import type { PageCommand } from '../../domain/page-command.ts';
import type { NetworkChoice } from '../../domain/settings.ts';
import { headersSchema } from '../../operations/schemas/page-options.ts';
import { actionsSchema, toSteps } from './actions.ts';
import { formatsSchema, toFormatWishes } from './formats.ts';
import { type IgnoredOptions, keyWarnings } from './unknown-keys.ts';

const selectors = z.array(z.string().min(1).max(2_000)).max(50).nullish();
const notFalse = (message: string) =>
  z
    .unknown()
    .refine((value) => value === undefined || value === null || value === false, message)
    .optional();

/** Options of pages that are taken and change nothing. */
export const ignoredScrapeOptions: IgnoredOptions = {
  skipTlsVerification: null,
  removeBase64Images: null,
  fastMode: null,
  useMock: null,
  blockAds: null,
  storeInCache: null,
  origin: null,
  integration: null,
  domainTools: null,
  toolDetail: null,
  auditMetadata: null,
  minAge: 'results are given again by maxAge alone.',
  zeroDataRetention: 'what is kept for how long is the setting WEBDATA_KEEP of this server.',
  threatProtection: 'this server has no such protection.',
};

/** Options of pages that are refused, with what to do instead. */
export const refusedScrapeOptions = {
  lockdown: 'lockdown is not supported by this server; use maxAge',
  redactPII: 'redactPII is not supported by this server, and text is not given unredacted instead',
  profile: 'profile is not supported by this server; saved logins are used by POST /v1/scrape',
} as const;

const pdfParser = z.looseObject({
  type: z.literal('pdf'),
  maxPages: z.int().min(1).max(10_000).nullish(),
  pages: z.unknown().optional(),
  mode: z.enum(['fast', 'auto', 'ocr']).nullish(),
});

/** Ways that a request may choose, and the networks they mean here. */
export const networksOfProxies: Readonly<Record<string, NetworkChoice>> = {
  basic: 'service',
  enhanced: 'residential',
  stealth: 'residential',
  auto: 'auto',
};

/** What may be asked of a page, at the top of a scrape and in `scrapeOptions`. */
export const scrapeShape = {
  formats: formatsSchema.nullish(),
  headers: headersSchema.nullish(),
  includeTags: selectors,
  excludeTags: selectors,
  onlyMainContent: z.boolean().nullish(),
  timeout: z.int().min(1_000).max(300_000).nullish(),
  waitFor: z.int().min(0).max(60_000).nullish(),
  mobile: z.boolean().nullish(),
  parsers: z
    .array(z.union([z.enum(['pdf', 'image']), pdfParser, z.looseObject({ type: z.literal('image') })]))
    .max(10)
    .nullish(),
  actions: actionsSchema.nullish(),
  location: z
    .looseObject({
      country: z
        .string()
        .regex(/^([A-Za-z]{2}|us-generic)$/i, 'must be a two-letter country code (ISO 3166-1 alpha-2)')
        .nullish(),
      languages: z
        .array(z.string().regex(/^[A-Za-z0-9-]{1,35}$/, 'must be a language tag (BCP 47)'))
        .max(20)
        .nullish(),
      strictCountry: z.boolean().nullish(),
    })
    .nullish(),
  strictCountry: z.boolean().nullish(),
  proxy: z.enum(['basic', 'enhanced', 'stealth', 'auto']).nullish(),
  maxAge: z.number().min(0).nullish(),
  lockdown: notFalse(refusedScrapeOptions.lockdown),
  redactPII: notFalse(refusedScrapeOptions.redactPII),
  profile: notFalse(refusedScrapeOptions.profile),
};

/** `scrapeOptions` of crawls, searches and extractions. */
export const scrapeOptionsSchema = z.looseObject(scrapeShape);

/** Validated options of a page. */
export type ScrapeOptions = z.output<typeof scrapeOptionsSchema>;

/** Milliseconds that a page may take unless told. */
const usualTimeout = 60_000;
/** Whole pages are given inline: these clients know of no `ref` to read on with. */
const wholePage = 10_000_000;

/** A page's options as a command, without an address. */
export type PageWishes = Omit<PageCommand, 'url'>;

/** The languages asked for, most wanted first (RFC 9110 section 12.5.4). */
function languageHeader({ headers, location }: ScrapeOptions): Record<string, string> {
  const languages = location?.languages ?? [];
  const isSet = Object.keys(headers ?? {}).some((name) => name.toLowerCase() === 'accept-language');
  if (languages.length === 0 || isSet) return {};
  const weighted = languages.map((tag, at) => (at === 0 ? tag : `${tag};q=${Math.max(0.1, 1 - at / 10)}`));
  return { 'Accept-Language': weighted.join(', ') };
}

/** Pages of a PDF that are read at most; undefined when all. */
function pdfPagesOf({ parsers }: ScrapeOptions): number | undefined {
  for (const parser of parsers ?? []) {
    if (typeof parser === 'object' && parser.type === 'pdf' && parser.maxPages != null)
      return parser.maxPages;
  }
  return undefined;
}

/** From validated options to everything a page command holds but its address. */
export function toPageWishes(options: ScrapeOptions): PageWishes {
  const { location } = options;
  const country = location?.country?.slice(0, 2).toUpperCase() ?? null;
  const pdfPages = pdfPagesOf(options);
  return {
    ...toFormatWishes(options.formats ?? [{ type: 'markdown' }]),
    country,
    strictCountry: country !== null && (options.strictCountry ?? location?.strictCountry ?? false),
    network: networksOfProxies[options.proxy ?? 'auto'] ?? 'auto',
    render: 'auto',
    steps: toSteps(options.actions ?? []),
    onlyMainContent: options.onlyMainContent ?? true,
    includeSelectors: options.includeTags ?? [],
    excludeSelectors: options.excludeTags ?? [],
    waitMs: options.waitFor ?? 0,
    timeoutMs: options.timeout ?? usualTimeout,
    headers: { ...options.headers, ...languageHeader(options) },
    mobile: options.mobile ?? false,
    login: null,
    maxCredits: null,
    maxAge: Math.floor((options.maxAge ?? 0) / 1_000),
    focus: null,
    maxLength: wholePage,
    robots: 'ignore',
    ...(pdfPages !== undefined && { pdfPages }),
  };
}

/** What the caller of these options should know. */
export function optionWarnings(options: Record<string, unknown>, prefix = ''): string[] {
  const warnings = keyWarnings(scrapeOptionsSchema, options, ignoredScrapeOptions, prefix);
  const { parsers } = options;
  if (Array.isArray(parsers) && parsers.length === 0) {
    warnings.push(`${prefix}parsers: documents are read as text all the same.`);
  }
  return warnings;
}

/** An address as these clients may write it: without a scheme it is taken for http. */
export function toAddress(text: string): string {
  const trimmed = text.trim();
  return /^[a-z][a-z0-9+.-]*:/i.test(trimmed) && !/^[^/:]+:\d+(\/|$)/.test(trimmed)
    ? trimmed
    : `http://${trimmed}`;
}
