import { listPageKeys, type PageKeys } from '../../../../diff/selection-noise.ts';
import { splitTextBlocks } from '../../../../diff/text-blocks.ts';
import { readHtml } from '../../../../page/read/read-html.ts';
import { readPageStates } from '../../../../page/states/page-states.ts';
import { decodeText } from '../../../../page/text/decode.ts';

/** A response of which the facts are read. */
export interface PageFactsRequest {
  bytes: Uint8Array;
  url: string;
  headers: Record<string, string>;
  excludeSelectors: string[];
  /** Time of the reading. */
  at: Date;
}

/** Facts of a page that a check compares besides its Markdown. */
export interface PageFacts {
  /** Digests of all blocks of the page, as `ignore` selectors leave it. */
  pageKeys: PageKeys;
  states: string[];
}

/** Returns the digests of all blocks of an HTML page, and what its controls say. */
export function readPageFacts(request: PageFactsRequest): PageFacts {
  const { text } = decodeText(request.bytes, request.headers['content-type'] ?? null, true);
  return { pageKeys: readPageKeys(text, request), states: readPageStates(text, request.excludeSelectors) };
}

function readPageKeys(
  text: string,
  { bytes, url, headers, excludeSelectors, at }: PageFactsRequest,
): PageKeys {
  const { markdown } = readHtml(text, {
    bytes,
    url,
    statusCode: 200,
    headers,
    formats: ['markdown'],
    onlyMainContent: false,
    includeSelectors: [],
    excludeSelectors,
    maxLength: Number.MAX_SAFE_INTEGER,
    maxTokens: null,
    focus: null,
  });
  return listPageKeys(splitTextBlocks(markdown, at));
}
