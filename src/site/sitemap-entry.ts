/** One address that a sitemap or feed names. */
export interface SitemapEntry {
  /** Absolute http or https address, as it stands there. */
  url: string;
  /** ISO 8601 date or instant of the last change, or null. */
  lastmod: string | null;
  /** A page, or, in an index, another sitemap. */
  kind: 'page' | 'sitemap';
  /** What feeds and news sitemaps tell of the page. */
  title: string | null;
  description: string | null;
}

/** Takes an entry as it is read; false asks to read no further. */
export type TakeEntry = (entry: SitemapEntry) => boolean;

/** Texts of one entry as they stand in the file. */
export interface RawEntry {
  address: string;
  lastmod: string;
  title: string;
  description: string;
}
