// The packages that releases contain or install, from package-lock.json alone.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Folders whose imports are compiled into `dist`. */
const bundledSources = ['console/src', 'clients/typescript/src'];

/** Reads the entries of the lock file, by their path in the checkout; `''` is the checkout itself. */
export function readLockFile() {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
}

/** Returns the path of the entry that `name` resolves to from the entry at `path`, or null. */
export function resolveEntry(lock, path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const candidate = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (candidate in lock) return candidate;
    if (folder === '') return null;
  }
}

/** Returns the names of the packages that the sources of the bundles import. */
function importedNames() {
  const names = new Set();
  for (const folder of bundledSources) {
    for (const file of readdirSync(join(root, folder), { recursive: true })) {
      if (!/\.tsx?$/.test(file)) continue;
      const text = readFileSync(join(root, folder, file), 'utf8');
      for (const [, name] of text.matchAll(
        /(?:from|import|import\() ?'((?:@[a-z0-9-]+\/)?[a-z0-9][a-z0-9.-]*)/g,
      )) {
        names.add(name);
      }
    }
  }
  return names;
}

/** Returns the paths of the packages that are compiled into the console: its imports with all dependencies. */
export function bundledPaths(lock = readLockFile()) {
  const found = new Set();
  const queue = [...importedNames()].map((name) => resolveEntry(lock, '', name));
  for (const path of queue) {
    // The client is part of the checkout.
    if (path === null || found.has(path)) continue;
    found.add(path);
    for (const name of Object.keys(lock[path].dependencies ?? {})) queue.push(resolveEntry(lock, path, name));
  }
  return [...found].sort();
}

/**
 * Returns the paths of the packages that a release installs on some platform: those that the program needs, without those of
 * the console, which is a workspace of the checkout and is built before.
 */
export function productionPaths(lock = readLockFile()) {
  const found = new Set();
  const namesOf = ({ dependencies, optionalDependencies }) =>
    Object.keys({ ...dependencies, ...optionalDependencies });
  const queue = namesOf(lock['']).map((name) => resolveEntry(lock, '', name));
  for (const path of queue) {
    // An optional package can be absent.
    if (path === null || found.has(path)) continue;
    found.add(path);
    const { peerDependencies = {}, peerDependenciesMeta = {} } = lock[path];
    const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
    for (const name of [...namesOf(lock[path]), ...peers]) queue.push(resolveEntry(lock, path, name));
  }
  return [...found].sort();
}

/**
 * Returns every package of a release, sorted by name and version: `name`, `version`, `license` (SPDX, as the package states
 * it), the `paths` of its copies, and `use`: `installed` beside the program, or `bundled` into its files.
 */
export function listShippedPackages(lock = readLockFile()) {
  const packages = new Map();
  const add = (path, use) => {
    const name = lock[path].name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const { version, license = 'UNKNOWN' } = lock[path];
    const key = `${name}@${version}`;
    const entry = packages.get(key) ?? { name, version, license, paths: [], use };
    if (!entry.paths.includes(path)) entry.paths.push(path);
    packages.set(key, entry);
  };
  for (const path of productionPaths(lock)) add(path, 'installed');
  for (const path of bundledPaths(lock)) add(path, 'bundled');
  return [...packages.keys()].sort().map((key) => packages.get(key));
}

/** Returns whether the package at this path is installed in the checkout. */
export function isInstalled(path) {
  return existsSync(join(root, path, 'package.json'));
}
