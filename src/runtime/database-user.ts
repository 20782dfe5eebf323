import { readFile } from 'node:fs/promises';
import { Failure } from '../domain/failure.ts';
import { runProgram } from './run-program.ts';

/** The unprivileged account that runs the database when we are root. */
export interface DatabaseUser {
  name: string;
  uid: number;
  gid: number;
}

/** PostgreSQL refuses to run as root; these are tried in order (design.md section 1, "as root"). */
const candidates = ['postgres', 'nobody'];

/** The accounts of the machine, by name; initdb insists on one that has an entry (`getpwuid`). */
async function readAccounts(): Promise<DatabaseUser[]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

async function canRunAs(user: DatabaseUser): Promise<boolean> {
  const result = await runProgram('/bin/sh', ['-c', 'id -u'], { user }).catch(() => null);
  return result?.code === 0 && Number(result.stdout) === user.uid;
}

/**
 * Whoever has to run the database: null when we are an ordinary user (then it is us); as root the owner of an existing
 * cluster, else the first of `postgres` and `nobody` that exists and that we can become. A `Failure` names the way out.
 */
export async function chooseDatabaseUser(clusterOwner: number | null): Promise<DatabaseUser | null> {
  if (process.getuid?.() !== 0) return null;
  const accounts = await readAccounts();
  if (clusterOwner !== null && clusterOwner !== 0) {
    const owner = accounts.find((account) => account.uid === clusterOwner);
    const user = owner ?? { name: `uid ${clusterOwner}`, uid: clusterOwner, gid: clusterOwner };
    if (await canRunAs(user)) return user;
  }
  for (const name of candidates) {
    const user = accounts.find((account) => account.name === name);
    if (user && user.uid !== 0 && (await canRunAs(user))) return user;
  }
  throw new Failure(
    'unavailable',
    'PostgreSQL refuses to run as root and neither user postgres nor nobody can be used: start webdata as an ordinary user, or set DATABASE_URL',
  );
}

/** Whether the user (null: this process's own) can enter a folder; asked of the kernel, so that every rule counts. */
export async function canEnter(user: DatabaseUser | null, folder: string): Promise<boolean> {
  const result = await runProgram('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { user }).catch(() => null);
  return result?.code === 0;
}
