import { createContentCache } from '../../store/pages/content-cache.ts';
import { findContent } from '../../store/pages/contents.ts';
import { defineCapability } from '../capability.ts';
import { readTools } from './agent-tools.ts';
import { readOperation } from './read.ts';

/** Reads parts of long pages. */
export const readCapability = defineCapability({
  name: 'read',
  topic: 'Pages and sites',
  tags: { read: 'Parts of long pages' },
  agentTools: readTools,
  operations({ database, blobs, threads, clock }) {
    const stores = { database, blobs, cache: createContentCache() };
    return [
      readOperation({
        findContent: (accountId, ref, now) => findContent(stores, accountId, ref, now),
        rankPassages: (job, signal) => threads.rank(job, signal),
        threads,
        clock,
      }),
    ];
  },
});
