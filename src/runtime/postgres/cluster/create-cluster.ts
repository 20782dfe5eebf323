import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure } from '../../../domain/system/failure.ts';
import { readIfPresent } from '../../files/read-if-present.ts';
import type { DatabaseUser } from '../database-user.ts';
import { type ProgramResult, runProgram } from '../run-program.ts';
import { type PostgresBinaries, programPath } from './postgres-binaries.ts';

/** Options of a new cluster. */
export interface ClusterOptions {
  binaries: PostgresBinaries;
  /** The cluster is created under another name in the same folder and renamed when complete. */
  directory: string;
  user: DatabaseUser | null;
  /** Name of the role and of the database. */
  name: string;
  password: string;
  /** True for clusters of tests: the role is a superuser, and nothing is synced to disk. */
  isDisposable?: boolean;
  signal?: AbortSignal;
}

/** Returns the major version of a cluster, or null if the folder has none. Rejects if it cannot be read. */
export async function readClusterMajor(directory: string): Promise<number | null> {
  const text = await readIfPresent(join(directory, 'PG_VERSION'));
  return text === null ? null : Number.parseInt(text, 10);
}

function localeFlags(major: number): string[] {
  // The builtin provider (17 and later) has Unicode case rules and needs no library of the system.
  return major >= 17
    ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    : ['--locale=C.UTF-8'];
}

/**
 * Sets one SCRAM iteration (RFC 5802) instead of 4,096, in version 16 and later. Iterations protect guessable passwords;
 * these are random, and each connection takes some milliseconds less.
 */
function scramFlags(major: number): string[] {
  return major >= 16 ? ['--set=scram_iterations=1'] : [];
}

function assertSuccess(result: ProgramResult, description: string): void {
  if (result.code === 0) return;
  const reason = result.stderr.trim().split('\n').at(-1) ?? '';
  throw new Failure('unavailable', `${description} failed: ${reason || `exit code ${result.code}`}.`);
}

async function runInitdb(plan: ClusterOptions, directory: string, passwordFile: string): Promise<void> {
  const { binaries, user, signal } = plan;
  const result = await runProgram(
    programPath(binaries, 'initdb'),
    [
      `--pgdata=${directory}`,
      '--username=postgres',
      '--encoding=UTF8',
      ...localeFlags(binaries.major),
      ...scramFlags(binaries.major),
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--no-sync',
      '--no-instructions',
    ],
    { user, signal },
  );
  assertSuccess(result, 'The creation of the database');
}

type SingleUserOptions = Pick<ClusterOptions, 'binaries' | 'user' | 'signal'>;

/** Runs statements, one per line, in single-user mode, which needs no server and no password. */
async function runSingleUser(
  plan: SingleUserOptions,
  directory: string,
  statements: string[],
  database = 'postgres',
): Promise<void> {
  const result = await runProgram(
    programPath(plan.binaries, 'postgres'),
    ['--single', '-D', directory, '-c', 'exit_on_error=on', '-c', 'log_checkpoints=off', database],
    { user: plan.user, signal: plan.signal, input: statements.map((line) => `${line}\n`).join('') },
  );
  assertSuccess(result, 'The preparation of the database');
}

/** Sets the password of the role of a stopped cluster, which needs only access to its files. */
export async function resetPassword(plan: ClusterOptions): Promise<void> {
  await runSingleUser(plan, plan.directory, [`alter role ${plan.name} password '${plan.password}'`]);
}

async function changeOwner(user: DatabaseUser | null, path: string): Promise<void> {
  if (user) await chown(path, user.uid, user.gid);
}

/** File of a cluster with the version of the rights that its role was granted. */
const rightsFile = 'webdata-rights';
const rightsVersion = '1';

/** Grants the role of a stopped cluster the rights to shorten the write-ahead log (`store/reclaim-log.ts`). */
async function grantRights(plan: ClusterOptions, directory: string): Promise<void> {
  const { binaries, name } = plan;
  // The role exists since version 15.
  if (binaries.major >= 15) await runSingleUser(plan, directory, [`grant pg_checkpoint to ${name}`]);
  const functions = 'pg_ls_waldir(), pg_switch_wal()';
  await runSingleUser(plan, directory, [`grant execute on function ${functions} to ${name}`], name);
  await writeFile(join(directory, rightsFile), rightsVersion);
  await changeOwner(plan.user, join(directory, rightsFile));
}

/** Grants the rights of the present version to the role of a stopped cluster that an earlier version created. */
export async function updateRights(plan: ClusterOptions): Promise<void> {
  if ((await readIfPresent(join(plan.directory, rightsFile))) === rightsVersion) return;
  await grantRights(plan, plan.directory);
}

/** Prefix of folders of unfinished clusters; the id of the creating process follows. */
export const unfinishedPrefix = 'postgres.new-';

/**
 * Creates a cluster with one role and its database of the same name. The password of the bootstrap superuser is random and
 * not stored: the role owns its database, and may shorten the write-ahead log. If two processes create it concurrently,
 * one cluster remains.
 */
export async function createCluster(plan: ClusterOptions): Promise<void> {
  const temporaryFolder = await mkdtemp(join(dirname(plan.directory), `${unfinishedPrefix}${process.pid}-`));
  try {
    await changeOwner(plan.user, temporaryFolder);
    const passwordFile = join(temporaryFolder, 'password');
    await writeFile(passwordFile, randomBytes(32).toString('hex'), { mode: 0o600 });
    await changeOwner(plan.user, passwordFile);
    const unfinishedCluster = join(temporaryFolder, 'cluster');
    await runInitdb(plan, unfinishedCluster, passwordFile);
    await runSingleUser(plan, unfinishedCluster, [
      `create role ${plan.name} ${plan.isDisposable ? 'login superuser' : 'login'} password '${plan.password}'`,
      `create database ${plan.name} owner ${plan.name}`,
    ]);
    await grantRights(plan, unfinishedCluster);
    if (!plan.isDisposable) await syncToDisk(plan, unfinishedCluster);
    await rename(unfinishedCluster, plan.directory);
  } catch (error) {
    // A concurrent process created the same cluster with the same password.
    if ((await readClusterMajor(plan.directory)) === null) throw error;
  } finally {
    await rm(temporaryFolder, { recursive: true, force: true });
  }
}

async function syncToDisk(plan: ClusterOptions, directory: string): Promise<void> {
  const result = await runProgram(
    programPath(plan.binaries, 'initdb'),
    ['--sync-only', `--pgdata=${directory}`],
    plan,
  );
  assertSuccess(result, 'The creation of the database');
}
