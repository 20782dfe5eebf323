import { listPageKeys, type PageKeys } from '../../../../diff/selection-noise.ts';
import { splitTextBlocks } from '../../../../diff/text-blocks.ts';
import { readHtml } from '../../../../page/read/read-html.ts';
import { decodeText } from '../../../../page/text/decode.ts';

/** A response of which the blocks of the whole page are listed. */
export interface PageKeysRequest {
  bytes: Uint8Array;
  url: string;
  headers: Record<string, string>;
  excludeSelectors: string[];
  /** Time of the reading. */
  at: Date;
}

/** Returns the digests of all blocks of an HTML page, as `ignore` selectors leave it. */
export function readPageKeys({ bytes, url, headers, excludeSelectors, at }: PageKeysRequest): PageKeys {
  const { text } = decodeText(bytes, headers['content-type'] ?? null, true);
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
