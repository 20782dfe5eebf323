import { existsSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayMs } from '../../../domain/values/day-ms.ts';
import { writeCertificateStore } from './certificate-store.ts';
import { launchFlags } from './launch-flags.ts';

/** Confinement of a browser: its user and its sandbox. */
export interface Confinement {
  /** User without files or rights of ours; null for the user of this process. */
  uid: number | null;
  sandbox: boolean;
}

/** A browser program and its confinement. */
export interface BrowserProgram {
  executable: string;
  /** Additional environment variables, such as library paths. */
  env: Record<string, string>;
  confinement: Confinement;
  /** Certificates in PEM that the browser trusts beside its own; see {@link findTrustGap}. */
  trustedCertificates?: readonly string[];
}

/** Command that starts one browser; the caller that ends it removes `home`. */
export interface LaunchCommand {
  command: string;
  args: string[];
  env: Record<string, string>;
  home: string;
  /** Folder in `home` for downloads. */
  downloads: string;
}

/** User id without an account, which owns no files of the machine. */
const browserUid = 61_417;
const setpriv = '/usr/bin/setpriv';

const homePrefix = 'webdata-browser-';
/** Age after which a leftover home folder is removed; no browser runs this long. */
const maxHomeAgeMs = dayMs;

/** Returns the possible confinements in descending order of safety; without root the sandbox is always on. */
export function getConfinements(): Confinement[] {
  if (process.getuid?.() !== 0) return [{ uid: null, sandbox: true }];
  const withOtherUser = existsSync(setpriv)
    ? [
        { uid: browserUid, sandbox: true },
        { uid: browserUid, sandbox: false },
      ]
    : [];
  return [...withOtherUser, { uid: null, sandbox: false }];
}

/** Describes a confinement in words. */
export function describeConfinement({ uid, sandbox }: Confinement): string {
  const user =
    uid === null ? (process.getuid?.() === 0 ? 'as root' : 'as this user') : 'as a user of its own';
  return `${user}, sandbox ${sandbox ? 'on' : 'OFF'}`;
}

/** Creates a home folder and the launch command. The environment inherits nothing: no secrets, no proxies. */
export async function prepareLaunch({
  executable,
  env: additionalEnv,
  confinement,
  trustedCertificates = [],
}: BrowserProgram): Promise<LaunchCommand> {
  const home = await mkdtemp(join(tmpdir(), homePrefix));
  const { uid, sandbox } = confinement;
  const downloads = join(home, 'downloads');
  await mkdir(downloads);
  const created = [home, downloads, ...(await writeCertificateStore(home, trustedCertificates))];
  if (uid !== null) await Promise.all(created.map((path) => chown(path, uid, uid)));
  const flags = [...launchFlags, `--user-data-dir=${join(home, 'profile')}`];
  if (!sandbox) flags.push('--no-sandbox');
  const env = {
    HOME: home,
    TMPDIR: home,
    PATH: '/usr/bin:/bin',
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    ...additionalEnv,
  };
  if (uid === null) return { command: executable, args: flags, env, home, downloads };
  const setprivArgs = [`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', '--no-new-privs', '--'];
  // The sandbox of a browser without a set-uid helper needs no privileges except user namespaces.
  return { command: setpriv, args: [...setprivArgs, executable, ...flags], env, home, downloads };
}

/** Removes a browser's home. Retries, because an ending process may still write into it. */
export async function removeHome(home: string): Promise<void> {
  await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** Removes leftover home folders of killed processes. */
export async function removeOldHomes(): Promise<void> {
  // A later start removes leftovers.
  const names = await readdir(tmpdir()).catch(() => []);
  for (const home of names
    .filter((name) => name.startsWith(homePrefix))
    .map((name) => join(tmpdir(), name))) {
    // Another process may have removed it.
    const stats = await stat(home).catch(() => null);
    if (stats !== null && Date.now() - stats.mtimeMs > maxHomeAgeMs)
      // It may belong to another user; the next start tries again.
      await removeHome(home).catch(() => {});
  }
}
