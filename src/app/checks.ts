import { sql } from 'kysely';
import { messageOf } from '../domain/failure.ts';
import type { Checks } from '../operations/check.ts';
import type { Database } from '../store/database.ts';
import type { Exits } from '../web/exits/exits.ts';
import { archiveChecks } from './archives.ts';
import { browserCheck, browserTrial } from './browser.ts';
import { exitsCheck, exitsTrial } from './exits.ts';
import type { Footing } from './footing.ts';
import { modelCheck, modelTrial } from './model.ts';
import { ratesCheck, ratesTrial } from './rates.ts';
import { searchCheck, searchTrial } from './search.ts';

const readyWithinMs = 2_000;

/** Whether the database answers, in time. */
export async function databaseAnswers(database: Database): Promise<boolean> {
  const asked = sql`select 1`.execute(database).then(
    () => true,
    () => false,
  );
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), readyWithinMs).unref());
  return Promise.race([asked, late]);
}

/** What health looks at. */
export function checksOf(footing: Footing, exits: Exits): Checks {
  const { database, databaseKind, disk } = footing;
  return {
    database: async () =>
      (await databaseAnswers(database))
        ? { status: 'ok', detail: databaseKind }
        : { status: 'unavailable', detail: 'the database does not answer' },
    disk: async () => {
      const detail = `${(disk.free() / 2 ** 30).toFixed(1)} GiB free`;
      return disk.low()
        ? { status: 'degraded', detail: `${detail}: nothing more is stored` }
        : { status: 'ok', detail };
    },
    blobs: () =>
      footing.checkBlobs().then(
        () => ({ status: 'ok' as const, detail: footing.blobsKind }),
        (error: unknown) => ({ status: 'unavailable' as const, detail: messageOf(error) }),
      ),
    browser: () => browserCheck(footing),
    ...exitsCheck(footing, exits),
    search: () => searchCheck(footing),
    model: () => modelCheck(footing),
    rates: () => ratesCheck(footing),
    ...archiveChecks.health(footing),
  };
}

/** What doctor looks at: the same, and what costs something is tried for real. */
export function trialsOf(footing: Footing, exits: Exits): Checks {
  return {
    ...checksOf(footing, exits),
    ...exitsTrial(footing, exits),
    browser: () => browserTrial(footing),
    search: () => searchTrial(footing),
    model: () => modelTrial(footing),
    rates: () => ratesTrial(footing),
    ...archiveChecks.doctor(footing),
  };
}
