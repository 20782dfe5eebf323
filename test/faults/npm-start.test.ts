import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Home, openHome } from '../service-process.ts';
import { until } from '../until.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Returns processes whose environment contains this data directory: npm, its shell, the launcher and the service. The
 * environment of the database is empty.
 */
function processesOf(dataDir: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`DATA_DIR=${dataDir}\0`);
      } catch {
        return false;
      }
    });
}

async function npmStart(home: Home) {
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: home.dataDir,
      PORT: '0',
      WEBDATA_LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let said = '';
  npm.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await until(() => (/^serving +\S+$/m.test(said) ? true : null));
  return { npm, said: () => said };
}

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(`${signal} of npm start shuts down the service and its database`, async (t) => {
    const home = await openHome();
    t.after(async () => {
      for (const pid of processesOf(home.dataDir)) process.kill(pid, 'SIGKILL');
      await home.close();
    });
    const { npm } = await npmStart(home);
    assert.ok((await home.postmaster()) !== null);
    npm.kill(signal);
    await until(() => (processesOf(home.dataDir).length === 0 ? true : null));
    assert.equal(await home.postmaster(), null);
    const next = await home.start();
    assert.match(next.stdout(), /^database +embedded PostgreSQL$/m);
    assert.equal((await next.stop()).code, 0);
  });
}

test('a service started from a shell keeps running after the shell exits', async (t) => {
  const home = await openHome();
  t.after(async () => {
    for (const pid of processesOf(home.dataDir)) process.kill(pid, 'SIGKILL');
    await home.close();
  });
  const shell = spawn('sh', ['-c', 'node bin/webdata.mjs & wait'], {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: home.dataDir, PORT: '0', WEBDATA_LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let said = '';
  shell.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const url = await until(() => /^serving +(\S+)$/m.exec(said)?.[1] ?? null);
  shell.kill('SIGTERM');
  // Longer than the launcher needs to detect that its parent has exited.
  await delay(2_000);
  assert.equal((await fetch(`${url}/livez`)).status, 200);
  const [launcher] = processesOf(home.dataDir);
  process.kill(launcher as number, 'SIGTERM');
  await until(() => (processesOf(home.dataDir).length === 0 ? true : null));
  assert.equal(await home.postmaster(), null);
});
