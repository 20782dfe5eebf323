import type { BaseReader, Document } from '@llamaindex/core/schema';
import {
  type Client,
  type CrawlRequest,
  createClient,
  type PageOptions,
  type PageResult,
  WebdataError,
} from 'webdata-client';
import { type PageMetadata, toDocument } from './page-document.ts';

/** Options of a {@link WebdataReader}. */
export interface WebdataReaderOptions {
  /** URL of the service, such as `http://127.0.0.1:8787`. */
  baseUrl: string;
  apiKey: string;
  /**
   * Called for each page that could not be read. Default: a page of `urls` throws WebdataError `no_result`, and one of
   * `crawl` is skipped.
   */
  onFailedPage?: (page: PageResult) => void;
  /** Default: the global `fetch`. */
  fetch?: typeof fetch;
}

/** Pages to read: any number of URLs with the options of scrape, or a site with the options of crawl. */
export type WebdataSource =
  | { urls: readonly string[]; scrape?: PageOptions; signal?: AbortSignal }
  | { crawl: CrawlRequest; signal?: AbortSignal };

/** Reads web pages as documents with Markdown. */
export class WebdataReader implements BaseReader<Document<PageMetadata>> {
  readonly #client: Client;
  readonly #options: WebdataReaderOptions;

  constructor(options: WebdataReaderOptions) {
    const { baseUrl: url, apiKey: key, fetch } = options;
    this.#client = createClient({ url, key, ...(fetch && { fetch }) });
    this.#options = options;
  }

  /** Returns the documents of all pages. For many pages, use {@link lazyLoadData}, which holds only some in memory. */
  async loadData(source: WebdataSource): Promise<Document<PageMetadata>[]> {
    const documents: Document<PageMetadata>[] = [];
    for await (const document of this.lazyLoadData(source)) documents.push(document);
    return documents;
  }

  /**
   * Yields the documents as their pages arrive. If the loop ends early, or `signal` is aborted, a crawl is cancelled.
   */
  async *lazyLoadData(source: WebdataSource): AsyncGenerator<Document<PageMetadata>> {
    const call = source.signal === undefined ? {} : { signal: source.signal };
    const pages =
      'crawl' in source
        ? this.#client.crawlPages(source.crawl, call)
        : this.#client.scrapePages(source.urls, source.scrape, call);
    for await (const page of pages) {
      if (page.status === 'ok') yield toDocument(page, await this.#client.markdownOf(page, call));
      else this.#report(page, source);
    }
  }

  #report(page: PageResult, source: WebdataSource): void {
    const { onFailedPage } = this.#options;
    if (onFailedPage !== undefined) onFailedPage(page);
    else if ('urls' in source) {
      const message = `${page.url} is ${page.status}: ${page.error?.message ?? 'it states no reason'}`;
      throw new WebdataError({ status: 0, code: 'no_result', message });
    }
  }
}
