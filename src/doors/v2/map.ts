import { z } from 'zod';
import type { MapAnswer } from '../../capabilities/map/map-answer.ts';
import type { MapCommand } from '../../capabilities/map/map-request.ts';
import { uuidOf } from '../../domain/identifier.ts';
import type { Operation, Work } from '../../operations/operation.ts';
import { defineCall } from './define-call.ts';
import { failureOf } from './page-reply.ts';
import { answeredWith, answerOf, failed, succeeded, type V2Reply, warningOf } from './reply.ts';
import { scrapeShape, toAddress } from './scrape-options.ts';
import { type IgnoredOptions, keyWarnings } from './unknown-keys.ts';

const mostLinks = 100_000;

const body = z.looseObject({
  url: z.string().min(1).max(8_192),
  search: z.string().max(1_000).nullish(),
  sitemap: z.enum(['include', 'only', 'skip']).nullish(),
  includeSubdomains: z.boolean().nullish(),
  ignoreQueryParameters: z.boolean().nullish(),
  limit: z.int().min(1).nullish(),
  timeout: z.number().min(1).nullish(),
  location: scrapeShape.location,
});

/** Options of maps that are taken and change nothing. */
export const ignoredMapOptions: IgnoredOptions = {
  origin: null,
  integration: null,
  useIndex: null,
  ignoreCache: null,
  auditMetadata: null,
  headers: 'a map sends no headers of yours.',
  filterByPath: 'the whole site is listed; use search.',
  allowExternalLinks: 'a map lists one site.',
  threatProtection: 'this server has no such protection.',
};

interface Order {
  command: MapCommand;
  /** Whether addresses that differ in nothing but their query are one. */
  ignoresQuery: boolean;
  /** Milliseconds; null for as long as it takes. */
  timeoutMs: number | null;
  limit: number;
  warnings: string[];
}

function toOrder(asked: z.output<typeof body>): Order {
  const limit = Math.min(asked.limit ?? 5_000, mostLinks);
  const ignoresQuery = asked.ignoreQueryParameters ?? true;
  const warnings = keyWarnings(body, asked, ignoredMapOptions);
  if ((asked.limit ?? 0) > mostLinks) warnings.push(`limit was cut to ${mostLinks}.`);
  return {
    command: {
      url: toAddress(asked.url),
      search: asked.search || null,
      // Addresses that turn out to be the same leave room for others.
      limit: ignoresQuery ? mostLinks : limit,
      includeSubdomains: asked.includeSubdomains ?? true,
      sitemap: asked.sitemap ?? 'include',
      country: asked.location?.country?.slice(0, 2).toUpperCase() ?? null,
    },
    ignoresQuery,
    timeoutMs: asked.timeout ?? null,
    limit,
    warnings,
  };
}

type Link = MapAnswer['links'][number];

function withoutQueries(links: readonly Link[]): Link[] {
  const byAddress = new Map<string, Link>();
  for (const link of links) {
    const url = link.url.replace(/\?[^#]*/, '');
    if (!byAddress.has(url)) byAddress.set(url, { ...link, url });
  }
  return [...byAddress.values()];
}

function mapReply(map: MapAnswer, { ignoresQuery, limit, warnings }: Order): V2Reply {
  if (map.status !== 'ok') {
    const { status, code } = failureOf(map);
    const own = code === 'SCRAPE_TIMEOUT' ? 'MAP_TIMEOUT' : code.startsWith('SCRAPE_') ? 'MAP_FAILED' : code;
    return failed(status, own, map.error?.message ?? map.status, {
      outcome: map.status,
      cause: map.error?.code ?? null,
    });
  }
  const found = ignoresQuery ? withoutQueries(map.links) : map.links;
  const links = found.slice(0, limit).map(({ url, title, description }) => ({
    url,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
  }));
  const said = map.warnings.filter(({ code }) => code !== 'limit_reached').map(({ message }) => message);
  if (found.length > limit) said.push(`${found.length} addresses were found and ${limit} are listed.`);
  return succeeded({ id: uuidOf(map.receipt.id), links, ...warningOf([...warnings, ...said]) });
}

/** The time that the caller gives is up: what he waits for no longer is not gone on with. */
async function withinTime<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  signal: AbortSignal,
  ms: number | null,
) {
  if (ms === null) return work(signal);
  const time = AbortSignal.timeout(ms);
  try {
    return await work(AbortSignal.any([signal, time]));
  } catch (error) {
    if (!time.aborted || signal.aborted) throw error;
    return null;
  }
}

/** Listing the addresses of a site. */
export function mapCall(map: Work<MapCommand, MapAnswer>): Operation {
  return defineCall({
    tool: 'map',
    title: 'Map',
    description: 'Lists the addresses of a site from its sitemaps and the links of its start page.',
    method: 'POST',
    path: '/v2/map',
    scope: 'write',
    body,
    toCommand: (input) => toOrder(input.body),
    run: async (order, context) => {
      const work = (signal: AbortSignal) => map(order.command, { ...context, signal });
      const outcome = await withinTime(work, context.signal, order.timeoutMs);
      if (outcome === null) {
        const late = failed(408, 'MAP_TIMEOUT', 'the map was not done in the time given');
        const error = { code: 'timeout', message: 'the map was not done in the time given' };
        return {
          answer: { kind: 'json', value: late },
          status: 'failed',
          url: order.command.url,
          country: null,
          error,
          receipts: [],
          charges: [],
          reservationId: null,
          contents: [],
        };
      }
      return answeredWith(outcome, mapReply(answerOf(outcome), order));
    },
  });
}
