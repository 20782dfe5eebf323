import { BaseDocumentLoader } from '@langchain/core/document_loaders/base';
import type { Document } from '@langchain/core/documents';
import {
  type Client,
  type CrawlRequest,
  createClient,
  type PageOptions,
  type PageResult,
  WebdataError,
} from 'webdata-client';
import { type PageMetadata, toDocument } from './page-document.ts';

/** Options of a {@link WebdataLoader}: the service, and either `urls` or `crawl`. */
export interface WebdataLoaderOptions {
  /** URL of the service, such as `http://127.0.0.1:8787`. */
  baseUrl: string;
  apiKey: string;
  /** Pages to read, any number. */
  urls?: readonly string[];
  /** Options of `urls`, such as `country` or `render`. */
  scrape?: PageOptions;
  /** Site to crawl, with the options of a crawl, such as `limit` and `include_paths`. */
  crawl?: CrawlRequest;
  /**
   * Called for each page that could not be read. Default: a page of `urls` throws WebdataError `no_result`, and one of
   * `crawl` is skipped.
   */
  onFailedPage?: (page: PageResult) => void;
  /** Default: the global `fetch`. */
  fetch?: typeof fetch;
}

/** Loads web pages as documents with Markdown. */
export class WebdataLoader extends BaseDocumentLoader {
  readonly #client: Client;
  readonly #options: WebdataLoaderOptions;

  constructor(options: WebdataLoaderOptions) {
    super();
    const { baseUrl: url, apiKey: key, fetch } = options;
    if ((options.urls === undefined) === (options.crawl === undefined))
      throw new TypeError('WebdataLoader needs either `urls` or `crawl`.');
    this.#client = createClient({ url, key, ...(fetch && { fetch }) });
    this.#options = options;
  }

  /** Returns the documents of all pages. For many pages, use {@link lazyLoad}, which holds only some in memory. */
  override async load(): Promise<Document<PageMetadata>[]> {
    const documents: Document<PageMetadata>[] = [];
    for await (const document of this.lazyLoad()) documents.push(document);
    return documents;
  }

  /**
   * Yields the documents as their pages arrive. If the loop ends early, or `signal` is aborted, a crawl is cancelled.
   */
  async *lazyLoad({ signal }: { signal?: AbortSignal } = {}): AsyncGenerator<Document<PageMetadata>> {
    const call = signal === undefined ? {} : { signal };
    for await (const page of this.#pages(call)) {
      if (page.status === 'ok') yield toDocument(page, await this.#client.markdownOf(page, call));
      else this.#report(page);
    }
  }

  #pages(call: { signal?: AbortSignal }): AsyncGenerator<PageResult> {
    const { urls = [], scrape, crawl } = this.#options;
    return crawl === undefined
      ? this.#client.scrapePages(urls, scrape, call)
      : this.#client.crawlPages(crawl, call);
  }

  #report(page: PageResult): void {
    const { onFailedPage, crawl } = this.#options;
    if (onFailedPage !== undefined) onFailedPage(page);
    else if (crawl === undefined) {
      const message = `${page.url} is ${page.status}: ${page.error?.message ?? 'it states no reason'}`;
      throw new WebdataError({ status: 0, code: 'no_result', message });
    }
  }
}
