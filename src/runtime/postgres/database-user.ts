import { readFile } from 'node:fs/promises';
import { Failure } from '../../domain/system/failure.ts';
import { runProgram } from './run-program.ts';

/** Unprivileged account that runs the database if webdata runs as root. */
export interface DatabaseUser {
  name: string;
  uid: number;
  gid: number;
}

/** Accounts to try in order, because PostgreSQL does not run as root. */
const candidateNames = ['postgres', 'nobody'];

/** Returns the accounts of the machine; initdb requires one with an entry (`getpwuid`). */
async function readAccounts(): Promise<DatabaseUser[]> {
  // Without this file there is no account to try.
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

async function canRunAs(user: DatabaseUser): Promise<boolean> {
  // A user that cannot start a program cannot be used.
  const result = await runProgram('/bin/sh', ['-c', 'id -u'], { user }).catch(() => null);
  return result?.code === 0 && Number(result.stdout) === user.uid;
}

/**
 * Returns the user to run the database as: null for the current ordinary user; as root the owner of an existing cluster, or
 * the first of `postgres` and `nobody` that exists and can be used. Throws a Failure if there is none.
 */
export async function chooseDatabaseUser(clusterOwner: number | null): Promise<DatabaseUser | null> {
  if (process.getuid?.() !== 0) return null;
  const accounts = await readAccounts();
  if (clusterOwner !== null && clusterOwner !== 0) {
    const owner = accounts.find((account) => account.uid === clusterOwner);
    const user = owner ?? { name: `uid ${clusterOwner}`, uid: clusterOwner, gid: clusterOwner };
    if (await canRunAs(user)) return user;
  }
  for (const name of candidateNames) {
    const user = accounts.find((account) => account.name === name);
    if (user && user.uid !== 0 && (await canRunAs(user))) return user;
  }
  throw new Failure(
    'unavailable',
    'PostgreSQL does not run as root, and the users postgres and nobody cannot be used. Start webdata as an ordinary user, or set DATABASE_URL.',
  );
}

/**
 * Returns true if the user (null: the current one) can enter a folder. Tested by a process, so that all access rules apply.
 */
export async function canEnter(user: DatabaseUser | null, folder: string): Promise<boolean> {
  // A user that cannot start a program cannot enter either.
  const result = await runProgram('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { user }).catch(() => null);
  return result?.code === 0;
}
