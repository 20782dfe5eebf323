// A worker that does what the path of a page's address says: echo, crash, throw, hang, exhaust memory, fail.
import { existsSync, writeFileSync } from 'node:fs';
import { parentPort, threadId } from 'node:worker_threads';
import type {
  ContentAnswer,
  ContentTask,
  ContentThreadReady,
  PageContent,
} from '../../src/domain/content.ts';

const port = parentPort;
if (port === null) throw new Error('runs as a worker thread only');
let done = 0;

port.on('message', ({ id, kind, job }: ContentTask) => {
  if (kind === 'passages') {
    if (job.focus === 'fail') return answer({ id, fault: 'could not' });
    return answer({
      id,
      result: [{ offset: job.limit, length: 0, score: 1, section: null, text: job.focus }],
    });
  }
  if (kind === 'records') return;
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
  if (deed === '/fail') return answer({ id, fault: 'could not' });
  if (deed === '/slow') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 80);
  done += 1;
  answer({ id, result: echo(job.bytes) });
});

port.postMessage({ ready: true } satisfies ContentThreadReady);

function answer(message: ContentAnswer): void {
  port?.postMessage(message);
}

function exhaust(): never {
  const held: number[][] = [];
  for (;;) held.push(new Array(10_000).fill(held.length));
}

/** One array that grows by half of itself each time: the kind of allocation that no heap limit catches in time. */
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
    truncated: false,
    metadata: {
      // Where compiled modules are kept is all it may know.
      environment: Object.keys(process.env).filter((name) => name !== 'NODE_COMPILE_CACHE').length,
    },
    packed: null,
    contentSha256: null,
    needsBrowser: false,
    warnings: [],
  };
}
