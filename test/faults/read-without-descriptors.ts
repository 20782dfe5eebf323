/**
 * Reads a page in a new content thread, and takes all free file descriptors of this process at a time that differs for each
 * thread, so that another of its modules cannot be loaded. Reads the page again when there are descriptors. Prints
 * `{ atMs, during, after }` a line: the code of the error of each reading, or null.
 */
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLog } from '../../src/domain/system/log.ts';
import type { ContentThreadPool } from '../../src/runtime/threads/content-threads.ts';
import { createContentThreads } from '../../src/runtime/threads/create-content-threads.ts';
import { warmUpPage } from '../../src/runtime/threads/warm-up-page.ts';
import { headLinksWork } from '../../src/site/links/thread-work.ts';

const module = new URL('../../src/app/threads/content-thread.ts', import.meta.url);
const lastMs = 200;
const stepMs = 8;
const never = new AbortController().signal;

/** Opens files until no more can be opened; returns a function that closes them. */
function takeDescriptors(): () => void {
  const opened: number[] = [];
  try {
    for (;;) opened.push(openSync(devNull, 'r'));
  } catch {
    return () => {
      for (const descriptor of opened) closeSync(descriptor);
    };
  }
}

async function read(threads: ContentThreadPool): Promise<string | null> {
  return (await threads.process(warmUpPage, never)).error?.code ?? null;
}

for (let atMs = 0; atMs <= lastMs; atMs += stepMs) {
  const threads = createContentThreads({
    module,
    threads: 1,
    timeoutMs: 30_000,
    maxOldGenerationMb: 256,
    log: silentLog,
  });
  // Starts the thread; the modules that read a page are loaded with the first page.
  await threads.run(headLinksWork, { html: '', url: 'https://page.test/' }, never);
  const reading = read(threads);
  await sleep(atMs);
  const release = takeDescriptors();
  const during = await reading;
  release();
  console.log(JSON.stringify({ atMs, during, after: await read(threads) }));
  await threads.close();
}
