import type { ContentJob } from '../../src/domain/pages/content.ts';

/** Returns a job for a response with this body. Default: Markdown of the main content. */
export function jobFor(body: string | Uint8Array, wanted: Partial<ContentJob> = {}): ContentJob {
  return {
    bytes: typeof body === 'string' ? Buffer.from(body) : body,
    url: 'https://example.com/page',
    statusCode: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    formats: ['markdown'],
    onlyMainContent: true,
    includeSelectors: [],
    excludeSelectors: [],
    maxLength: 1_000_000,
    maxTokens: null,
    focus: null,
    ...wanted,
  };
}
