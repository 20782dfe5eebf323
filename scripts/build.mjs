// Creates dist/ for the npm package: JavaScript, since Node does not strip types under node_modules, and the data
// files.
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
  if (!built.includes(name)) rmSync(join(dist, name), { recursive: true, force: true });
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
for (const name of built) {
  const script = join(root, 'scripts', `build-${name}.mjs`);
  const result = spawnSync(process.execPath, [script, '--if-stale'], { stdio: 'inherit' });
  if (result.status !== 0) process.exit(result.status ?? 1);
}
