import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gatherTests } from './batches.ts';

// What `npm test` runs: every test file there is. A file or a folder of them alone: `node --test PATH`.
const root = fileURLToPath(new URL('..', import.meta.url));
const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: root }).sort();
/** More would want more connections than their database has. */
const mostAtOnce = 6;
const folder = join(root, 'node_modules', '.cache', 'webdata', 'tests');

const child = spawn(
  process.execPath,
  [
    // Processes that live for seconds: a larger nursery of the heap takes a twentieth of their work away.
    '--max-semi-space-size=32',
    '--test',
    // Tests wait for something a good part of their time.
    `--test-concurrency=${Math.min(availableParallelism() + 1, mostAtOnce)}`,
    `--test-global-setup=${join(root, 'test', 'global-setup.ts')}`,
    ...gatherTests(root, files, folder),
  ],
  { cwd: root, stdio: 'inherit' },
);
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => child.kill(name));
const [code] = await once(child, 'exit');
process.exitCode = code ?? 1;
