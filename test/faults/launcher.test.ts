import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isAlive } from '../../src/runtime/postgres/postmaster-file.ts';
import { type Ended, type Home, openHome, type ServiceProcess } from '../service-process.ts';
import { until } from '../until.ts';

const supervised = { WEBDATA_RESTART: 'true' };
/** The launcher restarts the service after this time, unless the test ends first. */
const restartDelayMs = 3_600_000;

async function openTestHome(t: TestContext): Promise<Home> {
  const home = await openHome();
  t.after(() => home.close());
  return home;
}

/** Returns the ids of the child processes. */
function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

function serviceOf(launcher: { pid: number }): number {
  const [service, ...more] = childrenOf(launcher.pid);
  assert.ok(service !== undefined && more.length === 0, 'the launcher has one child');
  return service;
}

/** Returns the URLs that the service printed, one per start. */
function addresses({ stdout }: Pick<ServiceProcess, 'stdout'>): string[] {
  return [...stdout().matchAll(/^serving +(\S+)$/gm)].map(([, url]) => url as string);
}

test('a killed service is restarted on the same data, and SIGTERM of the launcher shuts everything down', async (t) => {
  const home = await openTestHome(t);
  const launcher = await home.start(supervised);
  const first = serviceOf(launcher);
  process.kill(first, 'SIGKILL');
  const url = await until(() => addresses(launcher)[1] ?? null);
  const second = serviceOf(launcher);
  assert.notEqual(second, first);
  assert.match(launcher.stdout(), /^database +embedded PostgreSQL, found running$/m);
  const answer = await fetch(`${url}/v1/account`, { headers: { authorization: `Bearer ${launcher.key}` } });
  assert.equal(answer.status, 200);
  const ended = await launcher.stop();
  assert.deepEqual([ended.code, ended.signal], [0, null]);
  const lines = ended.stderr.trim().split('\n');
  assert.equal(lines.length, 1, ended.stderr);
  const { level, msg, ended: how } = JSON.parse(lines[0] as string);
  assert.deepEqual([level, msg, how], ['error', 'the service crashed and is restarted', 'SIGKILL']);
  assert.equal(isAlive(second), false);
  assert.equal(await home.postmaster(), null);
});

test('the service shuts down when its launcher is killed', async (t) => {
  const home = await openTestHome(t);
  const launcher = await home.start(supervised);
  const service = serviceOf(launcher);
  assert.equal((await launcher.kill()).signal, 'SIGKILL');
  await until(() => (isAlive(service) ? null : true));
  assert.equal(await home.postmaster(), null);
  const next = await home.start(supervised);
  assert.match(next.stdout(), /^database +embedded PostgreSQL$/m);
  assert.equal((await next.stop()).code, 0);
});

test('a launcher that is killed during the start leaves no process behind', async (t) => {
  const home = await openTestHome(t);
  const launcher = home.launch(supervised);
  const service = await until(() => childrenOf(launcher.pid)[0]);
  await launcher.kill();
  await until(() => (isAlive(service) ? null : true));
  assert.equal(await home.postmaster(), null);
});

test('SIGTERM of the service itself is a stop and not a crash', async (t) => {
  const home = await openTestHome(t);
  const launcher = await home.start(supervised);
  process.kill(serviceOf(launcher), 'SIGTERM');
  const ended = await launcher.ended;
  assert.deepEqual([ended.code, ended.signal, ended.stderr], [0, null, '']);
  assert.equal(addresses(launcher).length, 1);
  assert.equal(await home.postmaster(), null);
});

test('a failed start is not repeated: one line and exit code 1', async (t) => {
  const home = await openTestHome(t);
  const ended = await home.launch({ ...supervised, WEBDATA_LOG_LEVEL: 'loud' }).ended;
  assert.deepEqual([ended.code, ended.stdout], [1, '']);
  assert.match(ended.stderr, /^webdata: bad setting WEBDATA_LOG_LEVEL: [^\n]+\n$/);
});

/** Launcher with short delays whose child runs `script`. */
interface ScriptLauncher {
  child: ChildProcess;
  stdout(): string;
  stderr(): string;
  ended: Promise<Ended>;
}

function launchScript(t: TestContext, script: string, restartDelayMs = 50): ScriptLauncher {
  const file = fileURLToPath(new URL('./launcher-process.ts', import.meta.url));
  const child = spawn(
    process.execPath,
    [file, String(restartDelayMs), '--max-old-space-size=32', '--eval', script],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  t.after(() => child.kill('SIGKILL'));
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      said[stream] += text;
    });
  }
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, ...said }));
  });
  return { child, stdout: () => said.stdout, stderr: () => said.stderr, ended };
}

const reportServing = `process.send({ webdata: 'serving' }); console.log('serving');`;

function servings(text: string): number {
  return text.split('\n').filter((line) => line === 'serving').length;
}

test('a service that crashes repeatedly is not restarted any more, with an error line', async (t) => {
  const { ended } = launchScript(t, `${reportServing} setTimeout(() => process.exit(7), 50)`);
  const { code, stdout, stderr } = await ended;
  assert.equal(code, 1);
  assert.equal(servings(stdout), 3);
  const lines = stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.map(({ level, ended: how }) => [level, how]),
    [
      ['error', 'exit code 7'],
      ['error', 'exit code 7'],
      ['fatal', 'exit code 7'],
    ],
  );
  assert.match(lines[2].msg, /crashed 3 times in a row: find the cause/);
});

test('a full heap, which aborts the process, is a crash', async (t) => {
  const { ended } = launchScript(
    t,
    `${reportServing} const kept = []; for (;;) kept.push(new Array(1e4).fill(1.5));`,
  );
  const { code, stdout, stderr } = await ended;
  assert.equal(code, 1);
  assert.equal(servings(stdout), 3);
  assert.match(stderr, /"ended":"SIGABRT","crashes":3/);
});

test('a service with a blocked main thread does not handle signals: a second one kills it without a restart', async (t) => {
  const { child, stdout, ended } = launchScript(
    t,
    `process.on('SIGINT', () => {}); process.send({ webdata: 'serving' }, () => { console.log('serving'); for (;;); });`,
  );
  await until(() => (servings(stdout()) > 0 ? true : null));
  child.kill('SIGINT');
  await delay(300);
  assert.equal(child.exitCode, null);
  child.kill('SIGINT');
  const { code, stdout: said } = await ended;
  assert.equal(code, 128 + 9);
  assert.equal(servings(said), 1);
});

test('a signal that arrives before a restart cancels it', async (t) => {
  const { child, stderr, ended } = launchScript(
    t,
    `${reportServing} setTimeout(() => process.abort(), 20)`,
    restartDelayMs,
  );
  await until(() => (stderr().includes('is restarted') ? true : null));
  child.kill('SIGTERM');
  const { code, stdout } = await ended;
  assert.equal(code, 0);
  assert.equal(servings(stdout), 1);
});
