import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { addMs, type Clock } from '../../../domain/system/clock.ts';
import type { Log } from '../../../domain/system/log.ts';
import type { Database } from '../../../store/database.ts';
import {
  compressDocument,
  compressJson,
  decompressDocument,
} from '../../../store/pages/compressed-document.ts';
import { storableJson } from '../../../store/storable.ts';
import { createThrottledErrorLog } from '../../../store/throttled-error-log.ts';
import type { ArchivedResponse, Capture } from '../archive.ts';
import { parseTimestamp } from '../index/timestamps.ts';

/** Cache of archive responses, shared by all processes. */
export interface ArchiveCache {
  /** Returns a cached index answer that has not expired, and its age. */
  findAnswer<Value>(source: string, query: unknown): Promise<{ value: Value; ageSeconds: number } | null>;
  /** Stores an answer for `forMs` milliseconds. */
  storeAnswer(source: string, query: unknown, value: unknown, ttlMs: number): Promise<void>;
  findCapture(capture: Capture): Promise<ArchivedResponse | null>;
  storeCapture(capture: Capture, response: ArchivedResponse): Promise<void>;
}

/** Maximum size of a cached answer or body, in bytes before packing. */
const maxBytes = 24 * 1024 * 1024;
/** Maximum packed size of all captures; the least recently used ones are deleted. */
const maxCapturesBytes = 8 * 1024 ** 3;
const batchSize = 500;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Returns for how long an index answer is cached: old windows rarely change, recent ones do. */
export function cacheTtlMs(until: string | null, now: Date): number {
  const age = until === null ? 0 : now.getTime() - parseTimestamp(until).getTime();
  if (age > 365 * dayMs) return 14 * dayMs;
  return age > 60 * dayMs ? 3 * dayMs : 3 * hourMs;
}

function createCacheKey(...parts: unknown[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

/** Creates the cache in the database; without it, nothing is cached. */
export function createArchiveCache(database: Database, clock: Clock, log: Log): ArchiveCache {
  const report = createThrottledErrorLog(log);

  /** Cache errors are logged and do not fail the request. */
  async function ignoreErrors<Value>(work: Promise<Value>): Promise<Value | null> {
    try {
      return await work;
    } catch (error) {
      report(error, 'an archive response could not be stored in or read from the cache');
      return null;
    }
  }

  return {
    async findAnswer<Value>(source: string, query: unknown) {
      const now = clock.now();
      const row = await ignoreErrors(
        database
          .selectFrom('archive_answers')
          .select(['stored_at', 'answer', 'bytes'])
          .where('key', '=', createCacheKey(source, query))
          .where('expires_at', '>', now)
          .executeTakeFirst(),
      );
      if (row == null) return null;
      const text = await decompressDocument(row.answer, row.bytes);
      const ageSeconds = Math.max(0, Math.round((now.getTime() - row.stored_at.getTime()) / 1_000));
      return { value: JSON.parse(text.toString('utf8')) as Value, ageSeconds };
    },
    async storeAnswer(source, query, value, ttlMs) {
      const now = clock.now();
      const { page: answer, bytes } = await compressJson(value);
      if (bytes > maxBytes) return;
      const row = { stored_at: now, expires_at: addMs(now, ttlMs), answer: Buffer.from(answer), bytes };
      await ignoreErrors(
        database
          .insertInto('archive_answers')
          .values({ key: createCacheKey(source, query), source, ...row })
          .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
          .execute(),
      );
    },
    async findCapture({ source, timestamp, original }) {
      const key = createCacheKey(source, timestamp, original);
      const row = await ignoreErrors(
        database
          .selectFrom('archive_captures')
          .select(['head', 'body', 'bytes', 'used_at'])
          .where('key', '=', key)
          .executeTakeFirst(),
      );
      if (row == null) return null;
      const now = clock.now();
      if (row.used_at < addMs(now, -dayMs)) {
        await ignoreErrors(
          database.updateTable('archive_captures').set({ used_at: now }).where('key', '=', key).execute(),
        );
      }
      const head = row.head as Omit<ArchivedResponse, 'body' | 'at'> & { at: string };
      const body = await decompressDocument(row.body, row.bytes);
      return { ...head, at: new Date(head.at), body: new Uint8Array(body) };
    },
    async storeCapture({ source, timestamp, original }, { body, ...head }) {
      if (body.byteLength > maxBytes) return;
      const { page: packed, bytes } = await compressDocument(body);
      const row = {
        head: storableJson(head),
        body: Buffer.from(packed),
        bytes,
        packed: packed.byteLength,
        used_at: clock.now(),
      };
      await ignoreErrors(
        database
          .insertInto('archive_captures')
          .values({
            key: createCacheKey(source, timestamp, original),
            source,
            captured: timestamp,
            original,
            ...row,
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      );
    },
  };
}

/** Deletes expired answers, and the least recently used captures above the size limit. */
export async function deleteExpiredArchiveAnswers(
  database: Database,
  now: Date,
  maxPacked = maxCapturesBytes,
): Promise<number> {
  const answers = await sql`
    delete from archive_answers where key in (
      select key from archive_answers where expires_at <= ${now} order by expires_at limit ${batchSize})
  `.execute(database);
  const captures = await sql`
    delete from archive_captures where key in (
      select key from (
        select key, sum(packed::bigint) over (order by used_at desc, key) as total, used_at from archive_captures
      ) as held where total > ${maxPacked}::bigint order by used_at limit ${batchSize})
  `.execute(database);
  return Number(answers.numAffectedRows ?? 0) + Number(captures.numAffectedRows ?? 0);
}
