import type { ContentJob } from '../../src/domain/pages/content.ts';

/** Returns a job for the Markdown of the main content of a sample page. */
export function pageJob(url: string, bytes: Uint8Array = new Uint8Array()): ContentJob {
  return {
    bytes,
    url: URL.canParse(url) ? url : 'https://example.com/',
    statusCode: 200,
    headers: { 'content-type': 'text/html' },
    formats: ['markdown'],
    onlyMainContent: true,
    includeSelectors: [],
    excludeSelectors: [],
    maxLength: 10_000_000,
    maxTokens: null,
    focus: null,
  };
}
