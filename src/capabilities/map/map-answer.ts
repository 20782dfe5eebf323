import { z } from 'zod';
import type { PageError, PageStatus, Warning } from '../../domain/outcome.ts';
import type { Receipt } from '../../domain/receipt.ts';
import { named } from '../../operations/schema-names.ts';
import { warningSchema } from '../../operations/schemas/page-result.ts';
import { pageErrorSchema, pageStatusSchema, receiptSchema } from '../../operations/schemas/receipt.ts';

/** Where an address was found first. */
export type LinkSource = 'sitemap' | 'link' | 'robots';

/** One address of a site. */
export interface MapLink {
  url: string;
  title?: string;
  description?: string;
  lastmod?: string;
  source: LinkSource;
}

/** What `POST /v1/map` answers (api.md section 3). A document in wire names. */
export interface MapAnswer {
  status: PageStatus;
  error?: PageError;
  /** As asked. */
  url: string;
  links: MapLink[];
  total: number;
  complete: boolean;
  warnings: Warning[];
  receipt: Receipt;
}

/** The answer's shape. */
export const mapAnswerSchema: z.ZodType<MapAnswer> = named(
  'MapAnswer',
  z.object({
    status: pageStatusSchema,
    error: pageErrorSchema.optional(),
    url: z.string().describe('as asked'),
    links: z.array(
      z.object({
        url: z.string(),
        title: z.string().optional().describe('of the page, else the text of the link to it'),
        description: z.string().optional(),
        lastmod: z.string().optional().describe('as the sitemap or feed says'),
        source: z
          .enum(['sitemap', 'link', 'robots'])
          .describe('where it was found first; a feed is a sitemap'),
      }),
    ),
    total: z.int().describe('addresses found that match; `links` holds at most `limit` of them'),
    complete: z
      .boolean()
      .describe(
        'true when the sitemaps of the site were read whole and everything found is listed; else `warnings` say why',
      ),
    warnings: z.array(warningSchema),
    receipt: receiptSchema,
  }),
);
