import { type PolitenessOptions, siteRule } from './politeness.ts';
import { siteKey } from './politeness-rules.ts';
import { createSite, isRemovable, recordReleasedShare, rejectAll, type Site } from './shared-site.ts';

/** The sites with fetches or shares in this process. */
export class SharedSites {
  readonly #options: PolitenessOptions;
  readonly #now: () => number;
  readonly #sites = new Map<string, Site>();

  constructor(options: PolitenessOptions, now: () => number) {
    this.#options = options;
    this.#now = now;
  }

  get size(): number {
    return this.#sites.size;
  }

  values(): IterableIterator<Site> {
    return this.#sites.values();
  }

  /** Returns the site of a URL and exit, creating it if needed. */
  getOrCreate(url: URL, exitId: string): Site {
    const key = siteKey(url, exitId);
    const rule = siteRule(this.#options, url);
    const site = this.#sites.get(key) ?? createSite(key, rule, this.#now);
    this.#sites.set(key, site);
    site.rule = rule;
    return site;
  }

  /** Returns the current state of a site that may have been removed, and adds it again in that case. */
  restore(site: Site): Site {
    const current = this.#sites.get(site.key) ?? site;
    this.#sites.set(current.key, current);
    return current;
  }

  /** Removes a site without fetches, share and unsaved delays. Returns false if it is still needed. */
  removeIfUnused(site: Site): boolean {
    if (!isRemovable(site)) return false;
    return this.#sites.delete(site.key);
  }

  /** Records that all shares are lost. */
  releaseAll(): void {
    for (const site of this.#sites.values()) {
      site.slots = 0;
      recordReleasedShare(site);
    }
  }

  /** Rejects all waiting fetches. */
  rejectAll(reason: unknown): void {
    for (const site of this.#sites.values()) rejectAll(site, reason);
  }
}
