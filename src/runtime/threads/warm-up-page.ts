import type { ContentJob } from '../../domain/pages/content.ts';

/** Page for the warm-up: small, with examples of most page elements. */
export const warmUpPage: ContentJob = {
  bytes: new TextEncoder().encode(
    '<!doctype html><title>First page</title><meta name="description" content="It warms the threads."><h1>First page</h1><p>It warms <a href="/">the threads</a>.<ul><li>One<li>Two</ul><table><tr><th>A<td>1</table>',
  ),
  url: 'http://first-page.invalid/',
  statusCode: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  formats: ['markdown', 'html', 'text', 'links', 'images', 'metadata', 'structured_data'],
  onlyMainContent: true,
  includeSelectors: [],
  excludeSelectors: [],
  maxLength: 1_000,
  maxTokens: null,
  focus: 'threads',
};
