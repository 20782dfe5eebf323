import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ContentThreadsOptions } from './content-threads.ts';

/** Folder of this Node version in the compile cache, if there is one. */
const compileCacheFolder = getCompileCacheDir();

/**
 * Distance of the engine's heap limit above ours in megabytes. An allocation far above the engine's limit ends the whole
 * process instead of the thread, so that a heap check enforces the lower limit; the young generation is kept small for
 * the same reason.
 */
const engineHeapMarginMb = 1024;
const youngGenerationMb = 16;

/** Starts the worker of a content thread. It sees no setting of the service. */
export function startContentWorker({
  module,
  handlers = [],
  maxOldGenerationMb,
}: Pick<ContentThreadsOptions, 'module' | 'handlers' | 'maxOldGenerationMb'>): Worker {
  return new Worker(module, {
    workerData: { handlers: handlers.map(({ href }) => href) },
    name: 'content',
    // The worker processes untrusted content and must not see the operator's secrets.
    env: compileCacheFolder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compileCacheFolder) },
    execArgv: [],
    resourceLimits: {
      maxOldGenerationSizeMb: maxOldGenerationMb + engineHeapMarginMb,
      maxYoungGenerationSizeMb: youngGenerationMb,
    },
  });
}
