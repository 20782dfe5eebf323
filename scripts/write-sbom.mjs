// Writes a CycloneDX document (SBOM) of the packages that a release contains or installs: `node scripts/write-sbom.mjs FILE`.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  bundledPaths,
  productionPaths,
  readLockFile,
  resolveEntry,
  root,
} from './packaging/shipped-packages.mjs';

/**
 * Returns an entry of the lock file without its dependencies that are not shipped: a bundled package can need tools that only
 * built it, and npm rejects a dependency that is missing.
 */
function withoutUnshipped(lock, path, shipped) {
  const { dev: _, devOptional: __, ...entry } = lock[path];
  for (const kind of ['dependencies', 'optionalDependencies', 'peerDependencies']) {
    if (entry[kind] === undefined) continue;
    entry[kind] = Object.fromEntries(
      Object.entries(entry[kind]).filter(([name]) => shipped.has(resolveEntry(lock, path, name))),
    );
  }
  return entry;
}

/**
 * Writes a project without the development packages that are not shipped. `npm sbom --omit=dev` on the checkout also leaves
 * out production packages that a development package needs as well.
 */
function writeReducedProject(folder) {
  const lock = readLockFile();
  const paths = [...new Set([...productionPaths(lock), ...bundledPaths(lock)])].sort();
  const { name, version, description, license, dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const bundled = bundledPaths(lock)
    .filter((path) => path.lastIndexOf('node_modules/') === 0)
    .map((path) => [path.slice('node_modules/'.length), lock[path].version]);
  const project = {
    name,
    version,
    description,
    license,
    dependencies: { ...dependencies, ...Object.fromEntries(bundled) },
    optionalDependencies,
  };
  const shipped = new Set(paths);
  const entries = paths.map((path) => [path, withoutUnshipped(lock, path, shipped)]);
  const packages = { '': project, ...Object.fromEntries(entries) };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(project));
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({ name, version, lockfileVersion: 3, requires: true, packages }),
  );
}

/** Runs `npm sbom` in a folder, with the npm that runs this script if known. */
function npmSbom(folder) {
  const own = process.env.npm_execpath ?? '';
  const [file, first] = basename(own) === 'npm-cli.js' ? [process.execPath, [own]] : ['npm', []];
  const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'];
  const { status, stdout, stderr, error } = spawnSync(file, [...first, ...args], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32' && file === 'npm',
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`);
  return JSON.parse(stdout);
}

/** Removes everything that differs between two runs on the same lock file. */
function makeReproducible({ serialNumber: _, ...document }) {
  const { timestamp: __, ...metadata } = document.metadata;
  const stable = { ...document, metadata };
  const digest = createHash('sha256').update(JSON.stringify(stable)).digest('hex');
  // A UUID of version 8, whose bits the application chooses (RFC 9562).
  const parts = [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `a${digest.slice(17, 20)}`,
  ];
  return { ...stable, serialNumber: `urn:uuid:${parts.join('-')}-${digest.slice(20, 32)}` };
}

const [, , target] = process.argv;
if (target === undefined) throw new Error('usage: node scripts/write-sbom.mjs FILE');
const scratch = mkdtempSync(join(tmpdir(), 'webdata-sbom-'));
try {
  // npm names the component after its folder.
  const folder = join(scratch, 'webdata');
  mkdirSync(folder);
  writeReducedProject(folder);
  writeFileSync(target, `${JSON.stringify(makeReproducible(npmSbom(folder)), null, 1)}\n`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
