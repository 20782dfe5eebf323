import { createHash } from 'node:crypto';
import type { PageCommand } from '../../domain/page-command.ts';
import type { FetchedPage } from '../../fetching/fetched-page.ts';
import type { FetchPage } from '../../fetching/page-fetcher.ts';
import type { PageIndex } from '../../sources/search/page-index.ts';
import { resultIdentity } from './merge-results.ts';
import { plainText } from './plain-text.ts';

/** Characters of Markdown that are looked at; a page is not searched beyond. */
const longestMarkdown = 120_000;
const shortestText = 20;

/** What headers, a login or steps led to is not the page that everybody sees; selectors leave only a part of it. */
function isPublic({ headers, login, steps, includeSelectors }: PageCommand): boolean {
  return (
    Object.keys(headers).length === 0 && login === null && steps.length === 0 && includeSelectors.length === 0
  );
}

function keyOf(url: string): Buffer {
  return createHash('sha256').update(resultIdentity(url)).digest();
}

function dateOf(text: unknown): Date | null {
  const instant = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return instant > 0 && instant < Date.parse('2200-01-01') ? new Date(instant) : null;
}

function note(index: PageIndex, accountId: string, { page, observation }: FetchedPage): void {
  const { final_url: url, markdown, text, metadata } = page;
  if (url === null) return;
  const readable = plainText((markdown ?? text ?? '').slice(0, longestMarkdown));
  if (readable.length < shortestText) return;
  index.note({
    accountId,
    key: keyOf(url),
    url,
    title: page.title ?? '',
    description: metadata.description ?? '',
    text: readable,
    language: metadata.language ?? null,
    publishedAt: dateOf(metadata.published),
    readAt: new Date(observation.fetched_at),
  });
}

/** The fetcher, whose pages can be searched from then on by the account that read them. */
export function rememberPages(fetchPage: FetchPage, index: PageIndex): FetchPage {
  return async (command, order) => {
    const fetched = await fetchPage(command, order);
    if (!isPublic(command) || fetched.isNotModified === true) return fetched;
    const { status, final_url: url } = fetched.page;
    if (status === 'ok') note(index, order.accountId, fetched);
    else if (status === 'not_found' && url !== null) index.forget(order.accountId, keyOf(url));
    return fetched;
  };
}
