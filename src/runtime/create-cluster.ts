import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure } from '../domain/failure.ts';
import type { DatabaseUser } from './database-user.ts';
import { type PostgresBinaries, programOf } from './postgres-binaries.ts';
import { type ProgramResult, runProgram } from './run-program.ts';

/** A cluster to be made: where, by whom, and the one login that it has. */
export interface ClusterPlan {
  binaries: PostgresBinaries;
  /** Made under another name beside it and renamed when complete, so that it exists whole or not at all. */
  directory: string;
  user: DatabaseUser | null;
  /** Role and database, both of this name. */
  name: string;
  password: string;
  /** True for throw-away clusters of tests: the login may do everything, and nothing is synced to disk. */
  disposable?: boolean;
  signal?: AbortSignal;
}

/** Major version of a cluster, or null when there is no cluster in the folder. */
export async function clusterMajor(directory: string): Promise<number | null> {
  const text = await readFile(join(directory, 'PG_VERSION'), 'utf8').catch(() => null);
  return text === null ? null : Number.parseInt(text, 10);
}

function localeOf(major: number): string[] {
  // The builtin provider (17 and later) knows Unicode case rules and depends on no library of the machine.
  return major >= 17
    ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    : ['--locale=C.UTF-8'];
}

/**
 * One round of SCRAM (RFC 5802) instead of 4,096, where that can be set (16 and later): rounds are for passwords that can be
 * guessed, and ours are random. Each connection takes some milliseconds less.
 */
function passwordRounds(major: number): string[] {
  return major >= 16 ? ['--set=scram_iterations=1'] : [];
}

function failOn(result: ProgramResult, what: string): void {
  if (result.code === 0) return;
  const reason = result.stderr.trim().split('\n').at(-1) ?? '';
  throw new Failure('unavailable', `${what} failed: ${reason || `exit code ${result.code}`}`);
}

async function initialise(plan: ClusterPlan, directory: string, passwordFile: string): Promise<void> {
  const { binaries, user, signal } = plan;
  const result = await runProgram(
    programOf(binaries, 'initdb'),
    [
      `--pgdata=${directory}`,
      '--username=postgres',
      '--encoding=UTF8',
      ...localeOf(binaries.major),
      ...passwordRounds(binaries.major),
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--no-sync',
      '--no-instructions',
    ],
    { user, signal },
  );
  failOn(result, 'creating the database');
}

type SingleUserPlan = Pick<ClusterPlan, 'binaries' | 'user' | 'signal'>;

/** Runs statements, one a line, in single-user mode: without a server and without a password. */
async function runAlone(plan: SingleUserPlan, directory: string, statements: string[]): Promise<void> {
  const result = await runProgram(
    programOf(plan.binaries, 'postgres'),
    ['--single', '-D', directory, '-c', 'exit_on_error=on', '-c', 'log_checkpoints=off', 'postgres'],
    { user: plan.user, signal: plan.signal, input: statements.map((line) => `${line}\n`).join('') },
  );
  failOn(result, 'preparing the database');
}

/** Gives the role of a stopped cluster another password, as whoever holds its files may. */
export async function resetPassword(plan: ClusterPlan): Promise<void> {
  await runAlone(plan, plan.directory, [`alter role ${plan.name} password '${plan.password}'`]);
}

/** Folders that hold clusters in the making are called this and the id of the process that makes them. */
export const unfinishedPrefix = 'postgres.new-';

async function giveTo(user: DatabaseUser | null, path: string): Promise<void> {
  if (user) await chown(path, user.uid, user.gid);
}

/**
 * Makes a cluster with one role and its database of the same name. The bootstrap superuser's password is random and
 * kept nowhere: the role owns its database and nothing else. When two processes make it at once, one of the two stays.
 */
export async function createCluster(plan: ClusterPlan): Promise<void> {
  const workshop = await mkdtemp(join(dirname(plan.directory), `${unfinishedPrefix}${process.pid}-`));
  try {
    await giveTo(plan.user, workshop);
    const passwordFile = join(workshop, 'password');
    await writeFile(passwordFile, randomBytes(32).toString('hex'), { mode: 0o600 });
    await giveTo(plan.user, passwordFile);
    const unfinished = join(workshop, 'cluster');
    await initialise(plan, unfinished, passwordFile);
    await runAlone(plan, unfinished, [
      `create role ${plan.name} ${plan.disposable ? 'login superuser' : 'login'} password '${plan.password}'`,
      `create database ${plan.name} owner ${plan.name}`,
    ]);
    if (!plan.disposable) await syncToDisk(plan, unfinished);
    await rename(unfinished, plan.directory);
  } catch (error) {
    // Whoever was faster made the same thing, with the same password.
    if ((await clusterMajor(plan.directory)) === null) throw error;
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

async function syncToDisk(plan: ClusterPlan, directory: string): Promise<void> {
  const result = await runProgram(
    programOf(plan.binaries, 'initdb'),
    ['--sync-only', `--pgdata=${directory}`],
    plan,
  );
  failOn(result, 'creating the database');
}
