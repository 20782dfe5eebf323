import { defineCapability } from '../capability.ts';
import { scrapeTools } from './agent-tools.ts';
import { scrapeOperation } from './scrape.ts';

/** Reads pages. */
export const scrapeCapability = defineCapability({
  name: 'scrape',
  topic: 'Pages and sites',
  tags: { scrape: 'Reading pages' },
  agentTools: scrapeTools,
  operations: ({ cache, exits, logins, reservations, signer, clock }) => [
    scrapeOperation({
      cache,
      networks: exits.networks,
      checkLogin: (accountId, loginId, url) => logins.check(accountId, loginId, url === null ? [] : [url]),
      reservations,
      signer,
      clock,
    }),
  ],
});
