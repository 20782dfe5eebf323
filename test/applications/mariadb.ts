import { spawn } from 'node:child_process';
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from './php-application.ts';

/** A MariaDB server of the Debian package, on a Unix socket, with a database of its own. */
export interface MariaDb {
  /** Path of the socket. The user `root` needs no password. */
  socket: string;
  database: string;
  close(): Promise<void>;
}

const program = '/usr/sbin/mariadbd';
const startTimeoutMs = 60_000;

/** Starts a server with an empty database in a temporary folder. */
export async function startMariaDb(): Promise<MariaDb> {
  const folder = await mkdtemp(join(tmpdir(), 'webdata-mariadb-'));
  const data = join(folder, 'data');
  const socket = join(folder, 'socket');
  const user = userInfo().username;
  await mkdir(data);
  await chown(data, userInfo().uid, userInfo().gid);
  await run('mariadb-install-db', [
    '--no-defaults',
    `--datadir=${data}`,
    `--user=${user}`,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
  ]);
  const options = ['--innodb-buffer-pool-size=32M', '--innodb-flush-log-at-trx-commit=0', '--skip-log-bin'];
  const server = spawn(
    program,
    [
      '--no-defaults',
      `--datadir=${data}`,
      `--socket=${socket}`,
      `--user=${user}`,
      '--skip-networking',
      ...options,
    ],
    { stdio: 'ignore' },
  );
  const ended = new Promise((resolve) => server.once('exit', resolve));
  async function close(): Promise<void> {
    server.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  const client = ['--no-defaults', `--socket=${socket}`, '--user=root'];
  const deadline = Date.now() + startTimeoutMs;
  for (;;) {
    try {
      await run('mariadb', [...client, '--execute=create database site character set utf8mb4']);
      return { socket, database: 'site', close };
    } catch (error) {
      if (Date.now() > deadline || server.exitCode !== null) {
        await close();
        throw error;
      }
      await sleep(200);
    }
  }
}
