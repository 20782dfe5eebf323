import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ContentJob, TextWork } from '../../domain/pages/content.ts';
import { runActivity } from '../../domain/system/activity.ts';
import { Failure } from '../../domain/system/failure.ts';
import { silentLog } from '../../domain/system/log.ts';
import type { ContentThreadsOptions } from './content-threads.ts';
import { createContentThreads } from './create-content-threads.ts';

const module = new URL('../../../test/threads/unruly-worker.ts', import.meta.url);
const never = new AbortController().signal;

function createTestThreads(t: TestContext, options: Partial<ContentThreadsOptions> = {}) {
  const threads = createContentThreads({
    module,
    threads: 2,
    timeoutMs: 10_000,
    maxOldGenerationMb: 64,
    log: silentLog,
    ...options,
  });
  t.after(() => threads.close());
  return threads;
}

function job(behaviour: string, text = '', focus: string | null = null): ContentJob {
  return {
    bytes: new TextEncoder().encode(text),
    url: `http://page.test/${behaviour}`,
    statusCode: 200,
    headers: {},
    formats: ['markdown'],
    onlyMainContent: true,
    includeSelectors: [],
    excludeSelectors: [],
    maxLength: 1000,
    maxTokens: null,
    focus,
  };
}

test('each page gets its own content, and the number of threads is limited', async (t) => {
  const threads = createTestThreads(t);
  assert.equal(threads.threadCount(), 0);
  const pages = await Promise.all(
    Array.from({ length: 20 }, (_, at) => threads.process(job('echo', `page ${at}`), never)),
  );
  assert.deepEqual(
    pages.map((page) => page.markdown),
    Array.from({ length: 20 }, (_, at) => `page ${at}`),
  );
  assert.equal(threads.threadCount(), 2);
});

test('one page at a time needs one thread', async (t) => {
  const threads = createTestThreads(t);
  await threads.process(job('echo'), never);
  await threads.process(job('echo'), never);
  assert.equal(threads.threadCount(), 1);
});

test('a transferred body stays usable, and a view is sent without the rest of its buffer', async (t) => {
  const threads = createTestThreads(t);
  const whole = new TextEncoder().encode('before|inside|after');
  const request = { ...job('echo'), bytes: whole.subarray(7, 13) };
  assert.equal((await threads.process(request, never)).markdown, 'inside');
  assert.equal(new TextDecoder().decode(request.bytes), 'inside');
});

test('a thread gets no environment variables', async (t) => {
  const content = await createTestThreads(t).process(job('echo'), never);
  assert.equal(content.metadata.environment, 0);
});

test('a page whose thread died is retried once', async (t) => {
  const mark = path.join(tmpdir(), `content-threads-${process.pid}`);
  t.after(() => rm(mark, { force: true }));
  const content = await createTestThreads(t).process(job('crash-once', 'survived', mark), never);
  assert.equal(content.error, null);
  assert.equal(content.markdown, 'survived');
});

for (const behaviour of ['crash', 'throw', 'fail', 'exhaust', 'exhaust-at-once']) {
  test(`a page that makes its thread ${behaviour} is an unreadable document, and the next page is read`, async (t) => {
    const threads = createTestThreads(t, { threads: 1 });
    const [bad, good] = await Promise.all([
      threads.process(job(behaviour), never),
      threads.process(job('echo', 'fine'), never),
    ]);
    assert.equal(bad.error?.code, 'document');
    assert.equal(good.markdown, 'fine');
  });
}

test('a page that hangs its thread is an unreadable document, and the next page is read', async (t) => {
  const threads = createTestThreads(t, { threads: 1, timeoutMs: 400 });
  const bad = threads.process(job('hang'), never);
  const good = threads.process(job('echo', 'fine'), never);
  assert.equal((await bad).error?.code, 'document');
  assert.equal((await good).markdown, 'fine');
});

test('a page that waits for the processor is read', async (t) => {
  const threads = createTestThreads(t, { threads: 1, timeoutMs: 400 });
  assert.equal((await threads.process(job('starved', 'late'), never)).markdown, 'late');
});

