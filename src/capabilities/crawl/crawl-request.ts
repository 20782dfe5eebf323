import { z } from 'zod';
import { formats } from '../../domain/page.ts';
import type { PageCommand } from '../../domain/page-command.ts';
import { countrySchema } from '../../operations/schemas/page-options.ts';
import { compilePathRules } from '../../site/path-rules.ts';

function isWebAddress(text: string): boolean {
  const url = URL.parse(text.trim());
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
}

const webAddress = z.string().max(8_192).refine(isWebAddress, 'must be an absolute http or https address');

const expressions = z.array(z.string().min(1)).nullish();

/** The strict body of `POST /v1/crawl` (spec.md section 4.1). */
export const crawlBody = z.strictObject({
  url: webAddress.describe('where the crawl begins; it keeps to this host, with any path'),
  limit: z.int().min(1).max(5_000).default(50).describe('pages delivered at most'),
  max_depth: z.int().min(0).max(100).default(3).describe('links from the start page; 0 is that page alone'),
  include_paths: expressions.describe(
    'RE2 expressions, matched anywhere in the path: only pages that match one are read; the start page always is',
  ),
  exclude_paths: expressions.describe('RE2 expressions: pages whose path matches one are not read'),
  formats: z.array(z.enum(formats)).min(1).default(['markdown']),
  country: countrySchema.nullish().describe('two-letter code of the exit country'),
  strict_country: z.boolean().default(false).describe('fail rather than use another country'),
  include_subdomains: z
    .boolean()
    .default(false)
    .describe('keep to the registrable domain instead of the host'),
  use_sitemap: z.boolean().default(true).describe('also begin at the pages that sitemaps name'),
  webhook: webAddress.nullish().describe('told when the crawl starts, delivers pages and ends'),
});

/** How far a crawl may climb; beside the body, which is exactly the specification's. */
export const crawlQuery = z.strictObject({
  network: z
    .enum(['service', 'auto'])
    .default('service')
    .describe('`auto`: pages may also come through dearer networks, where cheaper ones do not bring them'),
  max_credits: z
    .int()
    .min(1)
    .max(1_000)
    .optional()
    .describe('credits that one page may cost at most; with `network=auto`, which reserves that much a page'),
});

/** Which links of a crawl are followed. */
export interface FollowRules {
  /** Addresses that differ in nothing but their query are one. */
  ignoresQuery: boolean;
  /** Other sites too. */
  anySite: boolean;
  /** Only what lies below the path of the start page. */
  belowStart: boolean;
  /** The expressions are matched against the whole address instead of its path. */
  wholeAddress: boolean;
  /** Only what sitemaps name. */
  sitemapOnly: boolean;
}

/** Everything a crawl can be told; what its work is done from. */
export interface CrawlCommand {
  url: string;
  limit: number;
  maxDepth: number;
  includePaths: string[] | null;
  excludePaths: string[] | null;
  formats: Array<(typeof formats)[number]>;
  country: string | null;
  strictCountry: boolean;
  includeSubdomains: boolean;
  useSitemap: boolean;
  webhook: string | null;
  /** Networks that pages may come through: our own unless told. */
  network?: 'service' | 'auto';
  /** Credits that one page may cost at most; null for whatever its dearest way costs. */
  maxCredits?: number | null;
  /** How pages are read where that is not as usual, for doors that ask for more. */
  pages?: Omit<PageCommand, 'url' | 'robots'> & Partial<Pick<PageCommand, 'robots'>>;
  /** What is followed where that is not as usual. */
  follows?: FollowRules;
  /** True where the pages are those of a list, and no links are followed. */
  isList?: boolean;
}

/** From the validated body to the command; throws Failure `invalid` for expressions that cannot be used. */
export function toCrawlCommand(
  body: z.output<typeof crawlBody>,
  query: z.output<typeof crawlQuery>,
): CrawlCommand {
  const includePaths = body.include_paths ?? null;
  const excludePaths = body.exclude_paths ?? null;
  compilePathRules({ include: includePaths, exclude: excludePaths });
  return {
    url: body.url.trim(),
    limit: body.limit,
    maxDepth: body.max_depth,
    includePaths,
    excludePaths,
    formats: [...new Set(body.formats)],
    country: body.country ?? null,
    strictCountry: body.strict_country,
    includeSubdomains: body.include_subdomains,
    useSitemap: body.use_sitemap,
    webhook: body.webhook ?? null,
    network: query.network,
    maxCredits: query.max_credits ?? null,
  };
}
