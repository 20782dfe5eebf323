import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ContentJob } from '../domain/content.ts';
import { Failure } from '../domain/failure.ts';
import { silentLog } from '../domain/log.ts';
import { type ContentThreadsOptions, createContentThreads } from './content-threads.ts';

const module = new URL('../../test/threads/unruly-worker.ts', import.meta.url);
const never = new AbortController().signal;

function threadsFor(t: TestContext, options: Partial<ContentThreadsOptions> = {}) {
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

function job(deed: string, text = '', focus: string | null = null): ContentJob {
  return {
    bytes: new TextEncoder().encode(text),
    url: `http://page.test/${deed}`,
    statusCode: 200,
    headers: {},
    formats: ['markdown'],
    onlyMainContent: true,
    includeSelectors: [],
    excludeSelectors: [],
    maxLength: 1000,
    focus,
  };
}

test('pages come back with their own content, from at most the threads allowed', async (t) => {
  const threads = threadsFor(t);
  assert.equal(threads.size(), 0);
  const pages = await Promise.all(
    Array.from({ length: 20 }, (_, at) => threads.process(job('echo', `page ${at}`), never)),
  );
  assert.deepEqual(
    pages.map((page) => page.markdown),
    Array.from({ length: 20 }, (_, at) => `page ${at}`),
  );
  assert.equal(threads.size(), 2);
});

test('one page at a time needs one thread', async (t) => {
  const threads = threadsFor(t);
  await threads.process(job('echo'), never);
  await threads.process(job('echo'), never);
  assert.equal(threads.size(), 1);
});

test('the body stays usable after it was handed over, and a view is sent without its surroundings', async (t) => {
  const threads = threadsFor(t);
  const whole = new TextEncoder().encode('before|inside|after');
  const asked = { ...job('echo'), bytes: whole.subarray(7, 13) };
  assert.equal((await threads.process(asked, never)).markdown, 'inside');
  assert.equal(new TextDecoder().decode(asked.bytes), 'inside');
});

test('a thread sees nothing of the environment', async (t) => {
  const content = await threadsFor(t).process(job('echo'), never);
  assert.equal(content.metadata.environment, 0);
});

test('a page whose thread died is tried once more', async (t) => {
  const mark = path.join(tmpdir(), `content-threads-${process.pid}`);
  t.after(() => rm(mark, { force: true }));
  const content = await threadsFor(t).process(job('crash-once', 'survived', mark), never);
  assert.equal(content.error, null);
  assert.equal(content.markdown, 'survived');
});

for (const deed of ['crash', 'throw', 'fail', 'exhaust', 'exhaust-at-once']) {
  test(`a page that makes its thread ${deed} is an unreadable document, and the next page is read`, async (t) => {
    const threads = threadsFor(t, { threads: 1 });
    const [bad, good] = await Promise.all([
      threads.process(job(deed), never),
      threads.process(job('echo', 'fine'), never),
    ]);
    assert.equal(bad.error?.code, 'document');
    assert.equal(good.markdown, 'fine');
  });
}

test('a page that hangs its thread is an unreadable document, and the next page is read', async (t) => {
  const threads = threadsFor(t, { threads: 1, timeoutMs: 400 });
  const bad = threads.process(job('hang'), never);
  const good = threads.process(job('echo', 'fine'), never);
  assert.equal((await bad).error?.code, 'document');
  assert.equal((await good).markdown, 'fine');
});

test('a thread of the reserve works only while a page waits too long', async (t) => {
  const threads = threadsFor(t, { threads: 1, reserve: { threads: 1, afterMs: 1_000 } });
  // The first page waits for the thread to load; it alone, however long that takes.
  await threads.process(job('echo'), never);
  await Promise.all(Array.from({ length: 20 }, () => threads.process(job('echo'), never)));
  assert.equal(threads.size(), 1);
  const hard = threads.process(job('hang'), AbortSignal.timeout(4_000));
  const refused = assert.rejects(hard);
  assert.equal((await threads.process(job('echo', 'beside it'), never)).markdown, 'beside it');
  assert.equal(threads.size(), 2);
  assert.equal((await threads.process(job('echo', 'after it'), never)).markdown, 'after it');
  await refused;
});

test('a waiting page that is no longer wanted is never worked on', async (t) => {
  const threads = threadsFor(t, { threads: 1 });
  const controller = new AbortController();
  const first = threads.process(job('slow'), never);
  const unwanted = threads.process(job('echo', 'unwanted'), controller.signal);
  controller.abort(new Error('gone'));
  await assert.rejects(unwanted, /gone/);
  await first;
  // The worker counts what it did: the slow page and this one.
  assert.equal((await threads.process(job('echo'), never)).length, 2);
});

test('a running page that is no longer wanted is let go at once, and its thread goes on', async (t) => {
  const threads = threadsFor(t, { threads: 1 });
  const controller = new AbortController();
  const running = threads.process(job('slow'), controller.signal);
  controller.abort(new Error('gone'));
  await assert.rejects(running, /gone/);
  assert.equal((await threads.process(job('echo'), never)).length, 2);
  await assert.rejects(threads.process(job('echo'), AbortSignal.abort(new Error('late'))), /late/);
});

test('passages are ranked by the same threads, and a failure to do so is refused', async (t) => {
  const threads = threadsFor(t);
  const asked = { markdown: 'text', sections: [], focus: 'words', limit: 3 };
  assert.deepEqual(await threads.rank(asked, never), [
    { offset: 3, length: 0, score: 1, section: null, text: 'words' },
  ]);
  await assert.rejects(threads.rank({ ...asked, focus: 'fail' }, never), {
    name: 'Failure',
    kind: 'internal',
  });
});

test('threads without work end, all but one', async (t) => {
  const threads = threadsFor(t, { idleMs: 20 });
  const both = [threads.process(job('slow'), never), threads.process(job('slow'), never)];
  assert.equal(threads.size(), 2);
  await Promise.all(both);
  while (threads.size() > 1) await sleep(5);
  assert.equal((await threads.process(job('echo', 'still'), never)).markdown, 'still');
});

test('closing refuses what runs, what waits and what comes', async (t) => {
  const threads = threadsFor(t, { threads: 1 });
  const asked = [threads.process(job('hang'), never), threads.process(job('echo'), never)];
  const refused = Promise.allSettled(asked);
  await threads.close();
  assert.equal(threads.size(), 0);
  for (const result of [
    ...(await refused),
    ...(await Promise.allSettled([threads.process(job('echo'), never)])),
  ]) {
    assert.ok(result.status === 'rejected' && result.reason instanceof Failure);
    assert.equal(result.reason.kind, 'unavailable');
  }
});

test('an idle thread does not keep the process alive', async () => {
  const script = `
    import { createContentThreads } from ${JSON.stringify(new URL('./content-threads.ts', import.meta.url).href)};
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

test('where no thread can be started the fault is ours, not the page’s', async (t) => {
  const threads = threadsFor(t, { module: new URL('../../test/threads/no-such-worker.ts', import.meta.url) });
  const content = await threads.process(job('echo'), never);
  assert.equal(content.error?.code, 'dependency');
  const ranking = threads.rank({ markdown: '', sections: [], focus: 'words', limit: 1 }, never);
  await assert.rejects(ranking, (error) => error instanceof Failure && error.kind === 'unavailable');
});

test('warming up leaves one thread that waits for work', async (t) => {
  const threads = threadsFor(t);
  await threads.warm();
  assert.equal(threads.size(), 1);
  assert.equal((await threads.process(job('echo', 'then'), never)).markdown, 'then');
  assert.equal(threads.size(), 1);
});