test('a reserve thread works only while a page waits too long', async (t) => {
  const threads = createTestThreads(t, { threads: 1, reserve: { threads: 1, afterMs: 1_000 } });
  // The first page waits for the thread to load, alone, at any duration.
  await threads.process(job('echo'), never);
  await Promise.all(Array.from({ length: 20 }, () => threads.process(job('echo'), never)));
  assert.equal(threads.threadCount(), 1);
  const hard = threads.process(job('hang'), AbortSignal.timeout(4_000));
  const rejection = assert.rejects(hard);
  assert.equal((await threads.process(job('echo', 'beside it'), never)).markdown, 'beside it');
  assert.equal(threads.threadCount(), 2);
  assert.equal((await threads.process(job('echo', 'after it'), never)).markdown, 'after it');
  await rejection;
});

test('an aborted waiting page is never processed', async (t) => {
  const threads = createTestThreads(t, { threads: 1 });
  const controller = new AbortController();
  const first = threads.process(job('slow'), never);
  const aborted = threads.process(job('echo', 'unwanted'), controller.signal);
  controller.abort(new Error('gone'));
  await assert.rejects(aborted, /gone/);
  await first;
  // The worker counts its pages: the slow page and this one.
  assert.equal((await threads.process(job('echo'), never)).length, 2);
});

test('an aborted running page rejects at once, and its thread is used again', async (t) => {
  const threads = createTestThreads(t, { threads: 1 });
  const controller = new AbortController();
  const running = threads.process(job('slow'), controller.signal);
  controller.abort(new Error('gone'));
  await assert.rejects(running, /gone/);
  assert.equal((await threads.process(job('echo'), never)).length, 2);
  await assert.rejects(threads.process(job('echo'), AbortSignal.abort(new Error('late'))), /late/);
});

test('passages are ranked by the same threads, and an error rejects', async (t) => {
  const threads = createTestThreads(t);
  const request = { markdown: 'text', sections: [], focus: 'words', limit: 3 };
  assert.deepEqual(await threads.rank(request, never), [
    { offset: 3, length: 0, score: 1, section: null, text: 'words' },
  ]);
  await assert.rejects(threads.rank({ ...request, focus: 'fail' }, never), {
    name: 'Failure',
    kind: 'internal',
  });
});

test('text work runs on the same threads, and a lost thread is an internal failure', async (t) => {
  const threads = createTestThreads(t, { timeoutMs: 1_000 });
  const request = { text: 'words', at: new Date(0) };
  assert.deepEqual(await threads.run({ name: 'echo' }, request, never), ['echo', request]);
  for (const name of ['fail', 'crash', 'hang']) {
    await assert.rejects(threads.run({ name }, null, never), { name: 'Failure', kind: 'internal' }, name);
  }
  assert.deepEqual(await threads.run({ name: 'echo' }, 'still', never), ['echo', 'still']);
});

test('idle threads end, except one', async (t) => {
  const threads = createTestThreads(t, { idleMs: 20 });
  const both = [threads.process(job('slow'), never), threads.process(job('slow'), never)];
  assert.equal(threads.threadCount(), 2);
  await Promise.all(both);
  while (threads.threadCount() > 1) await sleep(5);
  assert.equal((await threads.process(job('echo', 'still'), never)).markdown, 'still');
});

test('closing rejects running, waiting and new work', async (t) => {
  const threads = createTestThreads(t, { threads: 1 });
  const pending = [threads.process(job('hang'), never), threads.process(job('echo'), never)];
  const rejection = Promise.allSettled(pending);
  await threads.close();
  assert.equal(threads.threadCount(), 0);
  for (const result of [
    ...(await rejection),
    ...(await Promise.allSettled([threads.process(job('echo'), never)])),
  ]) {
    assert.ok(result.status === 'rejected' && result.reason instanceof Failure);
    assert.equal(result.reason.kind, 'unavailable');
  }
});

