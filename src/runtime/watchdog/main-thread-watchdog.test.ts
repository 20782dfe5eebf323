import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Crash } from '../../domain/resources/crash.ts';
import { takeCrashes } from './take-crashes.ts';

const script = fileURLToPath(new URL('../../../test/threads/blocked-main-thread.ts', import.meta.url));

interface Block {
  child: ChildProcess;
  ready: Promise<void>;
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; stdout: string; lines: LogLine[] }>;
  crashes(): Promise<Crash[]>;
}

interface LogLine {
  level: string;
  msg: string;
  operation?: string;
  hosts?: string[];
  request_id?: string;
  blocked_ms: number;
  last_activity?: string;
  call?: { message: string; stack: string };
}

interface BlockOptions {
  warnMs?: number;
  endMs?: number;
  flags?: string[];
}

async function startBlockedProcess(
  t: TestContext,
  behaviour: string,
  options: BlockOptions = {},
): Promise<Block> {
  const { warnMs = 400, endMs = 60_000, flags = [] } = options;
  const folder = await mkdtemp(join(tmpdir(), 'webdata-watchdog-'));
  const child = spawn(
    process.execPath,
    [...flags, script, behaviour, folder, String(warnMs), String(endMs)],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  t.after(async () => {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  const output = { stdout: '', stderr: '' };
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
    if (output.stdout.includes('ready\n')) resolve();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const ended = once(child, 'close').then(([code, signal]) => {
    const lines = output.stderr.split('\n').filter((line) => line.startsWith('{'));
    return { code, signal, stdout: output.stdout, lines: lines.map((line) => JSON.parse(line) as LogLine) };
  });
  return {
    child,
    ready,
    ended,
    async crashes() {
      const records: Crash[] = [];
      await takeCrashes(folder, async (crashes) => void records.push(...crashes));
      return records;
    },
  };
}

test('a blocked main thread is reported with its operation and call, and continues', async (t) => {
  const { ended, crashes } = await startBlockedProcess(t, 'loop');
  const { code, stdout, lines } = await ended;
  assert.equal(code, 0);
  assert.equal(stdout, 'ready\nwent on 1\nclosed\n');
  assert.deepEqual(
    lines.map(({ level, msg }) => [level, msg]),
    [
      ['warn', 'the main thread is blocked'],
      ['info', 'the main thread runs again'],
    ],
  );
  const [blocked] = lines as [LogLine];
  assert.deepEqual(
    [blocked.operation, blocked.request_id, blocked.hosts],
    ['scrape', 'req_1', ['pages.example']],
  );
  assert.match(blocked.call?.message ?? '', /^spendTime \(file:.*blocked-main-thread\.ts:\d+:\d+\)$/);
  assert.match(blocked.call?.stack ?? '', /spendTime.*\n.*loop/);
  assert.ok(blocked.blocked_ms >= 400);
  assert.doesNotMatch(JSON.stringify(lines), /hidden|secret-path/);
  assert.deepEqual(await crashes(), []);
});

test('a block is reported with its operation if the interrupted function shadows global names', async (t) => {
  const { ended } = await startBlockedProcess(t, 'shadowed-globals');
  const { code, lines } = await ended;
  assert.equal(code, 0);
  const [blocked] = lines as [LogLine];
  assert.deepEqual([blocked.msg, blocked.operation], ['the main thread is blocked', 'scrape']);
  assert.match(blocked.call?.stack ?? '', /spendTimeAmongShadows/);
});

for (const behaviour of ['endless-loop', 'endless-expression']) {
  test(`a process whose main thread is in an ${behaviour.replace('-', ' ')} is ended, and a report names the page`, async (t) => {
    const { ended, crashes } = await startBlockedProcess(t, behaviour, { endMs: 1_000 });
    const { signal, stdout, lines } = await ended;
    assert.equal(signal, 'SIGKILL');
    assert.equal(stdout, 'ready\n');
    assert.deepEqual(
      lines.map(({ level, operation }) => [level, operation]),
      [
        ['warn', 'scrape'],
        ['fatal', 'scrape'],
      ],
    );
    assert.match(lines[1]?.call?.stack ?? '', /blocked-main-thread\.ts:\d+:\d+/);
    const [crash, ...more] = await crashes();
    assert.deepEqual(more, []);
    assert.deepEqual(crash?.culprit, {
      operation: 'scrape',
      accountId: 'acct_1',
      requestId: 'req_1',
      jobId: null,
      row: null,
      pages: ['https://user:hidden@pages.example/secret-path?q=1'],
      isNested: true,
      waitsFor: null,
    });
    assert.deepEqual(await crashes(), [], 'a report is taken once');
  });
}

test('code that cannot be interrupted is reported with the last started activity', async (t) => {
  const { ended } = await startBlockedProcess(t, 'native-code', { warnMs: 300 });
  const { code, stdout, lines } = await ended;
  assert.equal(code, 0);
  assert.match(stdout, /^ready\nwent on \d\nclosed\n$/);
  const [blocked] = lines as [LogLine];
  assert.equal(blocked.msg, 'the main thread is blocked');
  // V8 may interrupt the code between two texts.
  assert.ok(blocked.last_activity === 'scrape pages.example' || blocked.operation === 'scrape');
});

test('a process that was stopped for longer than the limit is neither reported nor ended', async (t) => {
  const { child, ready, ended } = await startBlockedProcess(t, 'idle', { warnMs: 400, endMs: 1_000 });
  await ready;
  child.kill('SIGSTOP');
  await delay(2_500);
  child.kill('SIGCONT');
  const { code, stdout, lines } = await ended;
  assert.deepEqual([code, stdout, lines], [0, 'ready\nwent on 0\nclosed\n', []]);
});

test('a process under a debugger is never ended', async (t) => {
  const { ended } = await startBlockedProcess(t, 'loop', { endMs: 600, flags: ['--inspect=127.0.0.1:0'] });
  const { code, stdout, lines } = await ended;
  assert.equal(code, 0);
  assert.equal(stdout, 'ready\nwent on 1\nclosed\n');
  assert.deepEqual(
    lines.map(({ level, last_activity: last }) => [level, last]),
    [
      ['warn', 'scrape pages.example'],
      ['info', undefined],
    ],
  );
});
