import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const program = fileURLToPath(new URL('./read-without-descriptors.ts', import.meta.url));
/** Few, so that they are taken at once; a thread needs some of its own. */
const descriptors = 120;

test('a thread that could not load a module is replaced: pages are read as soon as there are descriptors', {
  skip: process.platform === 'win32' && 'there is no such limit',
}, async () => {
  const command = `ulimit -n ${descriptors} && exec "$0" "$1"`;
  const { stdout } = await promisify(execFile)('sh', ['-c', command, process.execPath, program]);
  const rounds: { during: string | null; after: string | null }[] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.ok(
    rounds.some(({ during }) => during === 'dependency'),
    'the shortage was felt',
  );
  assert.deepEqual(
    rounds.filter(({ after }) => after !== null),
    [],
  );
});
