import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Environment } from '../../config.ts';
import { dataDirectoryOf, defaultDataDirectory } from '../../config.ts';
import { isRunning } from './service-address.ts';

/** Maximum number of data directories in the list. */
const maxDirectories = 10;

/** Folder of this program. In a checkout, `npm start` creates the data directory in it. */
const programFolder = fileURLToPath(new URL('../../..', import.meta.url));

/** Returns a folder of the user for files of webdata (XDG Base Directory Specification). */
function userFolder(environment: Environment, variable: string, ...fallback: string[]): string {
  const configured = environment[variable]?.trim();
  const base = configured?.startsWith('/') ? configured : join(homedir(), ...fallback);
  return join(base, 'webdata');
}

function listPath(environment: Environment): string {
  return join(userFolder(environment, 'XDG_STATE_HOME', '.local', 'state'), 'data-directories.json');
}

/** Returns the data directories on which this user started the service, the latest first. */
function readDirectories(environment: Environment): string[] {
  try {
    const list: unknown = JSON.parse(readFileSync(listPath(environment), 'utf8'));
    return Array.isArray(list)
      ? list.filter((path) => typeof path === 'string').slice(0, maxDirectories)
      : [];
  } catch {
    // The first start of this user.
    return [];
  }
}

/** Returns true if the service was started on this directory before. */
function isDataDirectory(path: string): boolean {
  return existsSync(join(path, 'receipt-keys.json'));
}

/** Returns true if the address file of a directory names a running process. */
function seemsServed(path: string): boolean {
  try {
    const { pid } = JSON.parse(readFileSync(join(path, 'service.json'), 'utf8')) as { pid: number };
    return isRunning(pid);
  } catch {
    // No address file, or no access to it.
    return false;
  }
}

/**
 * Remembers the data directory of a service, so that commands in other folders find it. A directory in the folder for temporary files
 * is not remembered.
 */
export function recordDataDirectory(environment: Environment, dataDirectory: string): void {
  if (dataDirectory.startsWith(join(tmpdir(), sep))) return;
  const others = readDirectories(environment).filter(
    (path) => path !== dataDirectory && isDataDirectory(path),
  );
  const path = listPath(environment);
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, `${JSON.stringify([dataDirectory, ...others].slice(0, maxDirectories), null, 2)}\n`);
  } catch {
    // A user without a home directory, such as one of a container, names DATA_DIR to commands.
  }
}

/** The data directory of a client that starts the program in any folder, such as an MCP client. */
export function userDataDirectory(environment: Environment): string {
  return process.getuid?.() === 0
    ? defaultDataDirectory
    : userFolder(environment, 'XDG_DATA_HOME', '.local', 'share');
}

/**
 * Returns the data directory for a command: `DATA_DIR`; else the first directory with a running service, or else the first that
 * exists, of: those on which this user started the service, the last one first, the default, the one of this checkout, and the one of
 * the user. Null if there is none.
 */
export function findDataDirectory(environment: Environment): string | null {
  const configured = dataDirectoryOf(environment);
  if (configured !== null) return configured;
  const known = [
    ...readDirectories(environment),
    defaultDataDirectory,
    join(programFolder, 'data'),
    userDataDirectory(environment),
  ].filter(isDataDirectory);
  return known.find(seemsServed) ?? known[0] ?? null;
}
