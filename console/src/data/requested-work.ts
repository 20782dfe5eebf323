import { signal } from '@preact/signals';

/** Work with an address that another part of the console asks the start page for. */
export interface RequestedWork {
  action: 'scrape' | 'crawl';
  url: string;
}

/** The work that the start page takes and removes. It is no part of the address of the page, since a link must start nothing. */
export const requestedWork = signal<RequestedWork | null>(null);
