import { setTimeout as delay } from 'node:timers/promises';
import { Failure, messageOf } from '../domain/failure.ts';
import type { Log } from '../domain/log.ts';
import { type ClusterPlan, resetPassword } from './create-cluster.ts';
import { type EnsuredPostmaster, ensurePostmaster } from './ensure-postmaster.ts';
import { acquireOwnership, type DatabaseConnection, type Ownership } from './ownership.ts';
import { type PostmasterPlan, stopPostmaster } from './postmaster.ts';

/** Everything that is known of the database to be owned. */
export interface OwnedPlan {
  cluster: ClusterPlan;
  postmaster: PostmasterPlan;
  /** `host` follows the postmaster that is found. */
  connection: DatabaseConnection;
  dataDirectory: string;
  log: Log;
}

/** Connections that may fail in a row before the last failure is reported. */
const attempts = 4;
/** SQLSTATE 28P01: the password is wrong. */
const wrongPassword = '28P01';

/** Says what to do about a database that runs and lets us not in; one that is down is started again by the next try. */
function unreachable(plan: OwnedPlan, { postmaster, adopted }: EnsuredPostmaster, error: unknown): Failure {
  const reason = messageOf(error) || (error as { code?: string }).code;
  const remedy = adopted
    ? `end process ${postmaster.pid} (kill -INT ${postmaster.pid}) and start again`
    : 'start again';
  return new Failure(
    'unavailable',
    `the database of ${plan.dataDirectory} runs but cannot be used (${reason}): ${remedy}`,
    { cause: error },
  );
}

/**
 * Makes sure that the database runs and that it is ours. A password that does not fit, as after a restore of half a
 * backup, is set anew when the database was down: whoever holds its files may. A `Failure` of kind `conflict` when
 * another process owns it.
 */
export async function becomeOwner(
  plan: OwnedPlan,
  signal: AbortSignal,
): Promise<{ ownership: Ownership; adopted: boolean }> {
  for (let failed = 0; ; failed += 1) {
    const ensured = await ensurePostmaster(plan.postmaster, plan.log, signal);
    const { postmaster, adopted } = ensured;
    plan.connection.host = plan.postmaster.socketFolder = postmaster.socketFolder;
    try {
      const ownership = await acquireOwnership(
        { connection: plan.connection, dataDirectory: plan.dataDirectory },
        signal,
      );
      return { ownership, adopted: adopted && failed === 0 };
    } catch (error) {
      if (error instanceof Failure && error.kind === 'conflict') throw error;
      if (signal.aborted && !adopted) await stopPostmaster(postmaster.pid);
      signal.throwIfAborted();
      if (failed >= attempts) throw unreachable(plan, ensured, error);
      if ((error as { code?: string }).code === wrongPassword) {
        if (adopted) throw unreachable(plan, ensured, error);
        await stopPostmaster(postmaster.pid);
        await resetPassword(plan.cluster);
      } else await delay(100 * (failed + 1), undefined, { signal });
    }
  }
}

/** Whether another process owns the database that runs; false when nobody does or nobody can. */
export async function isOwnedByAnother(plan: OwnedPlan): Promise<boolean> {
  try {
    const probe = { connection: plan.connection, dataDirectory: plan.dataDirectory, patienceMs: 0 };
    const ownership = await acquireOwnership(probe, AbortSignal.timeout(2_000));
    await ownership.release();
    return false;
  } catch (error) {
    return error instanceof Failure && error.kind === 'conflict';
  }
}
