import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { until } from '../until.ts';

const lockModule = new URL('../../scripts/build-lock.mjs', import.meta.url).href;

/** Starts a process that takes the lock, writes a line to `log`, and runs `rest`. */
function start(t: TestContext, lock: string, log: string, rest: string): ChildProcess {
  const code = `
    import { appendFileSync } from 'node:fs';
    import { setTimeout as delay } from 'node:timers/promises';
    import { withBuildLock } from ${JSON.stringify(lockModule)};
    const write = (word) => appendFileSync(${JSON.stringify(log)}, word + '\\n');
    await withBuildLock(${JSON.stringify(lock)}, async () => { write('begin'); ${rest} write('end'); });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], { stdio: 'inherit' });
  t.after(() => child.kill('SIGKILL'));
  return child;
}

async function openFolder(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'webdata-lock-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return { lock: join(folder, 'build.lock'), log: join(folder, 'log') };
}

test('builds at once run one after another', async (t) => {
  const { lock, log } = await openFolder(t);
  const builds = Array.from({ length: 4 }, () => start(t, lock, log, 'await delay(50);'));
  const ended = await Promise.all(builds.map((build) => once(build, 'exit')));
  assert.deepEqual(
    ended.map(([code]) => code),
    [0, 0, 0, 0],
  );
  assert.equal(readFileSync(log, 'utf8'), 'begin\nend\n'.repeat(4));
  assert.equal(existsSync(lock), false);
});

test('the lock of a killed build is taken over, by one build after another', async (t) => {
  const { lock, log } = await openFolder(t);
  const killed = start(t, lock, log, 'await delay(3_600_000);');
  await until(() => existsSync(log));
  const waiting = Array.from({ length: 3 }, () => start(t, lock, log, 'await delay(50);'));
  killed.kill('SIGKILL');
  await Promise.all(waiting.map((build) => once(build, 'exit')));
  assert.equal(readFileSync(log, 'utf8'), `begin\n${'begin\nend\n'.repeat(3)}`);
});
