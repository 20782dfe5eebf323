import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isAlive } from '../../src/runtime/postgres/postmaster-file.ts';
import { findMissingPackages } from '../replication/programs.ts';

const run = promisify(execFile);
const checkout = fileURLToPath(new URL('../..', import.meta.url));

function findReasonToSkip(): string | false {
  if (process.env.TEST_IMAGE !== 'true') return 'takes several minutes; set TEST_IMAGE=true';
  if (process.getuid?.() !== 0) return 'assembling a base image needs root';
  return findMissingPackages({
    buildah: '/usr/bin/buildah',
    podman: '/usr/bin/podman',
    runc: '/usr/sbin/runc',
    mmdebstrap: '/usr/bin/mmdebstrap',
  });
}

/** Reason why tests of the image are skipped, or false. */
export const engineMissing = findReasonToSkip();

/** Builder and engine with a storage of their own. */
export interface ContainerEngine {
  /** Builds the image from the Dockerfile, on a base image of Debian packages. */
  build(): Promise<void>;
  /** Runs podman and returns its output. */
  podman(...args: string[]): Promise<string>;
  /** Returns the state and the output of a container, for the messages of failed tests. */
  describe(container: string): Promise<string>;
  /** Stops all containers and deletes the storage. */
  close(): Promise<void>;
}

export const image = 'localhost/webdata:test';
const base = 'localhost/webdata-base';

/** Returns a limit of this process that a container must not exceed, if the process may not raise it. */
function hardLimit(name: string): number {
  const line = readFileSync('/proc/self/limits', 'utf8')
    .split('\n')
    .find((text) => text.startsWith(name));
  const limit = line?.slice(name.length).trim().split(/ +/)[1];
  return limit === undefined || limit === 'unlimited' ? 65_536 : Number(limit);
}

/** Flags without which a container does not start on a machine without systemd and with few privileges. */
export function hostFlags(): string[] {
  const files = Math.min(hardLimit('Max open files'), 65_536);
  const processes = Math.min(Math.floor(hardLimit('Max processes') / 2), 16_384);
  return [
    '--runtime=runc',
    '--network=host',
    `--ulimit=nofile=${files}:${files}`,
    `--ulimit=nproc=${processes}:${processes}`,
    // The timer of a health check needs systemd; tests run the check themselves.
    '--health-interval=disable',
  ];
}

const storageParent = '/var/tmp';
const storagePrefix = 'webdata-containers-';

async function deleteStorage(folder: string): Promise<void> {
  // The engine mounts this folder on itself.
  await run('umount', ['--lazy', join(folder, 'root', 'overlay')]).catch(() => '');
  await rm(folder, { recursive: true, force: true });
}

/** Deletes the storage of killed runs, whose name contains the id of their process. */
async function sweepLeftOvers(): Promise<void> {
  for (const name of await readdir(storageParent)) {
    if (!name.startsWith(storagePrefix)) continue;
    const owner = Number.parseInt(name.slice(storagePrefix.length), 10);
    if (!isAlive(owner)) await deleteStorage(join(storageParent, name));
  }
}

/** Creates the storage; nothing of it is shared with other containers of the machine. */
export async function openContainerEngine(): Promise<ContainerEngine> {
  // Not in memory: the images take two gigabytes.
  await sweepLeftOvers();
  const folder = await mkdtemp(join(storageParent, `${storagePrefix}${process.pid}-`));
  const storage = ['--root', join(folder, 'root'), '--runroot', join(folder, 'run')];
  const options = { cwd: checkout, maxBuffer: 64 * 1024 * 1024 };
  const podman = async (...args: string[]) =>
    (await run('podman', [...storage, '--cgroup-manager=cgroupfs', ...args], options)).stdout.trim();
  return {
    async build() {
      await run('deploy/base-image.sh', [base], {
        ...options,
        env: { ...process.env, BUILDAH: `buildah ${storage.join(' ')}` },
      });
      const flags = ['--format=docker', '--isolation=chroot', '--network=host', '--layers=false'];
      await run(
        'buildah',
        [...storage, 'build', ...flags, '--build-arg', `BASE=${base}`, '--tag', image, '.'],
        options,
      );
    },
    podman,
    async describe(container) {
      const state = await podman('inspect', '--format={{json .State}}', container).catch(String);
      const logs = await run('podman', [...storage, 'logs', container], options).catch(
        (error: { stdout: string; stderr: string }) => error,
      );
      return [state, logs.stdout, logs.stderr].join('\n');
    },
    async close() {
      await podman('rm', '--all', '--force', '--volumes', '--time=5').catch(() => '');
      await run('buildah', [...storage, 'rmi', '--all', '--force'], options).catch(() => '');
      await deleteStorage(folder);
    },
  };
}
