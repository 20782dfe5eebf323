// Creates dist/ for the npm and Debian packages: JavaScript, since Node does not strip types under node_modules, the data
// files, the console, and the list of packages (SBOM).
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const compiler = join(
  dirname(createRequire(import.meta.url).resolve('typescript-7/package.json')),
  'bin',
  'tsc',
);

/** Folders that scripts of their own build, and only if their sources changed. */
const built = ['console', 'docs'];
for (const name of existsSync(dist) ? readdirSync(dist) : []) {
  // A folder with a leading dot belongs to a build that runs beside this one.
  if (!built.includes(name) && !name.startsWith('.'))
    rmSync(join(dist, name), { recursive: true, force: true });
}
// Types are checked by `npm run check`.
const { status } = spawnSync(
  process.execPath,
  [compiler, '-p', join(root, 'tsconfig.build.json'), '--noCheck'],
  { stdio: 'inherit' },
);
if (status !== 0) process.exit(status ?? 1);
cpSync(join(root, 'src'), dist, {
  recursive: true,
  filter: (path) => !/\.(ts|md)$/.test(path),
});
const scripts = [
  ...built.map((name) => [`build-${name}.mjs`, '--if-stale']),
  ['write-sbom.mjs', join(dist, 'sbom.cdx.json')],
];
for (const [script, ...args] of scripts) {
  const result = spawnSync(process.execPath, [join(root, 'scripts', script), ...args], { stdio: 'inherit' });
  if (result.status !== 0) process.exit(result.status ?? 1);
}
