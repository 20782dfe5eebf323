import { createHash } from 'node:crypto';
import type { Receipt } from '../../domain/resources/receipt.ts';
import { addMs } from '../../domain/system/clock.ts';
import { dayMs } from '../../domain/values/day-ms.ts';
import type { Database } from '../../store/database.ts';
import { type CachedPage, findCachedPage } from '../../store/pages/cached-pages.ts';
import { compressJson, decompressDocument } from '../../store/pages/compressed-document.ts';
import type { SearchOutcome } from './query-provider.ts';
import type { SearchCommand } from './search-request.ts';

/** A cached result and the receipt of its search. */
export interface CachedSearch {
  outcome: SearchOutcome;
  receipt: Receipt;
}

/** Cache of search results by account, in the same table as cached pages. */
export interface SearchCache {
  /** Returns a result of the same query that is not too old. */
  find(command: SearchCommand, accountId: string, now: Date): Promise<CachedSearch | null>;
  /**
   * Creates the cache entry of a result, to be written with its receipt; null if the result must not be cached.
   */
  createEntry(
    command: SearchCommand,
    outcome: SearchOutcome,
    receipt: Receipt,
    now: Date,
  ): Promise<CachedPage | null>;
}

const retentionMs = dayMs;
/** Marks search results in the page cache: pages always have at least one format. */
const searchFormats = 0;
/** Codes of temporary warnings, whose results are not cached. */
const temporaryCodes = new Set(['engine_failed', 'provider_failed', 'fewer']);

/** Creates a cache in the database. Changing the configured providers invalidates it. */
export function createSearchCache(database: Database, providerIds: () => readonly string[]): SearchCache {
  function cacheKey({ query, limit, offset = 0 }: SearchCommand): Buffer {
    return createHash('sha256')
      .update(JSON.stringify(['search', providerIds(), query, limit, ...(offset > 0 ? [offset] : [])]))
      .digest();
  }

  return {
    async find(command, accountId, now) {
      if (command.maxAge === 0) return null;
      const lookup = { key: cacheKey(command), formats: searchFormats, maxLength: 0 };
      const cachedPage = await findCachedPage(database, accountId, lookup, now);
      if (cachedPage === null || now.getTime() - cachedPage.storedAt.getTime() > command.maxAge * 1_000)
        return null;
      const text = await decompressDocument(cachedPage.page, cachedPage.bytes);
      return { outcome: JSON.parse(text.toString('utf8')) as SearchOutcome, receipt: cachedPage.receipt };
    },
    async createEntry(command, outcome, receipt, now) {
      const isTemporary = outcome.warnings.some(({ code }) => temporaryCodes.has(code));
      if (outcome.provider === 'local' || isTemporary) return null;
      return {
        key: cacheKey(command),
        formats: searchFormats,
        ...(await compressJson(outcome)),
        receiptId: receipt.id,
        storedAt: now,
        expiresAt: addMs(now, retentionMs),
        length: 0,
        isTruncated: false,
        etag: null,
        lastModified: null,
      };
    },
  };
}
