/** A stored page, complete and decompressed. */
export interface StoredPage {
  kind: 'found';
  ref: string;
  url: string;
  title: string | null;
  markdown: string;
  /** Code points of `markdown`. */
  length: number;
  expiresAt: Date;
}

/**
 * Cache of recently read pages. The content of a ref never changes, but callers must check in the database that it
 * still exists.
 */
export interface ContentCache {
  get(ref: string): StoredPage | null;
  put(page: StoredPage): void;
}

const defaultMaxBytes = 16 * 1024 * 1024;

/**
 * Creates a least-recently-used cache of at most `maxBytes` bytes of text; pages larger than a quarter of it are not
 * cached.
 */
export function createContentCache(maxBytes: number = defaultMaxBytes): ContentCache {
  const pages = new Map<string, StoredPage>();
  let bytes = 0;
  /** Two bytes per UTF-16 code unit, the maximum that an engine needs. */
  const sizeOf = ({ markdown }: StoredPage) => markdown.length * 2;

  function drop(page: StoredPage): void {
    pages.delete(page.ref);
    bytes -= sizeOf(page);
  }

  return {
    get(ref) {
      const page = pages.get(ref);
      if (page === undefined) return null;
      pages.delete(ref);
      pages.set(ref, page);
      return page;
    },
    put(page) {
      const existing = pages.get(page.ref);
      if (existing !== undefined) drop(existing);
      if (sizeOf(page) > maxBytes / 4) return;
      pages.set(page.ref, page);
      bytes += sizeOf(page);
      for (const oldest of pages.values()) {
        if (bytes <= maxBytes) return;
        drop(oldest);
      }
    },
  };
}
