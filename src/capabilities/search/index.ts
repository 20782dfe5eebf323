import { addMs } from '../../domain/system/clock.ts';
import { deleteOldReadPages } from '../../integrations/search/local/page-index.ts';
import { defineCapability } from '../capability.ts';
import { searchTools } from './agent-tools.ts';
import { searchOperation } from './search.ts';

/** Searches the web. */
export const searchCapability = defineCapability({
  name: 'search',
  tags: { search: 'Searching the web' },
  agentTools: searchTools,
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
  periodicTasks: ({ database, settings }) => [
    {
      name: 'sweep-read-pages',
      intervalMs: 60 * 60_000,
      run: (now) => deleteOldReadPages(database, addMs(now, -settings.keep.pages)),
    },
  ],
});
