import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gatherTests } from './batches.ts';

// What `npm test` runs: every test file there is. A file or a folder of them alone: `node --test PATH`.
const root = fileURLToPath(new URL('..', import.meta.url));
const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: root }).sort();
const folder = join(root, 'node_modules', '.cache', 'webdata', 'tests');

const child = spawn(
  process.execPath,
  [
    '--test',
    // Three at once take no less time on two processors.
    '--test-concurrency=2',
    `--test-global-setup=${join(root, 'test', 'global-setup.ts')}`,
    ...gatherTests(root, files, folder),
  ],
  { cwd: root, stdio: 'inherit' },
);
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => child.kill(name));
const [code] = await once(child, 'exit');
process.exitCode = code ?? 1;
