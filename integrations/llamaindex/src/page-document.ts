import { Document } from '@llamaindex/core/schema';
import type { PageResult } from 'webdata-client';

/** Metadata of the document of a page. */
export interface PageMetadata {
  /** URL of the page after redirects. */
  source: string;
  /** URL that was requested. */
  url: string;
  title: string | null;
  /** Time at which the page was fetched, as in RFC 3339. */
  fetched_at: string;
  /** Id of the signed receipt of the page. */
  receipt: string;
}

/** Fields that identify the page to a program, and mean nothing to a model or an embedding. */
const programFields: Array<keyof PageMetadata> = ['url', 'fetched_at', 'receipt'];

/** Returns the document of a page with its complete text. The URL is its id, so that a page that is read again replaces it. */
export function toDocument(page: PageResult, text: string): Document<PageMetadata> {
  const { url, final_url, title, receipt } = page;
  return new Document({
    id_: final_url ?? url,
    text,
    metadata: {
      source: final_url ?? url,
      url,
      title,
      fetched_at: receipt.fetched_at,
      receipt: receipt.id,
    },
    excludedLlmMetadataKeys: programFields,
    excludedEmbedMetadataKeys: programFields,
  });
}
