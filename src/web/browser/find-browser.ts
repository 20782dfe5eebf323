import { accessSync, constants, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '../../domain/failure.ts';
import { type BrowserProcess, startBrowser } from './browser-process.ts';
import { knownBrowsers, playwrightCaches, playwrightExecutables } from './known-browsers.ts';
import { type BrowserProgram, confinements, describeConfinement } from './launch-command.ts';
import { hasPackagedBrowser, type PackagedBrowser, unpackBrowser } from './packaged-browser.ts';
import { type ProbedBrowser, probeBrowser } from './probe-browser.ts';

/** A browser that was tried and works. */
export interface FoundBrowser extends ProbedBrowser {
  /** The program that is started; null for a browser elsewhere. */
  program: BrowserProgram | null;
  /** Starts it, or connects to it. Rejects with a `Failure` when that fails. */
  start(): Promise<BrowserProcess>;
}

/** What the search came to, in a line, and why the browsers before it were not taken. */
export interface BrowserSearch {
  browser: FoundBrowser | null;
  /** Which browser was taken, or why there is none. */
  detail: string;
  rejected: { executable: string; reason: string }[];
}

/** Where browsers are looked for beyond the one that is configured. */
export interface BrowserPlaces {
  /** Programs to try, in this order; those of the system and of Playwright's cache when left out. */
  known?: readonly string[];
  /** Where the packaged browser is unpacked; it is not used without. */
  unpackInto?: string | null;
}

/**
 * Finds a browser: the one `configured` (`WEBDATA_BROWSER`), else the known places of the system, else Playwright's cache,
 * else the one that came as a package. Each is tried, shut in as well as it goes. `none` turns browsers off.
 */
export async function findBrowser(
  configured: string | null,
  { known = [...systemBrowsers(), ...cachedBrowsers()], unpackInto = null }: BrowserPlaces = {},
): Promise<BrowserSearch> {
  if (configured === 'none') return missing('turned off by WEBDATA_BROWSER', []);
  const rejected: BrowserSearch['rejected'] = [];
  for (const executable of configured === null ? known : [configured]) {
    if (!isExecutable(executable)) {
      if (configured !== null) rejected.push({ executable, reason: 'there is no such program' });
      continue;
    }
    const search = await tryBrowser({ executable, env: {} }, rejected);
    if (search !== null) return search;
  }
  const packaged =
    configured === null && unpackInto !== null ? await tryPackaged(unpackInto, rejected) : null;
  return packaged ?? missing(whyMissing(configured, rejected), rejected);
}

async function tryPackaged(
  folder: string,
  rejected: BrowserSearch['rejected'],
): Promise<BrowserSearch | null> {
  if (!hasPackagedBrowser()) return null;
  try {
    return await tryBrowser(await unpackBrowser(folder), rejected);
  } catch (error) {
    rejected.push({ executable: 'the packaged browser', reason: messageOf(error) });
    return null;
  }
}

/** A search that came to nothing, and why. */
export function missing(detail: string, rejected: BrowserSearch['rejected']): BrowserSearch {
  return { browser: null, detail, rejected };
}

function whyMissing(configured: string | null, rejected: BrowserSearch['rejected']): string {
  const last = rejected.at(-1);
  if (last !== undefined) return `${last.executable} cannot be used: ${last.reason}`;
  return configured === null ? 'none was found' : `${configured} cannot be used`;
}

async function tryBrowser(
  { executable, env }: PackagedBrowser,
  rejected: BrowserSearch['rejected'],
): Promise<BrowserSearch | null> {
  for (const confinement of confinements()) {
    const program = { executable, env, confinement };
    const how = describeConfinement(confinement);
    try {
      const probed = await probeBrowser(program);
      const browser = { ...probed, program, start: () => startBrowser(program) };
      return { browser, detail: `${probed.product} at ${executable}, ${how}`, rejected };
    } catch (error) {
      rejected.push({ executable, reason: `${messageOf(error)} (${how})` });
    }
  }
  return null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function systemBrowsers(): readonly string[] {
  return knownBrowsers[process.platform] ?? [];
}

function cachedBrowsers(): string[] {
  const folder = playwrightCaches[process.platform];
  if (folder === undefined) return [];
  const cache = join(homedir(), folder);
  let versions: string[];
  try {
    versions = readdirSync(cache).filter((name) => name.startsWith('chromium'));
  } catch {
    return [];
  }
  // The headless shell sorts behind the full browser, and newer behind older.
  return versions
    .sort()
    .reverse()
    .flatMap((version) => playwrightExecutables.map((path) => join(cache, version, path)));
}
