import { z } from 'zod';
import { nothingStored, type PageCommand, usualPageCommand } from '../../domain/page-command.ts';
import { countrySchema } from '../../operations/schemas/page-options.ts';

/** The strict body of `POST /v1/map`. */
export const mapBody = z.strictObject({
  url: z.string().max(8_192).describe('where the site begins; its host is what is mapped'),
  search: z
    .string()
    .max(1_000)
    .nullish()
    .describe('keeps addresses that match the words (in the address, title or description), best first'),
  limit: z.int().min(1).max(100_000).default(200),
  include_subdomains: z.boolean().default(false).describe('the whole registrable domain'),
  sitemap: z
    .enum(['include', 'only', 'skip'])
    .default('include')
    .describe('sitemaps beside the links of the start page, alone, or not at all'),
  country: countrySchema.nullish().describe('two-letter code of the exit country'),
});

/** What a map is asked for. */
export interface MapCommand {
  /** As the caller wrote it. */
  url: string;
  search: string | null;
  limit: number;
  includeSubdomains: boolean;
  sitemap: 'include' | 'only' | 'skip';
  /** ISO 3166-1 alpha-2 in upper case. */
  country: string | null;
}

/** From the validated body to the command. */
export function toMapCommand(body: z.output<typeof mapBody>): MapCommand {
  return {
    url: body.url,
    search: body.search ?? null,
    limit: body.limit,
    includeSubdomains: body.include_subdomains,
    sitemap: body.sitemap,
    country: body.country ?? null,
  };
}

const startWithinMs = 40_000;

/** The start page as a page of its own, read for its links and its head alone. */
export function startPageCommand(command: MapCommand): PageCommand {
  return usualPageCommand(command.url, {
    ...nothingStored,
    formats: ['links', 'raw_html'],
    country: command.country,
    network: 'service',
    render: 'never',
    timeoutMs: startWithinMs,
  });
}
