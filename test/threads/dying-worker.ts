// Content thread that dies while it searches the records of a page whose URL contains `dies`.
import { parentPort } from 'node:worker_threads';
import { findInResponse } from '../../src/listings/page/sources/find-in-response.ts';
import { serveTasks } from '../../src/page/serve-tasks.ts';

if (parentPort === null) throw new Error('dying-worker runs as a worker thread only');

serveTasks(parentPort, {
  describe: async () => (await import('../../src/extract/describe-page.ts')).describePage,
  extract: async () => (await import('../../src/app/threads/extract-page.ts')).extractPage,
  records: async () => (job) => {
    if (job.url.includes('dies')) process.exit(1);
    return findInResponse(job);
  },
  texts: [],
});
