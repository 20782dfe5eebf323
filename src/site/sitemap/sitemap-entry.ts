/** One entry of a sitemap or feed. */
export interface SitemapEntry {
  /** Absolute http or https URL. */
  url: string;
  /** ISO 8601 date or instant of the last change, or null. */
  lastmod: string | null;
  /** `sitemap` for an entry of a sitemap index. */
  kind: 'page' | 'sitemap';
  /** Title from a feed or news sitemap, or null. */
  title: string | null;
  description: string | null;
}

/** Receives an entry as it is read. Returns false to stop reading. */
export type EntryHandler = (entry: SitemapEntry) => boolean;

/** Unparsed texts of one entry. */
export interface RawEntry {
  address: string;
  lastmod: string;
  title: string;
  description: string;
}
