import type { CallbackManagerForRetrieverRun } from '@langchain/core/callbacks/manager';
import type { Document } from '@langchain/core/documents';
import { BaseRetriever, type BaseRetrieverInput } from '@langchain/core/retrievers';
import { type Client, createClient, type SearchRequest } from 'webdata-client';
import { type PageMetadata, toDocument } from './page-document.ts';

/** Options of a {@link WebdataRetriever}. */
export interface WebdataRetrieverOptions extends BaseRetrieverInput {
  /** URL of the service, such as `http://127.0.0.1:8787`. */
  baseUrl: string;
  apiKey: string;
  /** Options of the search, such as `limit`, `country` and `include_domains`. Default: five results. */
  search?: Omit<SearchRequest, 'query' | 'scrape'>;
  /** Maximum code points of each document. Default: 4,000. */
  maxLength?: number;
  /** Default: the global `fetch`. */
  fetch?: typeof fetch;
}

const defaultLimit = 5;
const defaultMaxLength = 4_000;

/** Searches the web and returns the passages of the found pages that match the query. Pages that cannot be read are left out. */
export class WebdataRetriever extends BaseRetriever<PageMetadata> {
  override lc_namespace = ['webdata', 'retrievers'];
  readonly #client: Client;
  readonly #options: WebdataRetrieverOptions;

  constructor(options: WebdataRetrieverOptions) {
    super(options);
    const { baseUrl: url, apiKey: key, fetch } = options;
    this.#client = createClient({ url, key, ...(fetch && { fetch }) });
    this.#options = options;
  }

  override async _getRelevantDocuments(
    query: string,
    _run?: CallbackManagerForRetrieverRun,
  ): Promise<Document<PageMetadata>[]> {
    const { search, maxLength = defaultMaxLength } = this.#options;
    const scrape = { focus: query, max_length: maxLength };
    const { results } = await this.#client.search({ limit: defaultLimit, ...search, query, scrape });
    return results.flatMap(({ page }) =>
      page?.status === 'ok' && page.markdown !== undefined ? [toDocument(page, page.markdown)] : [],
    );
  }
}
