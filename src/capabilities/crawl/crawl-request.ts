import { z } from 'zod';
import { formats } from '../../domain/pages/page.ts';
import type { PageCommand } from '../../domain/pages/page-command.ts';
import { parseAbsoluteUrl } from '../../domain/values/absolute-url.ts';
import { secretField } from '../../operations/declaration/secret-fields.ts';
import { exitFields } from '../../operations/schemas/page-options.ts';

function isHttpUrl(text: string): boolean {
  const url = parseAbsoluteUrl(text);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
}

const httpUrl = z
  .string()
  .max(8_192)
  .refine(
    isHttpUrl,
    'This is not an absolute http or https URL. Write the whole URL, such as https://example.com/page.',
  );

const expressions = z.array(z.string().min(1)).nullish();

/** Body of `POST /v1/crawl` (docs/api/jobs.md#crawl). */
export const crawlBody = z.strictObject({
  url: httpUrl.describe('Start page. The crawl stays on the host of this URL, on all paths.'),
  limit: z.int().min(1).max(5_000).default(50).describe('Maximum number of delivered pages.'),
  max_depth: z
    .int()
    .min(0)
    .max(100)
    .default(3)
    .describe('Maximum number of links from the start page. 0 reads only the start page.'),
  include_paths: expressions.describe(
    'RE2 expressions, matched anywhere in the path. Only pages that match one of them are read. The start page is always read.',
  ),
  exclude_paths: expressions.describe(
    'RE2 expressions, matched anywhere in the path. Pages that match one of them are not read.',
  ),
  formats: z.array(z.enum(formats)).min(1).default(['markdown']).describe('Formats of each page.'),
  ...exitFields,
  include_subdomains: z.boolean().default(false).describe('Include all hosts of the registrable domain.'),
  use_sitemap: z.boolean().default(true).describe('Also start from the pages that sitemaps list.'),
  webhook: secretField(httpUrl.clone(), 'webhook')
    .nullish()
    .describe('URL that receives an event when the crawl starts, delivers pages and ends.'),
});

/** Rules that select the links a crawl follows. */
export interface FollowRules {
  /** URLs that differ only in their query are treated as one page. */
  ignoresQuery: boolean;
  /** Links to other sites are followed. */
  anySite: boolean;
  /** Only URLs below the path of the start page are followed. */
  belowStart: boolean;
  /** The expressions match the whole URL instead of its path. */
  wholeAddress: boolean;
  /** Only URLs from sitemaps are followed. */
  sitemapOnly: boolean;
}

/** Pace of a job. */
export interface JobPace {
  /** Maximum number of concurrent pages; null: no limit of its own. */
  maxConcurrency: number | null;
  /** Pause between two pages in milliseconds; a pause means one page at a time. */
  delayMs: number;
}

/** All options of a crawl. */
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
  /** Networks that pages are fetched through; default: `service`. */
  network?: 'service' | 'auto';
  /** Maximum credits per page; null: the price of the most expensive permitted route. */
  maxCredits?: number | null;
  /** True for a crawl of `/v1`, whose messages name its parameters. */
  isOfV1?: true;
  /** Options for reading pages; absent: the default of each. */
  pages?: Omit<PageCommand, 'url' | 'robots'> & Partial<Pick<PageCommand, 'robots'>>;
  /** Link rules that differ from the default. */
  follows?: FollowRules;
  /** Pace that the caller sets, in addition to politeness. */
  pace?: JobPace;
  /** Words to look for: links that match them are read first. Absent: breadth first. */
  search?: string | null;
  /** True for a list of URLs; links are not followed. */
  isList?: boolean;
}
