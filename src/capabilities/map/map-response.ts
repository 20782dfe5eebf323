import { z } from 'zod';
import type { PageError, PageStatus, Warning } from '../../domain/pages/outcome.ts';
import type { Receipt } from '../../domain/resources/receipt.ts';
import { continueField } from '../../operations/declaration/continuation.ts';
import { fromPage } from '../../operations/page-origin.ts';
import { withSchemaName } from '../../operations/schema-names.ts';
import { warningsSchema } from '../../operations/schemas/page-result.ts';
import { pageErrorSchema, pageStatusSchema, receiptSchema } from '../../operations/schemas/receipt.ts';

const llmsTextDescription =
  'URLs of the texts for language models that the site has: `llms.txt` and `llms-full.txt`. Absent if it has none, or for `sitemap` `only` and `skip`.';

/** First source of a URL. */
export type LinkSource = 'sitemap' | 'link' | 'robots' | 'llms_txt';

/** One URL of a site. */
export interface MapLink {
  url: string;
  title?: string;
  description?: string;
  lastmod?: string;
  source: LinkSource;
}

/** Response of `POST /v1/map` (docs/api/pages.md#map). */
export interface MapResponse {
  status: PageStatus;
  error?: PageError;
  /** URL as given in the request. */
  url: string;
  links: MapLink[];
  total: number;
  complete: boolean;
  llms_txt?: string[];
  continue?: string;
  warnings: Warning[];
  receipt: Receipt;
}

/** Schema of the response. */
export const mapResponseSchema: z.ZodType<MapResponse> = withSchemaName(
  'MapAnswer',
  z.object({
    status: pageStatusSchema,
    error: pageErrorSchema.optional(),
    url: z.string().describe('URL as given in the request.'),
    links: z
      .array(
        z.object({
          url: fromPage(z.string()).describe('Absolute URL.'),
          title: fromPage(z.string())
            .optional()
            .describe('Title of the page, otherwise the text of a link to it.'),
          description: fromPage(z.string())
            .optional()
            .describe('Description of the page; absent if no source states one.'),
          lastmod: fromPage(z.string())
            .optional()
            .describe('Last modification as stated by the sitemap or feed.'),
          source: z
            .enum(['sitemap', 'link', 'robots', 'llms_txt'])
            .describe('First source of the URL. Feeds count as sitemaps. `llms_txt`: `llms.txt` lists it.'),
        }),
      )
      .describe('URLs of the site.'),
    total: z
      .int()
      .describe(
        'Number of matching URLs that this call found. `links` contains at most `limit` of them. A continued call counts only URLs that were not listed before.',
      ),
    complete: z
      .boolean()
      .describe(
        'True if all sitemaps of the site were read completely and all URLs are listed. Otherwise, `warnings` states the reason.',
      ),
    llms_txt: fromPage(z.array(z.string())).optional().describe(llmsTextDescription),
    continue: continueField,
    warnings: warningsSchema,
    receipt: receiptSchema,
  }),
);
