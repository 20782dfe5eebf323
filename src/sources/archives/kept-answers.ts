import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { addMs, type Clock } from '../../domain/clock.ts';
import type { Log } from '../../domain/log.ts';
import type { Database } from '../../store/database.ts';
import { createTroubleReport } from '../../store/database-trouble.ts';
import { packDocument, unpackDocument } from '../../store/packed-document.ts';
import type { ArchivedResponse, Capture } from './archive.ts';
import { instantOf } from './timestamps.ts';

/** What archives answered before, of all processes. */
export interface KeptAnswers {
  /** An answer of an index that may still be believed, and how old it is. */
  findAnswer<Value>(source: string, question: unknown): Promise<{ value: Value; ageSeconds: number } | null>;
  /** Keeps one for so many milliseconds. */
  keepAnswer(source: string, question: unknown, value: unknown, forMs: number): Promise<void>;
  findCapture(capture: Capture): Promise<ArchivedResponse | null>;
  keepCapture(capture: Capture, response: ArchivedResponse): Promise<void>;
}

/** Answers and bodies larger than this are not kept, in bytes before packing. */
const mostBytes = 24 * 1024 * 1024;
/** All captures together, packed; what was not used for longest makes room. */
const mostCapturesBytes = 8 * 1024 ** 3;
const batch = 500;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** How long an index is believed: the past does not change much, the present does. */
export function believedMs(until: string | null, now: Date): number {
  const age = until === null ? 0 : now.getTime() - instantOf(until).getTime();
  if (age > 365 * dayMs) return 14 * dayMs;
  return age > 60 * dayMs ? 3 * dayMs : 3 * hourMs;
}

function keyOf(...parts: unknown[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

/** Kept in the database; without it, nothing is. */
export function createKeptAnswers(database: Database, clock: Clock, log: Log): KeptAnswers {
  const report = createTroubleReport(log);

  /** Nobody waits for what could not be kept. */
  async function quietly<Value>(work: Promise<Value>): Promise<Value | null> {
    try {
      return await work;
    } catch (error) {
      report(error, 'what an archive answered could not be kept or found again');
      return null;
    }
  }

  return {
    async findAnswer<Value>(source: string, question: unknown) {
      const now = clock.now();
      const row = await quietly(
        database
          .selectFrom('archive_answers')
          .select(['stored_at', 'answer', 'bytes'])
          .where('key', '=', keyOf(source, question))
          .where('expires_at', '>', now)
          .executeTakeFirst(),
      );
      if (row == null) return null;
      const text = await unpackDocument(row.answer, row.bytes);
      const ageSeconds = Math.max(0, Math.round((now.getTime() - row.stored_at.getTime()) / 1_000));
      return { value: JSON.parse(text.toString('utf8')) as Value, ageSeconds };
    },
    async keepAnswer(source, question, value, forMs) {
      const now = clock.now();
      const { page: answer, bytes } = await packDocument(JSON.stringify(value));
      if (bytes > mostBytes) return;
      const row = { stored_at: now, expires_at: addMs(now, forMs), answer: Buffer.from(answer), bytes };
      await quietly(
        database
          .insertInto('archive_answers')
          .values({ key: keyOf(source, question), source, ...row })
          .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
          .execute(),
      );
    },
    async findCapture({ source, timestamp, original }) {
      const key = keyOf(source, timestamp, original);
      const row = await quietly(
        database
          .selectFrom('archive_captures')
          .select(['head', 'body', 'bytes', 'used_at'])
          .where('key', '=', key)
          .executeTakeFirst(),
      );
      if (row == null) return null;
      const now = clock.now();
      if (row.used_at < addMs(now, -dayMs)) {
        await quietly(
          database.updateTable('archive_captures').set({ used_at: now }).where('key', '=', key).execute(),
        );
      }
      const head = row.head as Omit<ArchivedResponse, 'body' | 'at'> & { at: string };
      const body = await unpackDocument(row.body, row.bytes);
      return { ...head, at: new Date(head.at), body: new Uint8Array(body) };
    },
    async keepCapture({ source, timestamp, original }, { body, ...head }) {
      if (body.byteLength > mostBytes) return;
      const { page: packed, bytes } = await packDocument(body);
      const row = {
        head: JSON.stringify(head),
        body: Buffer.from(packed),
        bytes,
        packed: packed.byteLength,
        used_at: clock.now(),
      };
      await quietly(
        database
          .insertInto('archive_captures')
          .values({ key: keyOf(source, timestamp, original), source, captured: timestamp, original, ...row })
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      );
    },
  };
}

/** Drops answers that are believed no more, and the captures that were used longest ago where there are too many. */
export async function sweepKeptAnswers(
  database: Database,
  now: Date,
  mostPacked = mostCapturesBytes,
): Promise<number> {
  const answers = await sql`
    delete from archive_answers where key in (
      select key from archive_answers where expires_at <= ${now} order by expires_at limit ${batch})
  `.execute(database);
  const captures = await sql`
    delete from archive_captures where key in (
      select key from (
        select key, sum(packed::bigint) over (order by used_at desc, key) as total, used_at from archive_captures
      ) as held where total > ${mostPacked}::bigint order by used_at limit ${batch})
  `.execute(database);
  return Number(answers.numAffectedRows ?? 0) + Number(captures.numAffectedRows ?? 0);
}
