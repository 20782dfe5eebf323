import { z } from 'zod';
import type { MapCommand } from '../../../capabilities/map/map-request.ts';
import type { MapResponse } from '../../../capabilities/map/map-response.ts';
import { uuidOf } from '../../../domain/values/identifier.ts';
import type { CommandHandler, Operation } from '../../../operations/declaration/operation.ts';
import { defineCall } from '../define-call.ts';
import { createKeyWarnings, type IgnoredOptions } from '../ignored-options.ts';
import {
  createError,
  createSuccess,
  createWarningField,
  jsonAnswerOf,
  type V2Reply,
  withReply,
} from '../reply.ts';
import { createTimeoutOutcome, runWithTimeout } from '../run-with-timeout.ts';
import { toV2Error } from '../scrape/page-reply.ts';
import { loginSchema, scrapeShape, toExitCountry, urlSchema } from '../scrape/scrape-options.ts';

const maxLinks = 100_000;

const body = z.looseObject({
  url: urlSchema,
  search: z.string().max(1_000).nullish(),
  sitemap: z.enum(['include', 'only', 'skip']).nullish(),
  includeSubdomains: z.boolean().nullish(),
  ignoreQueryParameters: z.boolean().nullish(),
  limit: z.int().min(1).nullish(),
  timeout: z.number().min(1).nullish(),
  location: scrapeShape.location,
  strictCountry: scrapeShape.strictCountry,
  login: loginSchema,
});

/** Map options that are accepted without effect; a text is the reason in the warning. */
export const ignoredMapOptions: IgnoredOptions = {
  origin: null,
  integration: null,
  useIndex: 'The site is always read, because this server has no index of other sites.',
  ignoreCache: { unless: true, reason: 'The site is always read, because a map is not cached.' },
  auditMetadata: 'Use the request history of this server: GET /v1/requests.',
  headers: 'A map does not send custom headers.',
  filterByPath: 'A map lists the whole site. Use search to filter.',
  allowExternalLinks: 'A map lists only one site.',
  threatProtection: 'This server has no threat protection.',
};

interface ParsedMap {
  command: MapCommand;
  /** True if URLs that differ only in their query are one. */
  ignoresQuery: boolean;
  /** Milliseconds; null: no time limit. */
  timeoutMs: number | null;
  limit: number;
  warnings: string[];
}

function parseMap(requestBody: z.output<typeof body>): ParsedMap {
  const limit = Math.min(requestBody.limit ?? 5_000, maxLinks);
  const ignoresQuery = requestBody.ignoreQueryParameters ?? true;
  const warnings = createKeyWarnings(body, requestBody, ignoredMapOptions);
  if ((requestBody.limit ?? 0) > maxLinks) warnings.push(`limit was reduced to ${maxLinks}.`);
  return {
    command: {
      url: requestBody.url,
      search: requestBody.search || null,
      // URLs are deduplicated after the map, so that more than `limit` are needed.
      limit: ignoresQuery ? maxLinks : limit,
      includeSubdomains: requestBody.includeSubdomains ?? true,
      sitemap: requestBody.sitemap ?? 'include',
      ...toExitCountry(requestBody),
      login: requestBody.login ?? null,
      rest: null,
    },
    ignoresQuery,
    timeoutMs: requestBody.timeout ?? null,
    limit,
    warnings,
  };
}

type Link = MapResponse['links'][number];

function withoutQueries(links: readonly Link[]): Link[] {
  const byUrl = new Map<string, Link>();
  for (const link of links) {
    const url = link.url.replace(/\?[^#]*/, '');
    if (!byUrl.has(url)) byUrl.set(url, { ...link, url });
  }
  return [...byUrl.values()];
}

function createMapReply(map: MapResponse, { ignoresQuery, limit, warnings }: ParsedMap): V2Reply {
  if (map.status !== 'ok') {
    const { status, code } = toV2Error(map);
    const mapCode =
      code === 'SCRAPE_TIMEOUT' ? 'MAP_TIMEOUT' : code.startsWith('SCRAPE_') ? 'MAP_FAILED' : code;
    return createError(status, mapCode, map.error?.message ?? map.status, {
      outcome: map.status,
      cause: map.error?.code ?? null,
    });
  }
  const matching = ignoresQuery ? withoutQueries(map.links) : map.links;
  const links = matching.slice(0, limit).map(({ url, title, description }) => ({
    url,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
  }));
  const isCut = matching.length > limit;
  // Without the cut of this reply, that of the map itself remains.
  const messages = map.warnings
    .filter(({ code }) => code !== 'limit_reached' || !isCut)
    .map(({ message }) => message);
  if (isCut)
    messages.push(
      `${matching.length} URLs were found and ${limit} are returned. Increase limit to get more.`,
    );
  return createSuccess({
    id: uuidOf(map.receipt.id),
    links,
    ...createWarningField([...warnings, ...messages]),
  });
}

/** Lists the URLs of a site. */
export function mapCall(map: CommandHandler<MapCommand, MapResponse>): Operation {
  return defineCall({
    tool: 'map',
    title: 'List the URLs of a site',
    description: 'Lists the URLs of a site from its sitemaps and the links of its start page.',
    method: 'POST',
    path: '/v2/map',
    scope: 'write',
    body,
    toCommand: (input) => parseMap(input.body),
    run: async (parsed, context) => {
      const work = (signal: AbortSignal) => map(parsed.command, { ...context, signal });
      const outcome = await runWithTimeout(work, context.signal, parsed.timeoutMs);
      if (outcome === null) return createTimeoutOutcome('MAP_TIMEOUT', 'map', parsed.command.url);
      return withReply(outcome, createMapReply(jsonAnswerOf(outcome), parsed));
    },
  });
}
