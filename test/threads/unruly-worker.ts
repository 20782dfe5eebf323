// Worker whose behaviour depends on the path of a page's URL: echo, crash, throw, hang, starve, exhaust memory, fail.
import { existsSync, writeFileSync } from 'node:fs';
import { parentPort, threadId } from 'node:worker_threads';
import type {
  ContentAnswer,
  ContentTask,
  ContentThreadReady,
  PageContent,
} from '../../src/domain/pages/content.ts';

const port = parentPort;
if (port === null) throw new Error('runs as a worker thread only');
let done = 0;

port.on('message', (task: ContentTask) => {
  const { id } = task;
  if (task.kind === 'text') return doText(id, task.work, task.input);
  if (task.kind === 'passages') {
    const { focus, limit } = task.job;
    if (focus === 'fail') return answer({ id, fault: 'could not', isShortage: false });
    return answer({ id, result: [{ offset: limit, length: 0, score: 1, section: null, text: focus }] });
  }
  if (task.kind === 'records') return;
  const { job } = task;
  const deed = new URL(job.url).pathname;
  if (deed === '/hang') for (;;) done += 0;
  if (deed === '/crash') process.exit(7);
  if (deed === '/exhaust') exhaust();
  if (deed === '/exhaust-at-once') exhaustAtOnce();
  if (deed === '/crash-once' && !existsSync(job.focus as string)) {
    writeFileSync(job.focus as string, '');
    process.exit(7);
  }
  if (deed === '/throw') throw new Error('thrown outside any answer');
  if (deed === '/fail' || deed === '/lack')
    return answer({ id, fault: 'could not', isShortage: deed === '/lack' });
  if (deed === '/starved') {
    // Uses no processor time, like a thread on a busy machine.
    setTimeout(() => answer({ id, result: echo(job.bytes) }), 900);
    return;
  }
  if (deed === '/slow') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 80);
  done += 1;
  answer({ id, result: echo(job.bytes) });
});

port.postMessage({ ready: true } satisfies ContentThreadReady);

function answer(message: ContentAnswer): void {
  port?.postMessage(message);
}

function doText(id: number, work: string, order: unknown): void {
  if (work === 'hang') for (;;) done += 0;
  if (work === 'crash') process.exit(7);
  const isFailing = work === 'fail' || work === 'lack';
  answer(isFailing ? { id, fault: 'could not', isShortage: work === 'lack' } : { id, result: [work, order] });
}

function exhaust(): never {
  const held: number[][] = [];
  for (;;) held.push(new Array(10_000).fill(held.length));
}

/** Allocates one array that grows by half each time: heap limits do not detect such allocations in time. */
function exhaustAtOnce(): never {
  const held: number[] = [];
  for (;;) held.push(held.length);
}

function echo(bytes: Uint8Array): PageContent {
  return {
    error: null,
    title: `thread ${threadId}`,
    markdown: new TextDecoder().decode(bytes),
    length: done,
    textLength: 0,
    truncated: false,
    metadata: {
      // The compile cache folder is the only variable it may have.
      environment: Object.keys(process.env).filter((name) => name !== 'NODE_COMPILE_CACHE').length,
    },
    packed: null,
    contentSha256: null,
    needsBrowser: false,
    warnings: [],
  };
}
