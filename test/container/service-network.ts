import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isAlive } from '../../src/runtime/postgres/postmaster-file.ts';
import { type RunningProgram, startProgram } from '../replication/programs.ts';

const run = promisify(execFile);
const program = '/usr/sbin/ip';

/** Reason why tests with their own network are skipped, or false. */
export const networkMissing =
  process.getuid?.() !== 0
    ? 'network namespaces need root'
    : existsSync(program)
      ? false
      : 'not installed: the Debian package iproute2';

/** Host of a network, like a container of a Compose project. */
export interface NetworkHost {
  address: string;
  /** Starts a program on this host, in its own process group. */
  start(command: readonly string[], options: HostProgramOptions): RunningProgram;
}

/** Options of a program on a host. */
export interface HostProgramOptions {
  /** Working directory. */
  folder: string;
  environment?: Record<string, string>;
  /** Files that the host shows at other paths, by path. */
  mounts?: Record<string, string>;
}

/** Network of hosts that resolve each other's names, connected to this process. */
export interface ServiceNetwork {
  /** Address of this process in the network. */
  address: string;
  /** Range of all addresses. */
  range: string;
  /** Adds a host. Several hosts may have the same name, which then resolves to all of them. */
  addHost(name: string): Promise<NetworkHost>;
  close(): Promise<void>;
}

/** Deletes the namespaces and bridges of killed runs, whose names contain the id of their process. */
async function sweepLeftOvers(): Promise<void> {
  const { stdout: namespaces } = await run(program, ['netns', 'list']);
  const { stdout: links } = await run(program, ['-oneline', 'link', 'show', 'type', 'bridge']);
  const isLeftOver = (id = '') => !isAlive(Number.parseInt(id, 36));
  for (const [name, id] of namespaces.matchAll(/\bwd-([0-9a-z]{1,6})-n\d{1,3}\b/g))
    if (isLeftOver(id)) await run(program, ['netns', 'delete', name]);
  for (const [name, id] of links.matchAll(/\bwd-([0-9a-z]{1,6})-br\b/g))
    if (isLeftOver(id)) await run(program, ['link', 'delete', name]);
}

/**
 * Creates a network of Linux network namespaces on a bridge. Its names are in the file `hosts` of `folder`, which its
 * programs see as `/etc/hosts`.
 */
export async function openServiceNetwork(folder: string): Promise<ServiceNetwork> {
  await sweepLeftOvers();
  const prefix = `wd-${process.pid.toString(36)}-`;
  const bridge = `${prefix}br`;
  const subnet = `10.231.${process.pid % 256}`;
  const hostsFile = join(folder, 'hosts');
  const lines = ['127.0.0.1 localhost'];
  const namespaces: string[] = [];
  const ip = (...args: string[]) => run(program, args);
  await writeFile(hostsFile, `${lines.join('\n')}\n`);
  await ip('link', 'add', bridge, 'type', 'bridge');
  await ip('address', 'add', `${subnet}.1/24`, 'dev', bridge);
  await ip('link', 'set', bridge, 'up');

  function start(namespace: string, command: readonly string[], options: HostProgramOptions): RunningProgram {
    const mounts = { '/etc/hosts': hostsFile, ...options.mounts };
    const script = `${Object.entries(mounts)
      .map(([path, source]) => `mount --bind '${source}' '${path}'`)
      .join(' && ')} && exec "$@"`;
    // The command has a mount namespace of its own.
    const args = ['netns', 'exec', namespace, 'sh', '-c', script, 'sh', ...command];
    const { folder: workFolder, environment = {} } = options;
    return startProgram(program, args, { user: null, folder: workFolder, environment });
  }

  return {
    address: `${subnet}.1`,
    range: `${subnet}.0/24`,
    async addHost(name) {
      const index = namespaces.length + 2;
      const namespace = `${prefix}n${index}`;
      const [outside, inside] = [`${prefix}o${index}`, `${prefix}i${index}`];
      await ip('netns', 'add', namespace);
      namespaces.push(namespace);
      await ip('link', 'add', outside, 'type', 'veth', 'peer', 'name', inside);
      await ip('link', 'set', inside, 'netns', namespace);
      await ip('link', 'set', outside, 'master', bridge, 'up');
      await ip('-n', namespace, 'address', 'add', `${subnet}.${index}/24`, 'dev', inside);
      await ip('-n', namespace, 'link', 'set', inside, 'up');
      await ip('-n', namespace, 'link', 'set', 'lo', 'up');
      lines.push(`${subnet}.${index} ${name}`);
      await writeFile(hostsFile, `${lines.join('\n')}\n`);
      const address = `${subnet}.${index}`;
      return { address, start: (command, options) => start(namespace, command, options) };
    },
    async close() {
      for (const namespace of namespaces) await ip('netns', 'delete', namespace);
      await ip('link', 'delete', bridge);
    },
  };
}
