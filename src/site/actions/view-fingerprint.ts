import type { PageLink } from '../../domain/pages/page.ts';

/** Content of a view of a page. */
export interface ViewContent {
  url: URL;
  title: string | null;
  /** Text of the view, as Markdown or plain text. */
  text: string;
  links: readonly PageLink[];
}

/** Computes a hash of 52 bits from two FNV-like hashes, so that sums of two are exact. */
function hashPair(text: string): number {
  let low = 0x811c9dc5;
  let high = 0x1000193;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x5bd1e995);
  }
  return (low >>> 0) + ((high >>> 0) % 0x100000) * 0x1_0000_0000;
}

/** Sums hashes, so that the order of the items has no effect. */
function hashAll(items: Iterable<string>): number {
  let sum = 0;
  for (const item of items) sum = (sum + hashPair(item)) % 2 ** 52;
  return sum;
}

/** Destinations of Markdown links: their query can name the view itself. */
const destination = /\]\([^()\s]*\)/g;

/**
 * Returns a fingerprint of what a page shows, whatever the order: title, words, and links to other paths. Links to its
 * own path lead to its other views, such as the same list in another order.
 */
export function fingerprintView({ url, title, text, links }: ViewContent): string {
  const words = text.replace(destination, ']').match(/[\p{L}\p{N}]+/gu) ?? [];
  const own = url.origin + url.pathname;
  const others = links.map((link) => link.url).filter((link) => link.split(/[?#]/, 1)[0] !== own);
  return [hashPair(title ?? ''), words.length, hashAll(words), hashAll(others)].join('.');
}

/** Returns true if a page has other views: it links to its own path with a query or with a fragment like `#/list`. */
export function hasOtherViews({ url, links }: Pick<ViewContent, 'url' | 'links'>): boolean {
  const own = `${url.origin}${url.pathname}`;
  const starts = ['?', '#/', '#!/'].map((start) => own + start);
  return links.some((link) => starts.some((start) => link.url.startsWith(start)));
}
