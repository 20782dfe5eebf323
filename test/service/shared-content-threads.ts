import { Failure } from '../../src/domain/system/failure.ts';
import type { ContentThreadPool } from '../../src/runtime/threads/content-threads.ts';

/** Content threads of this process. They keep no state of a page, and a thread takes a second to load its modules. */
let shared: ContentThreadPool | null = null;

/**
 * Returns the content threads of all services of this process; the first service starts them. `close` rejects the work of
 * its service, and leaves the threads to the next one. Idle threads do not keep the process alive.
 */
export function shareContentThreads(open: () => ContentThreadPool): ContentThreadPool {
  shared ??= open();
  const threads = shared;
  const closing = new AbortController();
  const untilClosed = (signal: AbortSignal) => AbortSignal.any([signal, closing.signal]);
  return {
    process: (job, signal) => threads.process(job, untilClosed(signal)),
    rank: (job, signal) => threads.rank(job, untilClosed(signal)),
    findRecords: (job, signal) => threads.findRecords(job, untilClosed(signal)),
    run: (work, request, signal) => threads.run(work, request, untilClosed(signal)),
    threadCount: () => threads.threadCount(),
    getLoad: () => threads.getLoad(),
    warm: () => (threads.threadCount() > 0 ? Promise.resolve() : threads.warm()),
    async close() {
      closing.abort(new Failure('unavailable', 'The service is stopping. Try again later.'));
    },
  };
}
