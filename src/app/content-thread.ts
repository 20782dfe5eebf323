// Entry of a worker thread.
import { parentPort } from 'node:worker_threads';
import { serveTasks } from '../page/serve-tasks.ts';

if (parentPort === null) throw new Error('content-thread runs as a worker thread only');

serveTasks(parentPort, {
  extract: async () => (await import('../extract/extract-page.ts')).extractPage,
  records: async () => (await import('../extract/listing/find-on-page.ts')).findOnPage,
});
