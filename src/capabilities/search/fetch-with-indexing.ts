import type { PageCommand } from '../../domain/pages/page-command.ts';
import { currentActivity } from '../../domain/system/activity.ts';
import type { FetchPage } from '../../fetching/fetch-request.ts';
import type { FetchedPage } from '../../fetching/fetched-page.ts';
import type { PageIndex } from '../../integrations/search/local/page-index.ts';
import { pageKey } from './page-key.ts';

/** Maximum number of characters of Markdown in the index. */
const maxMarkdownLength = 120_000;

/** Dependencies of {@link createFetchWithIndexing}. */
export interface PageIndexingPorts {
  fetchPage: FetchPage;
  /** Returns the index; null while pages are not indexed. */
  findIndex(): PageIndex | null;
}

/**
 * Returns false for pages read with headers, a login, steps or selectors, because others see different content.
 */
function isPublic({ headers, login, steps, includeSelectors }: PageCommand): boolean {
  return (
    Object.keys(headers).length === 0 && login === null && steps.length === 0 && includeSelectors.length === 0
  );
}

function parseDate(text: unknown): Date | null {
  const instant = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return instant > 0 && instant < Date.parse('2200-01-01') ? new Date(instant) : null;
}

/** Resolves when the index has taken the page. */
async function indexPage(
  index: PageIndex,
  accountId: string,
  { page, observation }: FetchedPage,
  signal: AbortSignal,
): Promise<void> {
  const { final_url: url, markdown, text, metadata } = page;
  if (url === null) return;
  const texts = {
    url,
    title: page.title ?? '',
    description: metadata.description ?? '',
    markdown: (markdown ?? text ?? '').slice(0, maxMarkdownLength),
  };
  const read = {
    accountId,
    key: pageKey(url),
    texts,
    language: metadata.language ?? null,
    publishedAt: parseDate(metadata.published),
    readAt: new Date(observation.fetched_at),
    jobId: currentActivity()?.jobId ?? null,
  };
  await index.add(read, signal);
}

/** Creates a fetch function that adds pages to the search index of the account. */
export function createFetchWithIndexing({ fetchPage, findIndex }: PageIndexingPorts): FetchPage {
  return async (command, context) => {
    const fetched = await fetchPage(command, context);
    const index = findIndex();
    if (index === null || !isPublic(command) || fetched.isNotModified === true) return fetched;
    const { status, final_url: url } = fetched.page;
    if (status === 'ok') await indexPage(index, context.accountId, fetched, context.signal);
    else if (status === 'not_found' && url !== null) index.remove(context.accountId, pageKey(url));
    return fetched;
  };
}
