import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A Debian system in a folder, without running processes. */
export interface DebianSystem {
  root: string;
  /** Returns the arguments of `unshare` that run a command in the system, with mounts that end with it. */
  enter(...command: string[]): string[];
  /** Runs a command as root and returns its standard output. Rejects if it fails. */
  run(...command: string[]): Promise<string>;
}

/** Environment of commands in the system. */
export const systemEnvironment = {
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  DEBIAN_FRONTEND: 'noninteractive',
};

/** Creates Debian 12 with these packages in a folder that is deleted after the test. Needs root and mmdebstrap. */
export async function createDebianSystem(t: TestContext, packages: readonly string[]): Promise<DebianSystem> {
  // Not in /tmp, which may be mounted without programs.
  const folder = await mkdtemp('/var/tmp/webdata-debian-');
  t.after(() => rm(folder, { recursive: true, force: true }));
  const root = join(folder, 'root');
  await run('mmdebstrap', ['--quiet', '--variant=minbase', `--include=${packages.join()}`, 'bookworm', root]);
  const mounts = `mount --bind /proc ${root}/proc && mount --rbind /dev ${root}/dev && exec chroot ${root} "$@"`;
  const enter = (...command: string[]) => [
    '--mount',
    '--propagation=private',
    'sh',
    '-c',
    mounts,
    'sh',
    ...command,
  ];
  return {
    root,
    enter,
    run: async (...command) => (await run('unshare', enter(...command), { env: systemEnvironment })).stdout,
  };
}
