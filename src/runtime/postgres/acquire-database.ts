import { setTimeout as delay } from 'node:timers/promises';
import { errorMessage, Failure } from '../../domain/system/failure.ts';
import type { Log } from '../../domain/system/log.ts';
import { type ClusterOptions, resetPassword } from './cluster/create-cluster.ts';
import { type EnsuredPostmaster, ensurePostmaster } from './ensure-postmaster.ts';
import { acquireOwnership, type DatabaseConnection, type Ownership } from './ownership.ts';
import { type PostmasterOptions, stopPostmaster } from './postmaster.ts';

/** Options of acquiring the embedded database. */
export interface OwnedDatabaseOptions {
  cluster: ClusterOptions;
  postmaster: PostmasterOptions;
  /** `host` is set to the socket folder of the postmaster. */
  connection: DatabaseConnection;
  dataDirectory: string;
  log: Log;
}

/** Maximum number of consecutive failed connections. */
const maxAttempts = 4;
/** SQLSTATE 28P01: invalid password. */
const invalidPassword = '28P01';

/** Returns the error for a database that runs and accepts no connection of this service. */
function unusableDatabaseError(
  plan: OwnedDatabaseOptions,
  { postmaster, isAdopted }: EnsuredPostmaster,
  error: unknown,
): Failure {
  const reason = errorMessage(error) || (error as { code?: string }).code;
  const remedy = isAdopted
    ? `End process ${postmaster.pid} (kill -INT ${postmaster.pid}) and start webdata again.`
    : 'Start webdata again.';
  return new Failure(
    'unavailable',
    `The database of ${plan.dataDirectory} runs but cannot be used (${reason}). ${remedy}`,
    { cause: error },
  );
}

/**
 * Ensures that the database runs and that this process owns it. If the password is wrong, as after a partial restore, and
 * this process started the database, the password is reset. Throws a Failure of kind `conflict` if another process owns it.
 */
export async function acquireDatabase(
  plan: OwnedDatabaseOptions,
  signal: AbortSignal,
): Promise<{ ownership: Ownership; isAdopted: boolean }> {
  for (let failedAttempts = 0; ; failedAttempts += 1) {
    const ensured = await ensurePostmaster(plan.postmaster, plan.log, signal);
    const { postmaster, isAdopted } = ensured;
    plan.connection.host = plan.postmaster.socketFolder = postmaster.socketFolder;
    try {
      const ownership = await acquireOwnership(
        { connection: plan.connection, dataDirectory: plan.dataDirectory },
        signal,
      );
      return { ownership, isAdopted: isAdopted && failedAttempts === 0 };
    } catch (error) {
      if (error instanceof Failure && error.kind === 'conflict') throw error;
      if (signal.aborted && !isAdopted) await stopPostmaster(postmaster.pid);
      signal.throwIfAborted();
      if (failedAttempts >= maxAttempts) throw unusableDatabaseError(plan, ensured, error);
      if ((error as { code?: string }).code === invalidPassword) {
        if (isAdopted) throw unusableDatabaseError(plan, ensured, error);
        await stopPostmaster(postmaster.pid);
        await resetPassword(plan.cluster);
      } else await delay(100 * (failedAttempts + 1), undefined, { signal });
    }
  }
}

/** Returns true if another process owns the running database; false if none does or that cannot be determined. */
export async function isOwnedByAnother(plan: OwnedDatabaseOptions): Promise<boolean> {
  try {
    const probeOptions = { connection: plan.connection, dataDirectory: plan.dataDirectory, patienceMs: 0 };
    const ownership = await acquireOwnership(probeOptions, AbortSignal.timeout(2_000));
    await ownership.release();
    return false;
  } catch (error) {
    return error instanceof Failure && error.kind === 'conflict';
  }
}
