import type { FoundContent } from './contents.ts';

/** A page that was found, decompressed. */
type Page = Extract<FoundContent, { kind: 'found' }>;

/** Pages that were read lately. What a ref leads to never changes, only whether it still does: whoever takes one from here asks the row. */
export interface ContentCache {
  get(ref: string): Page | null;
  put(page: Page): void;
}

const defaultBytes = 16 * 1024 * 1024;

/** At most so many bytes of text, the longest unread leave first; a page of more than a quarter of it is not kept. */
export function createContentCache(mostBytes: number = defaultBytes): ContentCache {
  const pages = new Map<string, Page>();
  let bytes = 0;
  /** Two bytes a UTF-16 unit, as much as an engine may need for it. */
  const sizeOf = ({ markdown }: Page) => markdown.length * 2;

  function drop(page: Page): void {
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
