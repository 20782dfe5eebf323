import { isDeepStrictEqual } from 'node:util';
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
  /** True if the blocks of the whole page are listed. */
  listsKeys: boolean;
  /** Controls with which the reading is equal to the baseline, so that the blocks of the page are not needed; null for none. */
  knownStates: readonly string[] | null;
  /** Time of the reading. */
  at: Date;
}

/** Facts of a page that a check compares besides its Markdown. */
export interface PageFacts {
  /** Digests of all blocks of the page, as `ignore` selectors leave it; null if they are not listed. */
  pageKeys: PageKeys | null;
  states: string[];
}

/** Returns the digests of all blocks of an HTML page, and what its controls say. */
export function readPageFacts(request: PageFactsRequest): PageFacts {
  const { bytes, headers, excludeSelectors, part, listsKeys, knownStates } = request;
  const { text } = decodeText(bytes, headers['content-type'] ?? null, true);
  const states = readPageStates(text, excludeSelectors, part);
  const isKnown = knownStates !== null && isDeepStrictEqual(states, knownStates);
  return { states, pageKeys: listsKeys && !isKnown ? readPageKeys(text, request) : null };
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
