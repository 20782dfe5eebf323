import { accessSync, constants, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { errorMessage, Failure } from '../../../domain/system/failure.ts';
import { configurationAdvice, notConfigured } from '../../../domain/system/not-configured.ts';
import { findShortage } from '../../../domain/system/shortage.ts';
import { type BrowserProcess, startBrowser } from '../pool/browser-process.ts';
import { findTrustGap } from './certificate-store.ts';
import { knownBrowsers, playwrightCaches, playwrightExecutables } from './known-browsers.ts';
import { type BrowserProgram, describeConfinement, getConfinements } from './launch-command.ts';
import { hasPackagedBrowser, type PackagedBrowser, unpackBrowser } from './packaged-browser.ts';
import { type ProbedBrowser, probeBrowser } from './probe-browser.ts';

/** A browser that was probed and works. */
export interface FoundBrowser extends ProbedBrowser {
  /** Program to start; null for a remote browser. */
  program: BrowserProgram | null;
  /** Starts the browser or connects to it. Rejects with a Failure. */
  start(): Promise<BrowserProcess>;
}

/** Result of a search, with the rejected browsers and the reasons. */
export interface BrowserSearch {
  browser: FoundBrowser | null;
  /** The selected browser, or the reason why there is none. */
  detail: string;
  rejected: RejectedBrowser[];
}

/** A browser that was rejected. */
export interface RejectedBrowser {
  executable: string;
  reason: string;
  /** True if descriptors, memory or disk space were lacking, so that it may work soon. */
  isTransient: boolean;
}

/** Describes a browser that could not be probed or failed. */
export function createRejectedBrowser(
  executable: string,
  error: unknown,
  confinement?: string,
): RejectedBrowser {
  const reason = confinement === undefined ? errorMessage(error) : `${errorMessage(error)} (${confinement})`;
  return { executable, reason, isTransient: findShortage(error) !== null };
}

/** Search locations in addition to the configured browser. */
export interface BrowserLocations {
  /** Programs to try in order. Default: those of the system and of Playwright's cache. */
  knownExecutables?: readonly string[];
  /** Folder into which the packaged browser is unpacked; null to skip it. */
  unpackFolder?: string | null;
  /** Certificates in PEM that the browser trusts beside its own. */
  trustedCertificates?: readonly string[];
}

/**
 * Finds a browser: `configured` (`WEBDATA_BROWSER`), or else the first of the system, of Playwright's cache and of the npm
 * package. Each is probed with the strictest confinement that works. `none` disables browsers.
 */
export async function findBrowser(
  configured: string | null,
  {
    knownExecutables = [...systemBrowsers(), ...cachedBrowsers()],
    unpackFolder = null,
    trustedCertificates = [],
  }: BrowserLocations = {},
): Promise<BrowserSearch> {
  if (configured === 'none') return createEmptySearch('disabled by WEBDATA_BROWSER', []);
  const rejected: BrowserSearch['rejected'] = [];
  for (const executable of configured === null ? knownExecutables : [configured]) {
    if (!isExecutable(executable)) {
      if (configured !== null) rejected.push(createRejectedBrowser(executable, 'the program does not exist'));
      continue;
    }
    const search = await probeConfinements({ executable, env: {}, trustedCertificates }, rejected);
    if (search !== null) return search;
  }
  const packaged =
    configured === null && unpackFolder !== null
      ? await probePackaged(unpackFolder, trustedCertificates, rejected)
      : null;
  return packaged ?? createEmptySearch(describeMissing(configured, rejected), rejected);
}

async function probePackaged(
  folder: string,
  trustedCertificates: readonly string[],
  rejected: BrowserSearch['rejected'],
): Promise<BrowserSearch | null> {
  if (!hasPackagedBrowser()) return null;
  try {
    return await probeConfinements({ ...(await unpackBrowser(folder)), trustedCertificates }, rejected);
  } catch (error) {
    rejected.push(createRejectedBrowser('the packaged browser', error));
    return null;
  }
}

/** Returns a search result without a browser. */
export function createEmptySearch(detail: string, rejected: BrowserSearch['rejected']): BrowserSearch {
  return { browser: null, detail, rejected };
}

/** Returns the failure of work that needs a browser: `not_configured` if none was found, `unavailable` if none works. */
export function noBrowserFailure({ detail, rejected }: BrowserSearch): Failure {
  const reason = `No browser is available: ${detail}.`;
  return rejected.length === 0
    ? notConfigured('browser', `${reason} Install Chromium.`)
    : new Failure('unavailable', `${reason} ${configurationAdvice('browser')}`);
}

function describeMissing(configured: string | null, rejected: BrowserSearch['rejected']): string {
  const last = rejected.at(-1);
  if (last !== undefined) return `${last.executable} cannot be used: ${last.reason}`;
  return configured === null ? 'none was found' : `${configured} cannot be used`;
}

async function probeConfinements(
  packaged: PackagedBrowser & Pick<BrowserProgram, 'trustedCertificates'>,
  rejected: BrowserSearch['rejected'],
): Promise<BrowserSearch | null> {
  const { executable, trustedCertificates = [] } = packaged;
  const gap = trustedCertificates.length > 0 ? findTrustGap(executable) : null;
  for (const confinement of getConfinements()) {
    const program = { ...packaged, confinement };
    const confinementText = describeConfinement(confinement);
    try {
      const probed = await probeBrowser(program);
      const browser = { ...probed, program, start: () => startBrowser(program) };
      const detail = `${probed.product} at ${executable}, ${confinementText}`;
      return { browser, detail: gap === null ? detail : `${detail}. ${gap}`, rejected };
    } catch (error) {
      rejected.push(createRejectedBrowser(executable, error, confinementText));
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
  // Descending order puts the headless shell before the full browser, and newer versions first.
  return versions
    .sort()
    .reverse()
    .flatMap((version) => playwrightExecutables.map((path) => join(cache, version, path)));
}
