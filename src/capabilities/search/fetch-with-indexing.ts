import { createHash } from 'node:crypto';
import type { ContentThreads } from '../../domain/pages/content.ts';
import type { PageCommand } from '../../domain/pages/page-command.ts';
import { errorMessage } from '../../domain/system/failure.ts';
import type { Log } from '../../domain/system/log.ts';
import type { FetchPage } from '../../fetching/fetch-request.ts';
import type { FetchedPage } from '../../fetching/fetched-page.ts';
import type { PageIndex } from '../../integrations/search/local/page-index.ts';
import { resultIdentity } from './merge-results.ts';
import { searchablePageWork } from './thread-work.ts';

/** Maximum number of characters of Markdown in the index. */
const maxMarkdownLength = 120_000;

/** Dependencies of {@link createFetchWithIndexing}. */
export interface PageIndexingPorts {
  fetchPage: FetchPage;
  index: PageIndex;
  threads: Pick<ContentThreads, 'run'>;
  log: Log;
}

/**
 * Returns false for pages read with headers, a login, steps or selectors, because others see different content.
 */
function isPublic({ headers, login, steps, includeSelectors }: PageCommand): boolean {
  return (
    Object.keys(headers).length === 0 && login === null && steps.length === 0 && includeSelectors.length === 0
  );
}

function pageKey(url: string): Buffer {
  return createHash('sha256').update(resultIdentity(url)).digest();
}

function parseDate(text: unknown): Date | null {
  const instant = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return instant > 0 && instant < Date.parse('2200-01-01') ? new Date(instant) : null;
}

async function indexPage(
  { index, threads }: PageIndexingPorts,
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
  const searchable = await threads.run(searchablePageWork, texts, signal);
  if (searchable === null) return;
  index.add({
    accountId,
    key: pageKey(url),
    url,
    text: searchable.text,
    anchors: searchable.anchors.map(({ url: target, text: linkText }) => ({
      key: pageKey(target),
      text: linkText,
    })),
    language: metadata.language ?? null,
    publishedAt: parseDate(metadata.published),
    readAt: new Date(observation.fetched_at),
  });
}

/** Creates a fetch function that adds pages to the search index of the account. */
export function createFetchWithIndexing(ports: PageIndexingPorts): FetchPage {
  const { fetchPage, index, log } = ports;
  return async (command, context) => {
    const fetched = await fetchPage(command, context);
    if (!isPublic(command) || fetched.isNotModified === true) return fetched;
    const { status, final_url: url } = fetched.page;
    if (status === 'ok') {
      // A failure to index the page does not affect the result of the request.
      await indexPage(ports, context.accountId, fetched, context.signal).catch((error: unknown) => {
        log.warn(
          { host: url === null ? null : new URL(url).host, reason: errorMessage(error) },
          'page not indexed',
        );
      });
    } else if (status === 'not_found' && url !== null) index.remove(context.accountId, pageKey(url));
    return fetched;
  };
}
