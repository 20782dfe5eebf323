// Creates dist/ for the npm and Debian packages: JavaScript, since Node does not strip types under node_modules, the data
// files, the documentation, the console, and the list of packages (SBOM). Builds beside each other take turns, and one that finds dist/ built from
// the same sources leaves it as it is, because another process may be packing it.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { buildContent } from './build-content.mjs';
import { withBuildLock } from './build-lock.mjs';
import { digestSources, root } from './built-folder.mjs';

const dist = join(root, 'dist');
const compiler = join(
  dirname(createRequire(import.meta.url).resolve('typescript-7/package.json')),
  'bin',
  'tsc',
);

/** Folder that a script of its own builds, and only if its sources changed. */
const built = ['console'];
/** The pages of the documentation, which the service renders. */
const documentation = [
  'docs',
  'AGENTS.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
];
const sources = [
  'src',
  ...documentation,
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'tsconfig.content.json',
  'scripts/build.mjs',
  'scripts/build-content.mjs',
  'scripts/packaging/content-compatibility.mjs',
  'scripts/write-sbom.mjs',
];
const cache = join(root, 'node_modules', '.cache', 'webdata');
const stamp = join(cache, 'dist.json');

/** Returns the files of dist/ that this script writes, with their sizes. */
function listBuilt() {
  if (!existsSync(dist)) return [];
  return readdirSync(dist, { recursive: true })
    .filter((path) => !/^[\\/]?(console|\.[^\\/]*)([\\/]|$)/.test(path))
    .sort()
    .map((path) => `${path} ${statSync(join(dist, path)).isFile() ? statSync(join(dist, path)).size : ''}`);
}

function isCurrent(digest) {
  if (!existsSync(stamp)) return false;
  return readFileSync(stamp, 'utf8') === JSON.stringify({ digest, files: listBuilt() });
}

function run(path, ...args) {
  const { status } = spawnSync(process.execPath, [path, ...args], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

/** Compiles the sources into dist/, copies the data files and bundles `webdata/content`. */
async function buildProgram() {
  const digest = digestSources(sources);
  if (isCurrent(digest)) return;
  for (const name of existsSync(dist) ? readdirSync(dist) : []) {
    // A folder with a leading dot belongs to a build that runs beside this one.
    if (!built.includes(name) && !name.startsWith('.'))
      rmSync(join(dist, name), { recursive: true, force: true });
  }
  // Types are checked by `npm run check`.
  run(compiler, '-p', join(root, 'tsconfig.build.json'), '--noCheck');
  cpSync(join(root, 'src'), dist, {
    recursive: true,
    filter: (path) => !/\.(ts|md)$/.test(path),
  });
  for (const name of documentation)
    cpSync(join(root, name), join(dist, 'documentation', name), { recursive: true });
  await buildContent(dist, compiler);
  run(join(root, 'scripts', 'write-sbom.mjs'), join(dist, 'sbom.cdx.json'));
  writeFileSync(stamp, JSON.stringify({ digest, files: listBuilt() }));
}

await withBuildLock(join(cache, 'build.lock'), async () => {
  await buildProgram();
  for (const name of built) run(join(root, 'scripts', `build-${name}.mjs`), '--if-stale');
});
