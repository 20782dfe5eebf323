// Creates dist/ for the npm package: JavaScript, since Node does not strip types under node_modules, and the data
// files.
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
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

rmSync(dist, { recursive: true, force: true });
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
const { status: consoleStatus } = spawnSync(process.execPath, [join(root, 'scripts', 'build-console.mjs')], {
  stdio: 'inherit',
});
if (consoleStatus !== 0) process.exit(consoleStatus ?? 1);
