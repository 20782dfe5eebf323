// Entry of a worker thread.
import { enableCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

if (parentPort === null) throw new Error('content-thread runs as a worker thread only');

// Where the process keeps compiled modules, if it does.
if (typeof workerData === 'string') enableCompileCache(workerData);
const { serveTasks } = await import('../page/serve-tasks.ts');

serveTasks(parentPort, {
  extract: async () => (await import('../extract/extract-page.ts')).extractPage,
  records: async () => (await import('../extract/listing/find-on-page.ts')).findOnPage,
});
