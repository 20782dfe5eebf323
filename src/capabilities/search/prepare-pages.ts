import type { ContentThreads } from '../../domain/pages/content.ts';
import { errorMessage } from '../../domain/system/failure.ts';
import type { Log } from '../../domain/system/log.ts';
import type { PageTexts, SearchablePage } from '../../integrations/search/local/read-page.ts';
import { searchablePagesWork } from './thread-work.ts';

/** Dependencies of {@link preparePages}. */
export interface PagePreparationPorts {
  threads: Pick<ContentThreads, 'run'>;
  log: Log;
}

/**
 * Prepares pages for the search index in a content thread, all at once; if this fails, each alone, so that one page does not
 * keep the others out of the index. Null for a page with too little text, and for one that cannot be prepared.
 */
export async function preparePages(
  { threads, log }: PagePreparationPorts,
  pages: readonly PageTexts[],
): Promise<(SearchablePage | null)[]> {
  const { signal } = new AbortController();
  try {
    return await threads.run(searchablePagesWork, pages, signal);
  } catch (error) {
    const [page, ...others] = pages;
    if (page === undefined) return [];
    if (others.length === 0) {
      log.warn({ host: URL.parse(page.url)?.host, reason: errorMessage(error) }, 'page not indexed');
      return [null];
    }
  }
  const prepared: (SearchablePage | null)[] = [];
  for (const page of pages) prepared.push(...(await preparePages({ threads, log }, [page])));
  return prepared;
}
