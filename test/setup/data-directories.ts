import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { silentLog } from '../../src/domain/system/log.ts';
import { openDataDirectory } from '../../src/runtime/files/data-directory.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/runtime/postgres/embedded-postgres.ts';
import type { DatabaseConnection } from '../../src/runtime/postgres/ownership.ts';
import { stopPostmaster } from '../../src/runtime/postgres/postmaster.ts';
import { findPostmaster } from '../../src/runtime/postgres/postmaster-file.ts';
import { scratchParent } from '../scratch.ts';

/** Another user to run a process as; requires root. */
export interface OtherUser {
  uid: number;
  gid: number;
}

/** Event that a database process reports. */
export type DatabaseEvent =
  | { event: 'ready'; pid: number; adopted: boolean; connection: DatabaseConnection }
  | { event: 'failed' | 'lost'; message: string }
  | { event: 'stopped' };

/** Process of `database-process.ts`. */
export interface DatabaseProcess {
  child: ChildProcess;
  /** Returns its next event. */
  next(): Promise<DatabaseEvent>;
  /** Returns its next event, which must be `ready`. */
  ready(): Promise<Extract<DatabaseEvent, { event: 'ready' }>>;
  /** Kills the process. */
  kill(): Promise<void>;
  /** Stops the process. */
  stop(): Promise<void>;
}

const program = fileURLToPath(new URL('database-process.ts', import.meta.url));

async function endPostmasters(folder: string): Promise<void> {
  for (const entry of ['.', ...(await readdir(folder).catch(() => []))]) {
    const running = await findPostmaster(join(folder, entry, 'postgres')).catch(() => null);
    if (running) await stopPostmaster(running.pid, 3_000);
  }
}

const endings = new WeakMap<TestContext, Array<() => Promise<unknown>>>();

/** Runs work after the test, in reverse order of registration: processes end before their folders are deleted. */
function afterwards(t: TestContext, work: () => Promise<unknown>): void {
  const known = endings.get(t);
  if (known) {
    known.push(work);
    return;
  }
  const list = [work];
  endings.set(t, list);
  t.after(async () => {
    for (const each of list.reverse()) await each();
  });
}

/** Creates an empty folder with access for everybody; processes in it end with the test. */
export async function scratchFolder(
  t: TestContext,
  owner?: OtherUser,
  parent = scratchParent,
): Promise<string> {
  const folder = await mkdtemp(join(parent, 'webdata-setup-'));
  await chmod(folder, 0o755);
  if (owner) await chown(folder, owner.uid, owner.gid);
  afterwards(t, async () => {
    await endPostmasters(folder);
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}

let prepared: Promise<string> | null = null;

/**
 * Creates a data directory once per run, with a table `kept` that contains 42, to be copied: creating one takes most
 * of a second.
 */
async function prepareData(): Promise<string> {
  const folder = await mkdtemp(join(scratchParent, 'webdata-setup-'));
  await chmod(folder, 0o755);
  const path = join(folder, 'data');
  const database = await startEmbeddedPostgres({
    dataDirectory: await openDataDirectory(path),
    log: silentLog,
    signal: AbortSignal.timeout(30_000),
    onOwnershipLost: () => {},
  });
  await query(database.connection, 'create table kept as select 42 as value');
  await database.stop();
  return path;
}

after(async () => {
  if (prepared) await rm(dirname(await prepared), { recursive: true, force: true });
});

/** Copies a data directory that was started and stopped before; its table `kept` contains 42. */
export async function usedDataDirectory(t: TestContext, name = 'data'): Promise<string> {
  prepared ??= prepareData();
  const path = join(await scratchFolder(t), name);
  await mkdir(dirname(path), { recursive: true });
  // The command preserves owners, unlike fs.cp.
  await promisify(execFile)('cp', ['-a', await prepared, path]);
  return path;
}

/** Runs the database of a data directory in this process; stopped at the end of the test. */
export async function startDatabase(
  t: TestContext,
  path: string,
  more: { onOwnershipLost?: (reason: Error) => void; fallbackSocketFolders?: string[] } = {},
): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({
    dataDirectory: await openDataDirectory(path),
    log: silentLog,
    signal: t.signal,
    onOwnershipLost: () => {},
    ...more,
  });
  afterwards(t, () => database.stop());
  return database;
}

/** Starts a process that runs the database of a data directory. */
export function startDatabaseProcess(t: TestContext, path: string, user?: OtherUser): DatabaseProcess {
  const child = spawn(process.execPath, [program, path], {
    ...user,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH },
  });
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
  const gone = once(child, 'exit');
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await gone;
  };
  afterwards(t, () => end('SIGKILL'));
  const next = async () => {
    const line = await lines.next();
    if (line.done) throw new Error('the process ended without a word');
    return JSON.parse(line.value) as DatabaseEvent;
  };
  return {
    child,
    next,
    async ready() {
      const event = await next();
      if (event.event !== 'ready') throw new Error(JSON.stringify(event));
      return event;
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

/** Runs one statement on a separate connection. */
export async function query<Row extends object>(
  connection: DatabaseConnection,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(statement, values)).rows;
  } finally {
    await client.end();
  }
}
