import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gatherTests } from './batches.ts';
import { shortRunVariable } from './repetitions.ts';
import { describeLeftOut, selectShortRun } from './select-short-run.ts';

// `npm test`: the checks, then the test files without those of `test/long-tests.ts`. `npm run test:all`: the checks, then
// every test file. `npm test -- PATH ...`: only the test files in these files and folders. `npm run test:watch -- PATH ...`
// runs them again whenever a file that they use changes.
const root = fileURLToPath(new URL('..', import.meta.url));
/** More processes would need more connections than the database accepts. */
const maxProcesses = 6;
const batchFolder = join(root, 'node_modules', '.cache', 'webdata', 'tests');

/** Runs Node with these arguments in the root of the checkout, forwards signals, and returns the exit code. */
async function run(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, pass);
  const [code] = await once(child, 'exit');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, pass);
  return code ?? 1;
}

/** Returns all test files of the checkout, or those at `paths`, which are files or folders. */
function findTests(paths: readonly string[]): string[] {
  const all = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: root }).sort();
  if (paths.length === 0) return all;
  return paths.flatMap((path) => {
    const place = relative(root, resolve(path));
    const isFolder = statSync(join(root, place), { throwIfNoEntry: false })?.isDirectory() === true;
    const found = all.filter((file) => (isFolder ? file.startsWith(`${place}${sep}`) : file === place));
    if (found.length === 0) throw new Error(`${path} has no test files; give a test file or a folder`);
    return found;
  });
}

function runTests(files: readonly string[], options: readonly string[]): Promise<number> {
  return run([
    // Test processes are short-lived: a larger young generation saves five percent of their processor time.
    '--max-semi-space-size=32',
    '--test',
    // Tests spend much of their time waiting.
    `--test-concurrency=${Math.min(availableParallelism() + 1, maxProcesses)}`,
    `--test-global-setup=${join(root, 'test', 'global-setup.ts')}`,
    ...options,
    ...files,
  ]);
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { watch: { type: 'boolean', default: false }, all: { type: 'boolean', default: false } },
  });
  const files = findTests(positionals);
  if (values.watch) return runTests(files, ['--watch']);
  if (positionals.length > 0) return runTests(files, []);
  const npm = process.env.npm_execpath;
  if (npm === undefined) throw new Error('start this with `npm test`, which also runs the checks');
  const checked = await run([npm, 'run', '--silent', 'check']);
  if (checked !== 0) return checked;
  if (values.all) return runTests(gatherTests(root, files, batchFolder), []);
  const selection = selectShortRun(root, files);
  process.env[shortRunVariable] = 'true';
  const code = await runTests(gatherTests(root, selection.files, batchFolder), []);
  process.stdout.write(`\n${describeLeftOut(selection)}`);
  return code;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 2;
}
