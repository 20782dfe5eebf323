import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gatherTests } from './batches.ts';
import { otherServerVariable } from './database.ts';
import { findDebianPostgres, startPostgresServer } from './postgres-server.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Returns every suite under `src` that uses a database of `test/database.ts`. */
function storageSuites(): string[] {
  return globSync('src/**/*.test.ts', { cwd: root })
    .filter((path) => /from '(\.\.\/)+test\/database\.ts'/.test(readFileSync(join(root, path), 'utf8')))
    .sort();
}

const binaries = findDebianPostgres();
const skip = binaries ? false : 'PostgreSQL 15 of Debian is not installed (package postgresql-15)';

test('the storage suites also pass on PostgreSQL 15', { skip }, async (t) => {
  const suites = storageSuites();
  assert.ok(suites.length > 0);
  assert.ok(binaries);
  const batches = gatherTests(root, suites, join(root, 'node_modules', '.cache', 'webdata', 'tests-on-15'));
  const server = await startPostgresServer(binaries);
  try {
    // Not a part of this run, so that it reports to this test instead of the runner.
    const { NODE_TEST_CONTEXT: _ours, ...environment } = process.env;
    const child = spawn(
      process.execPath,
      ['--test', '--test-reporter=spec', '--test-concurrency=2', ...batches],
      {
        cwd: root,
        env: { ...environment, [otherServerVariable]: server.connectionString },
        stdio: ['ignore', 'pipe', 'pipe'],
        signal: t.signal,
      },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-200_000);
      });
    }
    const [code] = await once(child, 'close');
    t.diagnostic(output.match(/^ℹ pass \d+/m)?.[0] ?? '');
    assert.equal(code, 0, output.slice(Math.max(0, output.indexOf('failing tests:'))));
    assert.match(output, /^ℹ pass [1-9]/m);
  } finally {
    await server.stop();
  }
});
