import type { Section } from '../domain/page.ts';

/** A stored page that was found, whole and decompressed. */
export interface StoredPage {
  kind: 'found';
  ref: string;
  url: string;
  title: string | null;
  markdown: string;
  /** Code points of `markdown`. */
  length: number;
  sections: Section[];
  expiresAt: Date;
}

/** Pages that were read lately. What a ref leads to never changes, only whether it still does: whoever takes one from here asks the row. */
export interface ContentCache {
  get(ref: string): StoredPage | null;
  put(page: StoredPage): void;
}

const defaultBytes = 16 * 1024 * 1024;

/** At most so many bytes of text, the longest unread leave first; a page of more than a quarter of it is not kept. */
export function createContentCache(mostBytes: number = defaultBytes): ContentCache {
  const pages = new Map<string, StoredPage>();
  let bytes = 0;
  /** Two bytes a UTF-16 unit, as much as an engine may need for it. */
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
      const known = pages.get(page.ref);
      if (known !== undefined) drop(known);
      if (sizeOf(page) > mostBytes / 4) return;
      pages.set(page.ref, page);
      bytes += sizeOf(page);
      for (const oldest of pages.values()) {
        if (bytes <= mostBytes) return;
        drop(oldest);
      }
    },
  };
}
