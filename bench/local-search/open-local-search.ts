import { createSearchablePages } from '../../src/capabilities/search/searchable-page.ts';
import { silentLog } from '../../src/domain/system/log.ts';
import { createLocalSearch } from '../../src/integrations/search/local/local-search.ts';
import { createPageIndex } from '../../src/integrations/search/local/page-index.ts';
import { openDatabase } from '../../src/store/database.ts';
import { startPostgresServer } from '../../test/postgres-server.ts';

/** Starts a database of its own with an empty index of at most `maxPages` pages for each account. */
export async function openLocalSearch(maxPages: number) {
  const server = await startPostgresServer(undefined, {
    isLarge: maxPages > 100_000,
    settings: maxPages > 100_000 ? { shared_buffers: '128MB' } : {},
  });
  const { database } = openDatabase({ connectionString: server.connectionString });
  const index = createPageIndex({
    database,
    log: silentLog,
    maxPages,
    prepare: async (texts) => createSearchablePages(texts),
  });
  const flushIndex = () => index.flush();
  const local = createLocalSearch({ database, flushIndex, clock: { now: () => new Date() } });
  return { server, database, index, local };
}
