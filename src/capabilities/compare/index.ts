import { defineCapability } from '../capability.ts';
import { compareTools } from './agent-tools.ts';
import { compareOperation } from './compare.ts';

/** Compares a page across countries. */
export const compareCapability = defineCapability({
  name: 'compare',
  topic: 'Pages and sites',
  tags: { compare: 'Comparing a page across countries' },
  agentTools: compareTools,
  operations: ({ fetchPage, rates, values, threads, reservations, signer, clock, exits }) => [
    compareOperation({
      fetchPage,
      rates,
      layouts: values.layouts,
      findModel: values.findModel,
      threads,
      reservations,
      signer,
      clock,
      networks: exits.networks,
    }),
  ],
});
