import { createHash } from 'node:crypto';
import { readsContent } from '../../domain/pages/content.ts';
import type { Warning } from '../../domain/pages/outcome.ts';
import { formats } from '../../domain/pages/page.ts';
import type { PageCommand } from '../../domain/pages/page-command.ts';
import type { Receipt } from '../../domain/resources/receipt.ts';
import { maskPageAddresses } from '../../domain/secrets/mask-address.ts';
import { addMs, type Clock } from '../../domain/system/clock.ts';
import { parseAbsoluteUrl } from '../../domain/values/absolute-url.ts';
import { dayMs } from '../../domain/values/day-ms.ts';
import { isLongerThan } from '../../domain/values/json-pieces.ts';
import type { Database } from '../../store/database.ts';
import {
  type CachedPage,
  type CachedPageRow,
  type CacheKey,
  findCachedPage,
} from '../../store/pages/cached-pages.ts';
import { compressJson, decompressDocument } from '../../store/pages/compressed-document.ts';
import type { FetchPage, FetchRequest } from '../fetch-request.ts';
import type { FetchedPage } from '../fetched-page.ts';

/** Cache of page results. */
export interface PageCache {
  /**
   * Reads one page: from the cache if the stored result is at most `max_age` seconds old, with a conditional request
   * if it is older, otherwise from the site.
   */
  read(command: PageCommand, request: FetchRequest): Promise<FetchedPage>;
  /** Returns the cache entry of a result, to be written together with its receipt; null if it must not be cached. */
  createEntry(command: PageCommand, result: FetchedPage, receipt: Receipt): Promise<CachedPage | null>;
}

/** Dependencies of the page cache. */
export interface PageCachePorts {
  fetchPage: FetchPage;
  database: Database;
  clock: Clock;
  /** Returns whether a URL may still be contacted: a forbidden URL is not served from the cache either. */
  isAllowed(url: URL): boolean;
  /** Milliseconds for which stored pages are kept. */
  keepPagesMs: number;
}

/** Maximum time for which a result stays in the cache, in milliseconds. */
const maxCachedMs = 2 * dayMs;
/** Maximum packed size of a cached result, in bytes. */
const maxPackedBytes = 1024 * 1024;
/** Maximum size of a cached result, in characters of JSON: longer ones hardly ever pack into {@link maxPackedBytes}. */
const maxCachedLength = 16_000_000;

/**
 * Own headers, logins, steps, sent data, a visitor of its own and extracted values make a result specific to its request; such results are never
 * cached.
 */
function isCacheable(command: PageCommand): boolean {
  const { headers, login, steps, json, attributes, pdfPages, sent, visitor, consent } = command;
  const isPlain = json === undefined && attributes === undefined && pdfPages === undefined;
  if (sent !== undefined || visitor !== undefined || consent !== undefined) return false;
  return isPlain && Object.keys(headers).length === 0 && login === null && steps.length === 0;
}

/** Returns a key of the URL and of every option that affects the content; null for an invalid URL. */
function createCacheKey(command: PageCommand): CacheKey | null {
  const url = parseAbsoluteUrl(command.url);
  if (url === null) return null;
  const { country, strictCountry, network, render, onlyMainContent, includeSelectors, excludeSelectors } =
    command;
  const { waitMs, mobile, screenshot, focus, maxTokens, pages, marksPages, blocksAds, ocr } = command;
  const options = [country, strictCountry, network, render, onlyMainContent, includeSelectors];
  const keyParts = [url.href, ...options, excludeSelectors, waitMs, mobile, screenshot, focus, maxTokens];
  if (command.blocks !== undefined) keyParts.push(['blocks', ...command.blocks]);
  if (blocksAds !== undefined) keyParts.push(['blocksAds', String(blocksAds)]);
  if (pages !== undefined || marksPages !== undefined) keyParts.push([pages ?? '', String(marksPages)]);
  if (ocr !== undefined) keyParts.push(['ocr', ocr]);
  if (command.links !== undefined) keyParts.push(['links', command.links]);
  return {
    key: createHash('sha256').update(JSON.stringify(keyParts)).digest(),
    formats: command.formats.reduce((bits, format) => bits | (1 << formats.indexOf(format)), 0),
  };
}

function createNotModifiedWarning(since: Date): Warning {
  const message = `The site reports that the page has not changed since it was read at ${since.toISOString()}.`;
  return { code: 'not_modified', message };
}

