import { readdirSync, readFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../../src/runtime/postgres/postmaster-file.ts';
import type { Home } from '../service-process.ts';

/** Ends an outage of the database. */
export type EndOutage = () => Promise<void>;

/** Returns the process ids of the direct children of a process; Linux only. */
function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => {
      try {
        // proc_pid_stat(5): the parent is the second field after the name, which is in parentheses.
        const stat = readFileSync(`/proc/${candidate}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid;
      } catch {
        return false;
      }
    });
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) if (isAlive(pid)) process.kill(pid, signal);
}

async function postmasterOf(home: Home): Promise<number> {
  const postmaster = await home.postmaster();
  if (postmaster === null) throw new Error('the database does not run');
  return postmaster.pid;
}

/** Kills all processes of the embedded database; it cannot be started again until the outage ends. */
export async function killDatabase(home: Home): Promise<EndOutage> {
  const postmaster = await postmasterOf(home);
  const cluster = join(home.dataDir, 'postgres');
  await rename(cluster, `${cluster}.aside`);
  signalAll([postmaster, ...childrenOf(postmaster)], 'SIGKILL');
  return () => rename(`${cluster}.aside`, cluster);
}

/** Stops all processes of a database: connections stay open and nothing responds. */
export function freezePostmaster(postmaster: number): EndOutage {
  const pids = [postmaster, ...childrenOf(postmaster)];
  signalAll(pids, 'SIGSTOP');
  return async () => signalAll(pids, 'SIGCONT');
}

/** Stops all processes of the embedded database. */
export async function freezeDatabase(home: Home): Promise<EndOutage> {
  return freezePostmaster(await postmasterOf(home));
}

/** Stops the process that accepts new connections; open ones continue to work. */
export async function freezeListener(home: Home): Promise<EndOutage> {
  const pid = await postmasterOf(home);
  process.kill(pid, 'SIGSTOP');
  return async () => signalAll([pid], 'SIGCONT');
}

/** Stops every other process of the database, so that locks are held without a response. */
export async function freezeHalf(home: Home): Promise<EndOutage> {
  const pids = childrenOf(await postmasterOf(home)).filter((_, at) => at % 2 === 0);
  signalAll(pids, 'SIGSTOP');
  return async () => signalAll(pids, 'SIGCONT');
}
