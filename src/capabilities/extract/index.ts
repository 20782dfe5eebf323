import { defineCapability } from '../capability.ts';
import { extractTools } from './agent-tools.ts';
import { extractOperation } from './extract.ts';
import { deleteUnusedLayouts } from './layout-store.ts';
import { layoutOperations } from './layouts.ts';
import { deleteLayout, listLayouts } from './list-layouts.ts';

/** Extracts typed values from pages. */
export const extractCapability = defineCapability({
  name: 'extract',
  topic: 'Pages and sites',
  tags: { extract: 'Typed values from a page' },
  agentTools: extractTools,
  operations: ({ exits, fetchPage, reservations, signer, clock, values, database }) => [
    extractOperation({
      networks: exits.networks,
      fetchPage,
      reservations,
      signer,
      clock,
      layouts: values.layouts,
      threads: values.threads,
      findModel: values.findModel,
    }),
    ...layoutOperations({
      listLayouts: (accountId, filter) => listLayouts(database, accountId, filter),
      deleteLayout: (accountId, layoutId) => deleteLayout(database, accountId, layoutId),
    }),
  ],
  periodicTasks: ({ database }) => [
    { name: 'sweep-layouts', intervalMs: 60 * 60_000, run: (now) => deleteUnusedLayouts(database, now) },
  ],
});
