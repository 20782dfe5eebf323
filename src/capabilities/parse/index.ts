import { defineCapability } from '../capability.ts';
import { parseTools } from './agent-tools.ts';
import { loadStoredFile } from './load-stored-file.ts';
import { parseOperation } from './parse.ts';

/** Reads files that callers send. */
export const parseCapability = defineCapability({
  name: 'parse',
  topic: 'Pages and sites',
  tags: { parse: 'Reading files that you send' },
  agentTools: parseTools,
  operations: ({ database, blobs, fetchPage, reservations, signer, clock, values }) => [
    parseOperation({
      fetchPage,
      loadFile: (accountId, idOrUrl) => loadStoredFile({ database, blobs, clock }, accountId, idOrUrl),
      reservations,
      signer,
      clock,
      threads: values.threads,
      findModel: values.findModel,
    }),
  ],
});
