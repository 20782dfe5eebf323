import { defineCapability } from '../capability.ts';
import { archiveTools } from './agent-tools.ts';
import { archiveOperation } from './archive.ts';

/** Reads old copies of pages from web archives. */
export const archiveCapability = defineCapability({
  name: 'archive',
  topic: 'Pages and sites',
  tags: { archive: 'Archived pages and their changes' },
  agentTools: archiveTools,
  operations: ({
    archives,
    threads,
    fetchPage,
    fetchResource,
    reservations,
    signer,
    clock,
    settings,
    values,
  }) => [
    archiveOperation({
      archives: archives.all,
      threads,
      findModel: values.findModel,
      fetchPage,
      fetchResource,
      reservations,
      signer,
      clock,
      pageRetentionMs: settings.keep.pages,
    }),
  ],
});
