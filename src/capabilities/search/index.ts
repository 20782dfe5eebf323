import { extname } from 'node:path';
import { defineCapability } from '../capability.ts';
import { searchTools } from './agent-tools.ts';
import { searchOperation } from './search.ts';

/** Searches the web. */
export const searchCapability = defineCapability({
  name: 'search',
  topic: 'Pages and sites',
  tags: { search: 'Searching the web' },
  agentTools: searchTools,
  threadModule: new URL(`./thread-handlers${extname(import.meta.url)}`, import.meta.url),
  operations: ({ search, cache, reservations, signer, clock }) => [
    searchOperation({
      providers: search.providers,
      turns: search.turns,
      searchCache: search.answers,
      pages: cache,
      reservations,
      signer,
      clock,
    }),
  ],
});