test('an idle thread does not keep the process alive', async () => {
  const script = `
    import { createContentThreads } from ${JSON.stringify(new URL('./create-content-threads.ts', import.meta.url).href)};
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const threads = createContentThreads({ module: new URL(${JSON.stringify(module.href)}), threads: 1, timeoutMs: 60000,
      maxOldGenerationMb: 64, log });
    const job = ${JSON.stringify(job('echo'))};
    await threads.process({ ...job, bytes: new Uint8Array(1) }, new AbortController().signal);
    console.log('answered');
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed = child.stdout.toArray();
  const [code] = await once(child, 'exit');
  assert.equal(code, 0);
  assert.match(Buffer.concat(await printed).toString(), /answered/);
});

test('the time in which a thread loads its modules is not that of its first page', async (t) => {
  const slowModule = new URL('../../../test/threads/slow-start-worker.ts', import.meta.url);
  const threads = createTestThreads(t, { module: slowModule, timeoutMs: 1_000 });
  assert.equal((await threads.process(job('echo', 'read'), never)).markdown, 'read');
});

test('if no thread can be started, the error is `dependency`, not `document`', async (t) => {
  const threads = createTestThreads(t, {
    module: new URL('../../test/threads/no-such-worker.ts', import.meta.url),
  });
  const content = await threads.process(job('echo'), never);
  assert.equal(content.error?.code, 'dependency');
  const ranking = threads.rank({ markdown: '', sections: [], focus: 'words', limit: 1 }, never);
  await assert.rejects(ranking, (error) => error instanceof Failure && error.kind === 'unavailable');
});

test('warming up leaves one idle thread', async (t) => {
  const threads = createTestThreads(t);
  await threads.warm();
  assert.equal(threads.threadCount(), 1);
  assert.equal((await threads.process(job('echo', 'then'), never)).markdown, 'then');
  assert.equal(threads.threadCount(), 1);
});

test('work that fails for lack of resources is unavailable, with a retry time', async (t) => {
  const threads = createTestThreads(t);
  const rejected = threads.run({ name: 'lack' } as TextWork<null, null>, null, never);
  await assert.rejects(
    rejected,
    ({ kind, retryAfter }: Failure) => kind === 'unavailable' && retryAfter === 5,
  );
  // Its modules may be incomplete: the next work gets a new thread.
  assert.equal(threads.threadCount(), 0);
  await assert.rejects(
    threads.run({ name: 'fail' } as TextWork<null, null>, null, never),
    ({ kind }: Failure) => kind === 'internal',
  );
  // Such a page is not reported as an error of its document.
  assert.equal((await threads.process(job('lack'), never)).error?.code, 'dependency');
  assert.equal((await threads.process(job('fail'), never)).error?.code, 'document');
});

test('accounts take turns at the threads', async (t) => {
  const threads = createTestThreads(t, { threads: 1 });
  const order: string[] = [];
  const read = (account: string, name: string) =>
    runActivity({ operation: 'test', accountId: account }, async () => {
      await threads.process(job('echo', name), never);
      order.push(name);
    });
  const many = Array.from({ length: 12 }, (_, at) => read('x', `x${at}`));
  await Promise.all([...many, read('y', 'y0'), read('y', 'y1'), read('z', 'z0')]);
  assert.deepEqual(order.slice(0, 6), ['x0', 'y0', 'z0', 'x1', 'y1', 'x2']);
});

test('an account does not get the reserve thread beside another active one', async (t) => {
  const threads = createTestThreads(t, { threads: 1, reserve: { threads: 1, afterMs: 0 } });
  const stop = new AbortController();
  const read = (account: string, behaviour: string, signal: AbortSignal) =>
    runActivity({ operation: 'test', accountId: account }, () => threads.process(job(behaviour), signal));
  await read('y', 'echo', never);
  const hanging = [1, 2, 3].map(() => assert.rejects(read('x', 'hang', stop.signal), /enough/));
  assert.equal((await read('y', 'echo', never)).error, null);
  assert.deepEqual([threads.getLoad().busy, threads.getLoad().waiting], [1, 2]);
  stop.abort(new Error('enough'));
  await Promise.all(hanging);
});
