import type { Clock } from '../domain/clock.ts';
import { Failure } from '../domain/failure.ts';
import type { Log } from '../domain/log.ts';
import type { BlobStore } from '../store/blobs/blob-store.ts';
import { storeBody } from '../store/contents.ts';
import type { Database } from '../store/database.ts';
import { databaseFailure } from '../store/database-failure.ts';
import type { FinishedRequest } from './finished-request.ts';
import { createGroupWriter } from './group-writer.ts';
import { keyTakenOver, type SettledRequest, writeRequests } from './write-requests.ts';

export type { CachedPage } from '../store/cached-pages.ts';
export type { NewContent } from '../store/contents.ts';
export type { FinishedRequest } from './finished-request.ts';

/** Bills requests and keeps their history. */
export interface Settlement {
  /**
   * Writes a finished request: history, charges, receipts, contents, and its reservation is released. Resolves after the
   * commit, or at once when it is not durable. Rejects with Failure `unavailable` when the database is in trouble, and
   * `insufficient_credits` when a limited account would fall below zero. Recording the same request again changes nothing.
   */
  record(entry: FinishedRequest): Promise<void>;
  /** Writes what waits, then refuses more. */
  close(): Promise<void>;
}

/** What a settlement needs of the other rooms. */
export interface SettlementPorts {
  database: Database;
  blobs: BlobStore;
  clock: Clock;
  log: Log;
}

const maxGroup = 64;
const maxGroupBytes = 8 * 1024 * 1024;
/** How long entries that nobody waits for are gathered. */
const gatherMs = 200;
/** How many of them may wait; more are dropped, since an answer never waits for them. */
const maxGathered = 10_000;
const checkViolation = '23514';

function sizeOf(entry: SettledRequest): number {
  const cached = (entry.cached ?? []).reduce((sum, { page }) => sum + page.length, 0);
  return entry.contents.reduce((sum, content) => sum + (content.body?.length ?? 0), cached);
}

/** A violated check of the ledger is the account's lack of credits; other errors stay as they are. */
function explain(error: unknown): unknown {
  if (error instanceof Failure) return error;
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  if (code !== checkViolation) return databaseFailure(error) ?? error;
  if (error instanceof Error && error.message === keyTakenOver) {
    return new Failure('conflict', 'another request with this Idempotency-Key came first', { cause: error });
  }
  return new Failure('insufficient_credits', 'the account has too few credits for this request', {
    cause: error,
  });
}

/** Whether losing the entry would lose a charge or something to be read later. */
function mustLast(entry: FinishedRequest): boolean {
  return (
    entry.durable ||
    entry.reservationId !== null ||
    entry.charges.length > 0 ||
    entry.receipts.length > 0 ||
    entry.keptAnswer != null ||
    entry.contents.length > 0
  );
}

/** Composes group commit of finished requests: what ends while a group is written shares the next transaction. */
export function createSettlement(ports: SettlementPorts): Settlement {
  const { database, clock, log } = ports;
  const writer = createGroupWriter<SettledRequest, void>({
    maxEntries: maxGroup,
    maxBytes: maxGroupBytes,
    sizeOf,
    keyOf: (entry) => entry.requestId,
    write: async (entries) => {
      await writeRequests(database, entries);
      return [];
    },
  });
  let gathered: SettledRequest[] = [];
  /** Gathered entries that are not yet written, those of groups under way included. */
  let unwritten = 0;
  let dropped = 0;
  let timer: NodeJS.Timeout | null = null;
  const underWay = new Set<Promise<void>>();
  let isClosed = false;

  async function writeGathered(): Promise<void> {
    timer = null;
    const entries = gathered;
    gathered = [];
    if (dropped > 0) log.warn({ dropped }, 'history entries were dropped: the database is too slow for them');
    dropped = 0;
    const outcomes = await Promise.allSettled(entries.map((entry) => writer.write(entry)));
    unwritten -= entries.length;
    const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
    if (failed.length > 0) {
      log.warn({ err: failed[0]?.reason, lost: failed.length }, 'history entries could not be written');
    }
  }

  function track(work: Promise<void>): Promise<void> {
    underWay.add(work);
    return work.finally(() => underWay.delete(work));
  }

  function gather(entry: SettledRequest): void {
    if (unwritten >= maxGathered) {
      dropped += 1;
      return;
    }
    unwritten += 1;
    gathered.push(entry);
    timer ??= setTimeout(() => void track(writeGathered()), gatherMs).unref();
  }

  async function recordDurably(entry: FinishedRequest): Promise<void> {
    try {
      const contents = await Promise.all(
        entry.contents.map((content) => storeBody(ports, content, clock.now())),
      );
      await writer.write({ ...entry, contents });
    } catch (error) {
      throw explain(error);
    }
  }

  return {
    async record(entry) {
      if (isClosed) throw new Failure('unavailable', 'the service is stopping');
      if (mustLast(entry)) return track(recordDurably(entry));
      gather({ ...entry, contents: [] });
    },
    async close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      await track(writeGathered());
      await Promise.allSettled(underWay);
      await writer.close();
    },
  };
}
