import type { Clock } from '../../domain/system/clock.ts';
import { Failure } from '../../domain/system/failure.ts';
import type { Log } from '../../domain/system/log.ts';
import type { BlobStore } from '../../store/blobs/blob-store.ts';
import type { Database } from '../../store/database.ts';
import { databaseFailure, isCheckViolation } from '../../store/database-failure.ts';
import { storeBody } from '../../store/pages/contents.ts';
import type { FinishedRequest } from './finished-request.ts';
import { createGroupWriter } from './group-writer.ts';
import { keyTakenOverMessage, type StorableRequest, writeRequests } from './write-requests.ts';

export type { CachedPage } from '../../store/pages/cached-pages.ts';
export type { NewContent } from '../../store/pages/contents.ts';
export type { FinishedRequest } from './finished-request.ts';

/** Charges requests and stores their history. */
export interface Settlement {
  /**
   * Writes a finished request with its charges, receipts and contents, and releases its reservation. Resolves after the
   * commit, or immediately if it is not durable. Rejects with Failure `unavailable` if the database is unavailable, and
   * `insufficient_credits` if a limited account would fall below zero. Recording the same request again has no effect.
   */
  record(entry: FinishedRequest): Promise<void>;
  /** Writes waiting entries, then rejects new ones. */
  close(): Promise<void>;
}

/** Dependencies of a settlement. */
export interface SettlementPorts {
  database: Database;
  blobs: BlobStore;
  clock: Clock;
  log: Log;
}

const maxGroup = 64;
const maxGroupBytes = 8 * 1024 * 1024;
/** Time for which entries without durability are collected before a write. */
const deferMs = 200;
/** Maximum waiting entries; more are dropped, because responses do not wait for them. */
const maxDeferred = 10_000;

function sizeOf(entry: StorableRequest): number {
  const cached = (entry.cached ?? []).reduce((sum, { page }) => sum + page.length, 0);
  return entry.contents.reduce((sum, content) => sum + (content.body?.length ?? 0), cached);
}

/** Converts a check violation of the ledger to lack of credits; other errors are unchanged. */
function toFailure(error: unknown): unknown {
  if (error instanceof Failure) return error;
  if (!isCheckViolation(error)) return databaseFailure(error) ?? error;
  if (error instanceof Error && error.message === keyTakenOverMessage) {
    return new Failure('conflict', 'Another request with this Idempotency-Key was completed first.', {
      cause: error,
    });
  }
  return new Failure(
    'insufficient_credits',
    'The account has too few credits for this request. Add credits or wait for the renewal.',
    {
      cause: error,
    },
  );
}

/** Tells whether losing the entry would lose a charge or data that is read later. */
function mustBeDurable(entry: FinishedRequest): boolean {
  return (
    entry.isDurable ||
    entry.reservationId !== null ||
    entry.charges.length > 0 ||
    entry.receipts.length > 0 ||
    entry.idempotentResponse != null ||
    entry.contents.length > 0
  );
}

/** Creates a settlement with group commit: requests that finish while a group is written share the next transaction. */
export function createSettlement(ports: SettlementPorts): Settlement {
  const { database, clock, log } = ports;
  const writer = createGroupWriter<StorableRequest, void>({
    maxEntries: maxGroup,
    maxBytes: maxGroupBytes,
    sizeOf,
    keyOf: (entry) => entry.requestId,
    write: async (entries) => {
      await writeRequests(database, entries);
      return [];
    },
  });
  let deferred: StorableRequest[] = [];
  /** Deferred entries that are not written yet, including those of the group in progress. */
  let unwritten = 0;
  let dropped = 0;
  let timer: NodeJS.Timeout | null = null;
  const pending = new Set<Promise<void>>();
  let isClosed = false;

  async function writeDeferred(): Promise<void> {
    timer = null;
    const entries = deferred;
    deferred = [];
    if (dropped > 0) log.warn({ dropped }, 'history entries were dropped because the database is too slow');
    dropped = 0;
    const outcomes = await Promise.allSettled(entries.map((entry) => writer.write(entry)));
    unwritten -= entries.length;
    const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
    if (failed.length > 0) {
      log.warn({ err: failed[0]?.reason, lost: failed.length }, 'history entries could not be written');
    }
  }

  function track(work: Promise<void>): Promise<void> {
    pending.add(work);
    return work.finally(() => pending.delete(work));
  }

  function defer(entry: StorableRequest): void {
    if (unwritten >= maxDeferred) {
      dropped += 1;
      return;
    }
    unwritten += 1;
    deferred.push(entry);
    timer ??= setTimeout(() => void track(writeDeferred()), deferMs).unref();
  }

  async function recordDurably(entry: FinishedRequest): Promise<void> {
    try {
      const contents = await Promise.all(
        entry.contents.map((content) => storeBody(ports, content, clock.now())),
      );
      await writer.write({ ...entry, contents });
    } catch (error) {
      throw toFailure(error);
    }
  }

  return {
    async record(entry) {
      if (isClosed) throw new Failure('unavailable', 'The service is stopping. Try again later.');
      if (mustBeDurable(entry)) return track(recordDurably(entry));
      defer({ ...entry, contents: [] });
    },
    async close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      await track(writeDeferred());
      await Promise.allSettled(pending);
      await writer.close();
    },
  };
}
