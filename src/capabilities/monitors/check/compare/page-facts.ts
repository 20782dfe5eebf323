import { listPageKeys, type PageKeys } from '../../../../diff/selection-noise.ts';
import { splitTextBlocks } from '../../../../diff/text-blocks.ts';
import { readHtml } from '../../../../page/read/read-html.ts';
import type { PagePart } from '../../../../page/states/page-part.ts';
import { readPageStates } from '../../../../page/states/page-states.ts';
import { decodeText } from '../../../../page/text/decode.ts';

/** A response of which the facts are read. */
export interface PageFactsRequest {
  bytes: Uint8Array;
  url: string;
  headers: Record<string, string>;
  excludeSelectors: string[];
  /** Part of the page whose controls are read; null for the whole content. */
  part: PagePart | null;
  /** Time of the reading. */
  at: Date;
}

/** Facts of a page that a check compares besides its Markdown. */
export interface PageFacts {
  /** Digests of all blocks of the page, as `ignore` selectors leave it; none for a part of a page. */
  pageKeys: PageKeys;
  states: string[];
}

/** Returns the digests of all blocks of an HTML page, and what its controls say. */
export function readPageFacts(request: PageFactsRequest): PageFacts {
  const { text } = decodeText(request.bytes, request.headers['content-type'] ?? null, true);
  const pageKeys = request.part === null ? readPageKeys(text, request) : [];
  return { pageKeys, states: readPageStates(text, request.excludeSelectors, request.part) };
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
