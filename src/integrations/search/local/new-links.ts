import type { PreparedPage } from './read-page.ts';
import type { LinkText } from './write-pages.ts';

/** Number of texts of links that are remembered, and for how long. */
const maxRemembered = 20_000;
const rememberedMs = 3_600_000;

/** Remembers which texts of links were written lately: most links of a page are on the other pages of its site as well. */
export class NewLinks {
  #written = new Set<string>();
  #rememberedFrom = performance.now();

  /** Returns the links of pages that were not written lately, and remembers them as written. */
  takeFrom(pages: readonly PreparedPage[]): LinkText[] {
    if (this.#written.size > maxRemembered || performance.now() - this.#rememberedFrom > rememberedMs)
      this.forget();
    return pages.flatMap(({ accountId, anchors, language, readAt, jobId }) =>
      anchors.flatMap(({ key: bytes, text }) => {
        const key = Buffer.from(bytes);
        const name = `${accountId} ${key.toString('base64')} ${text}`;
        if (this.#written.has(name)) return [];
        this.#written.add(name);
        return { accountId, key, text, language, readAt, jobId };
      }),
    );
  }

  /** Forgets all, for instance because they could not be written. */
  forget(): void {
    this.#written = new Set();
    this.#rememberedFrom = performance.now();
  }
}
