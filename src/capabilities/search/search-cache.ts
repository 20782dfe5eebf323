import { createHash } from 'node:crypto';
import { addMs } from '../../domain/clock.ts';
import type { Receipt } from '../../domain/receipt.ts';
import { type CachedPage, findCachedPage } from '../../store/cached-pages.ts';
import type { Database } from '../../store/database.ts';
import { packDocument, unpackDocument } from '../../store/packed-document.ts';
import type { Found } from './ask-provider.ts';
import type { SearchCommand } from './search-request.ts';

/** An answer that is given again, and the receipt of the search that found it. */
export interface FoundBefore {
  found: Found;
  receipt: Receipt;
}

/** Gives answers again, each account its own; they lie with the results of pages that may be given again. */
export interface SearchCache {
  /** An answer to the same question that is young enough. */
  find(command: SearchCommand, accountId: string, now: Date): Promise<FoundBefore | null>;
  /** What is to be kept of an answer, to be written together with its receipt; null when it may not be given again. */
  entryOf(command: SearchCommand, found: Found, receipt: Receipt, now: Date): Promise<CachedPage | null>;
}

const keptMs = 24 * 3_600_000;
/** No page is asked in no format at all: answers to searches cannot be taken for one. */
const noFormat = 0;
/** What passes by itself is not kept: the next one may have more. */
const passing = new Set(['engine_failed', 'provider_failed', 'fewer']);

/** A cache over the database; `providerIds` makes another set-up ask anew. */
export function createSearchCache(database: Database, providerIds: readonly string[]): SearchCache {
  function keyOf({ query, limit }: SearchCommand): Buffer {
    return createHash('sha256')
      .update(JSON.stringify(['search', providerIds, query, limit]))
      .digest();
  }

  return {
    async find(command, accountId, now) {
      if (command.maxAge === 0) return null;
      const asked = { key: keyOf(command), formats: noFormat, maxLength: 0 };
      const kept = await findCachedPage(database, accountId, asked, now);
      if (kept === null || now.getTime() - kept.storedAt.getTime() > command.maxAge * 1_000) return null;
      const text = await unpackDocument(kept.page, kept.bytes);
      return { found: JSON.parse(text.toString('utf8')) as Found, receipt: kept.receipt };
    },
    async entryOf(command, found, receipt, now) {
      const isPassing = found.warnings.some(({ code }) => passing.has(code));
      if (found.provider === 'local' || isPassing) return null;
      return {
        key: keyOf(command),
        formats: noFormat,
        ...(await packDocument(JSON.stringify(found))),
        receiptId: receipt.id,
        storedAt: now,
        expiresAt: addMs(now, keptMs),
        length: 0,
        isCut: false,
        etag: null,
        lastModified: null,
      };
    },
  };
}
