/** Limits of the sitemaps of one request or job: they are not charged, so their cost follows what is asked for. */
export interface SitemapLimits {
  /** Number of files. */
  files: number;
  /** Decompressed bytes of all files. Files that are read at the time when it is reached are read to their end. */
  bytes: number;
}

const urlsPerFile = 5;
const minFiles = 50;
const maxFiles = 500;
/** An entry with its images and languages has a few thousand bytes. */
const bytesPerUrl = 5_000;
/** Larger than almost every sitemap, so that the first one is not cut. */
const minBytes = 50_000_000;
const maxBytes = 500_000_000;

/** Returns the limits for sitemaps that are read for a number of URLs. */
export function sitemapLimits(urls: number): SitemapLimits {
  return {
    files: Math.min(maxFiles, Math.max(minFiles, Math.ceil(urls / urlsPerFile))),
    bytes: Math.min(maxBytes, Math.max(minBytes, urls * bytesPerUrl)),
  };
}
