import { existsSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchFlags } from './launch-flags.ts';

/** How a browser is shut in: who runs it, and whether its own sandbox is on. */
export interface Confinement {
  /** A user without files or rights of ours; null runs it as this process does. */
  uid: number | null;
  sandbox: boolean;
}

/** A browser that can be started, and how. */
export interface BrowserProgram {
  executable: string;
  /** What its environment needs beside the usual, as libraries of its own. */
  env: Record<string, string>;
  confinement: Confinement;
}

/** Everything that starts one browser; `home` is its own and is removed by whoever ends it. */
export interface LaunchCommand {
  command: string;
  args: string[];
  env: Record<string, string>;
  home: string;
  /** Within its home, where it puts what contexts download that may. */
  downloads: string;
}

/** A user id that no account of a machine has, so that nothing on it is its own. */
const browserUid = 61_417;
const setpriv = '/usr/bin/setpriv';

const homePrefix = 'webdata-browser-';
/** No browser runs for so long. */
const homeLastsMs = 24 * 3_600_000;

/** The ways to shut a browser in that this process may try, the safest first; without root the sandbox is always on. */
export function confinements(): Confinement[] {
  if (process.getuid?.() !== 0) return [{ uid: null, sandbox: true }];
  const asOther = existsSync(setpriv)
    ? [
        { uid: browserUid, sandbox: true },
        { uid: browserUid, sandbox: false },
      ]
    : [];
  return [...asOther, { uid: null, sandbox: false }];
}

/** How a browser is shut in, in words. */
export function describeConfinement({ uid, sandbox }: Confinement): string {
  const user =
    uid === null ? (process.getuid?.() === 0 ? 'as root' : 'as this user') : 'as a user of its own';
  return `${user}, sandbox ${sandbox ? 'on' : 'OFF'}`;
}

/** Makes a fresh home and the command over it. The environment holds nothing of ours: no secrets, no proxies. */
export async function prepareLaunch({
  executable,
  env: own,
  confinement,
}: BrowserProgram): Promise<LaunchCommand> {
  const home = await mkdtemp(join(tmpdir(), homePrefix));
  const { uid, sandbox } = confinement;
  const downloads = join(home, 'downloads');
  await mkdir(downloads);
  if (uid !== null) await Promise.all([home, downloads].map((folder) => chown(folder, uid, uid)));
  const flags = [...launchFlags, `--user-data-dir=${join(home, 'profile')}`];
  if (!sandbox) flags.push('--no-sandbox');
  const env = { HOME: home, TMPDIR: home, PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', TZ: 'UTC', ...own };
  if (uid === null) return { command: executable, args: flags, env, home, downloads };
  const become = [`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', '--no-new-privs', '--'];
  // The sandbox of a browser that has no set-uid helper needs no privileges beyond user namespaces.
  return { command: setpriv, args: [...become, executable, ...flags], env, home, downloads };
}

/** Removes a browser's home; a process that is just ending may still write into it. */
export async function removeHome(home: string): Promise<void> {
  await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** Removes homes that processes left behind which were killed. */
export async function removeOldHomes(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const home of names
    .filter((name) => name.startsWith(homePrefix))
    .map((name) => join(tmpdir(), name))) {
    const touched = await stat(home).catch(() => null);
    if (touched !== null && Date.now() - touched.mtimeMs > homeLastsMs)
      await removeHome(home).catch(() => {});
  }
}
