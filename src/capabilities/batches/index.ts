import { defineCapability } from '../capability.ts';
import { createPageJobStart } from '../crawl/page-jobs.ts';
import { batchOperation } from './batch.ts';

/** Reads the pages of a list in the background. */
export const batchesCapability = defineCapability({
  name: 'batches',
  topic: 'Pages and sites',
  tags: { batches: 'Reading the pages of a list in the background' },
  operations: ({ database, clock, logins, targets, exits: { networks } }) => [
    batchOperation(createPageJobStart({ database, clock, targets, logins, networks }), networks),
  ],
});