/** Removes the formats that the command does not request. */
function selectRequestedFormats(page: FetchedPage['page'], command: PageCommand): FetchedPage['page'] {
  const unrequested: ReadonlySet<string> = new Set(
    formats.filter((format) => !command.formats.includes(format)),
  );
  const hasContent = readsContent(command);
  const isKept = (name: string) => name === 'metadata' || !unrequested.has(name);
  const kept = Object.entries(page).filter(([name]) => isKept(name) && (hasContent || name !== 'ref'));
  return {
    ...(Object.fromEntries(kept) as unknown as FetchedPage['page']),
    ...(!hasContent && { length: 0, truncated: false }),
    url: command.url,
  };
}

async function readCachedPage(cached: CachedPageRow, command: PageCommand): Promise<FetchedPage['page']> {
  const text = await decompressDocument(cached.page, cached.bytes);
  return selectRequestedFormats(JSON.parse(text.toString('utf8')) as FetchedPage['page'], command);
}

/** Returns a cached result unchanged: nothing is contacted, and the receipt names the original receipt. */
async function createCachedResult(
  cached: CachedPageRow,
  command: PageCommand,
  startedAt: Date,
  now: Date,
): Promise<FetchedPage> {
  const { receipt } = cached;
  const page = await readCachedPage(cached, command);
  return {
    page,
    observation: {
      url: command.url,
      final_url: page.final_url,
      status: page.status,
      status_code: page.status_code,
      derived_from: receipt.id,
      route: 'cache',
      exit: receipt.exit,
      credits: 0,
      charges: [],
      attempts: [],
      fetched_at: receipt.fetched_at,
      ms: Math.max(0, now.getTime() - startedAt.getTime()),
      bytes: 0,
      content_sha256: receipt.content_sha256,
      robots: receipt.robots,
    },
    content: null,
    validators: null,
  };
}

/** Combines a 304 response with the cached content: the response is the observation. */
async function createRevalidatedResult(
  cached: CachedPageRow,
  command: PageCommand,
  answer: FetchedPage,
): Promise<FetchedPage> {
  const page = await readCachedPage(cached, command);
  const original: Receipt = cached.receipt;
  return {
    ...answer,
    page: {
      ...page,
      final_url: answer.page.final_url,
      warnings: [
        ...page.warnings,
        ...answer.page.warnings,
        createNotModifiedWarning(new Date(original.fetched_at)),
      ],
    },
    observation: {
      ...answer.observation,
      derived_from: original.id,
      content_sha256: original.content_sha256,
    },
  };
}

/** Creates a page cache in the database, separate for each account. */
export function createPageCache(ports: PageCachePorts): PageCache {
  const { fetchPage, database, clock } = ports;

  async function find(command: PageCommand, accountId: string): Promise<CachedPageRow | null> {
    if (command.maxAge === 0 || !isCacheable(command)) return null;
    const key = createCacheKey(command);
    const url = parseAbsoluteUrl(command.url);
    if (key === null || url === null || !ports.isAllowed(url)) return null;
    return findCachedPage(database, accountId, { ...key, maxLength: command.maxLength }, clock.now());
  }

  return {
    async read(command, request) {
      const startedAt = clock.now();
      const cached = await find(command, request.accountId);
      if (cached === null) return fetchPage(command, request);
      const ageMs = startedAt.getTime() - cached.storedAt.getTime();
      if (ageMs <= command.maxAge * 1_000) return createCachedResult(cached, command, startedAt, clock.now());
      const { etag, lastModified } = cached;
      const result = await fetchPage(command, { ...request, validators: { etag, lastModified } });
      return result.isNotModified === true ? createRevalidatedResult(cached, command, result) : result;
    },

    async createEntry(command, result, receipt) {
      const key = createCacheKey(command);
      const document = result.page;
      // A login may have been chosen for the command.
      const isPublic = receipt.login === undefined;
      const isOriginal = isPublic && receipt.route !== 'cache' && document.status === 'ok';
      if (key === null || !isOriginal || !isCacheable(command) || command.isCached === false) return null;
      if (isLongerThan(document, maxCachedLength)) return null;
      const warnings = document.warnings.filter(({ code }) => code !== 'not_modified');
      const packed = await compressJson({ ...maskPageAddresses(document), warnings });
      if (packed.page.byteLength > maxPackedBytes) return null;
      const storedAt = clock.now();
      const refLifetimeMs =
        document.expires_at === undefined
          ? maxCachedMs
          : Date.parse(document.expires_at) - storedAt.getTime();
      return {
        ...key,
        ...packed,
        receiptId: receipt.id,
        storedAt,
        expiresAt: addMs(storedAt, Math.min(maxCachedMs, ports.keepPagesMs, refLifetimeMs)),
        length: document.truncated ? command.maxLength : document.length,
        isTruncated: document.truncated,
        etag: result.validators?.etag ?? null,
        lastModified: result.validators?.lastModified ?? null,
      };
    },
  };
}
