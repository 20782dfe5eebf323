import { defineCapability } from '../capability.ts';
import { mapTools } from './agent-tools.ts';
import { mapOperation } from './map.ts';

/** Lists the addresses of a site. */
export const mapCapability = defineCapability({
  name: 'map',
  topic: 'Pages and sites',
  tags: { map: 'URLs of a site' },
  agentTools: mapTools,
  operations: ({ fetchPage, fetchResource, robots, threads, logins, reservations, signer, clock }) => [
    mapOperation({
      fetchPage,
      checkLogin: (accountId, loginId, url) => logins.check(accountId, loginId, url === null ? [] : [url]),
      fetchResource,
      robots,
      threads,
      reservations,
      signer,
      clock,
    }),
  ],
});
