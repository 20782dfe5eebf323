import { z } from 'zod';
import type { Warning } from '../../domain/pages/outcome.ts';
import { defaultPageCommand, type PageCommand, withoutStoredText } from '../../domain/pages/page-command.ts';
import type { Network } from '../../domain/resources/exit.ts';
import { routePrices } from '../../domain/resources/rate-card.ts';
import { exitFields, pageOptions } from '../../operations/schemas/page-options.ts';
import type { StoredApplications } from '../../site/links/hash-routes.ts';
import type { PlannedFile } from './sitemap-walk.ts';

/** Body of `POST /v1/map`. */
export const mapBody = z.strictObject({
  url: z.string().max(8_192).describe('Start page of the site. The host of this URL is mapped.'),
  search: z
    .string()
    .max(1_000)
    .nullish()
    .describe(
      'Words to search for in the URL, title or description. Only matching URLs are returned, best first.',
    ),
  limit: z.int().min(1).max(100_000).default(200).describe('Maximum number of URLs.'),
  include_subdomains: z.boolean().default(false).describe('Include all hosts of the registrable domain.'),
  sitemap: z
    .enum(['include', 'only', 'skip'])
    .default('include')
    .describe(
      '`include`: sitemaps and links of the start page. `only`: sitemaps. `skip`: links of the start page.',
    ),
  ...exitFields,
});

/** Options of a map beside its body, as query parameters. */
export const mapQuery = z.strictObject({
  login: pageOptions.login.describe('Id of a saved login of the site, with which the start page is read.'),
});

/** State of a map that the next call continues. */
export interface MapRest {
  /** Final URL of the start page. */
  site: string;
  /** Sitemaps that were not read yet; null to read the site again from its start page. */
  files: PlannedFile[] | null;
  /** Digests of the URLs that were listed (`createUrlDigests`). */
  listed: string;
  hasSitemap: boolean;
  /** Applications whose routes are pages. */
  applications?: StoredApplications;
  /** Number of sitemaps that were requested so far. */
  requestedFiles?: number;
  /** Reasons for a possibly incomplete list that remain. */
  gaps: Warning[];
}

/** Options of a map. */
export interface MapCommand {
  /** URL as given in the request. */
  url: string;
  search: string | null;
  limit: number;
  includeSubdomains: boolean;
  sitemap: 'include' | 'only' | 'skip';
  /** ISO 3166-1 alpha-2 code in upper case. */
  country: string | null;
  strictCountry: boolean;
  /** Id of a saved login; absent or null for none. */
  login?: string | null;
  /** Set if the call continues another one. */
  rest: MapRest | null;
}

/** Converts the validated body to a command. */
export function toMapCommand(
  body: z.output<typeof mapBody>,
  { login }: Partial<z.output<typeof mapQuery>> = {},
): MapCommand {
  return {
    url: body.url,
    search: body.search ?? null,
    limit: body.limit,
    includeSubdomains: body.include_subdomains,
    sitemap: body.sitemap,
    country: body.country ?? null,
    strictCountry: body.strict_country,
    login: login ?? null,
    rest: null,
  };
}

const startPageTimeoutMs = 40_000;
/** Only a requested country is read through a network that costs more than the one of this service. */
const maxPageCredits = routePrices.residential;

/** Returns the networks whose exits a map uses. */
export function networksOfMap({ country }: MapCommand): readonly Network[] {
  return country === null ? ['service'] : ['service', 'residential'];
}

/** Returns the page options for reading the links and the head of the start page. */
export function createStartPageCommand(command: MapCommand, maxMs: number): PageCommand {
  const login = command.login ?? null;
  return defaultPageCommand(command.url, {
    ...withoutStoredText,
    formats: ['links', 'raw_html'],
    country: command.country,
    strictCountry: command.strictCountry,
    ...(command.country === null ? { network: 'service' } : { network: 'auto', maxCredits: maxPageCredits }),
    // An application links to its pages only after its scripts have run.
    render: command.sitemap === 'only' && login === null ? 'never' : 'auto',
    login,
    loginFor: 'map',
    timeoutMs: Math.min(startPageTimeoutMs, maxMs),
  });
}

/** Returns the page options for showing a route of an application in a browser. */
export function createRoutePageCommand(command: MapCommand, url: string, maxMs: number): PageCommand {
  return {
    ...createStartPageCommand(command, Math.max(1, Math.ceil(maxMs))),
    url,
    formats: ['markdown', 'links'],
    render: 'always',
  };
}
