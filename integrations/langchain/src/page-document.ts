import { Document } from '@langchain/core/documents';
import type { PageResult } from 'webdata-client';

/** Metadata of the document of a page. */
export interface PageMetadata {
  /** URL of the page after redirects: what LangChain shows as the source. */
  source: string;
  /** URL that was requested. */
  url: string;
  title: string | null;
  /** Time at which the page was fetched, as in RFC 3339. */
  fetched_at: string;
  /** Id of the signed receipt of the page. */
  receipt: string;
}

/** Returns the document of a page with its complete text. */
export function toDocument(page: PageResult, pageContent: string): Document<PageMetadata> {
  const { url, final_url, title, receipt } = page;
  const metadata = {
    source: final_url ?? url,
    url,
    title,
    fetched_at: receipt.fetched_at,
    receipt: receipt.id,
  };
  return new Document({ pageContent, metadata, id: receipt.id });
}
