import { defineCapability } from '../capability.ts';
import { inspectTools } from './agent-tools.ts';
import { inspectOperation } from './inspect.ts';

/** Lists the sources of the records on a page. */
export const inspectCapability = defineCapability({
  name: 'inspect',
  topic: 'Pages and sites',
  tags: { inspect: 'Data sources of a page' },
  agentTools: inspectTools,
  operations: ({ fetchPage, fetchResource, robots, threads, reservations, signer, clock, exits }) => [
    inspectOperation({
      fetchPage,
      fetchResource,
      robots,
      threads,
      reservations,
      signer,
      clock,
      networks: exits.networks,
    }),
  ],
});
