import type { PageLink, PageResult } from '../../domain/pages/page.ts';
import { computeUrlDigest } from '../../jobs/frontier/finished-page.ts';
import { type PageUse, withoutActions } from '../../site/actions/action-detector.ts';
import { similarity, sketchText, type TextSketch } from '../../site/actions/text-similarity.ts';
import { fingerprintView, hasOtherViews } from '../../site/actions/view-fingerprint.ts';
import type { LinkSelector } from './link-selector.ts';

/** What a page of a crawl turned out to be, and why it is not delivered; null if it is. */
export interface JudgedPage {
  /** Null if the page says nothing about its URL. */
  use: PageUse | null;
  skipReason: 'duplicate' | 'action' | null;
  /** Digests of the URLs of the page, if it was compared with no page; a delivery under another one must be compared. */
  variants?: readonly Buffer[];
  /** Digests of other URLs that the page names as its own. */
  canonicals?: readonly Buffer[];
}

/** Judges whether pages of one crawl have content of their own. */
export interface PageJudge {
  /** Returns what the start page is, which is always delivered. */
  judgeStart(page: Omit<PageResult, 'receipt'>, links: readonly PageLink[]): PageUse;
  /**
   * Judges a page that is not the start page; `links` are all links of the page, and `isRepeated` tells whether it was read
   * before and returned to the queue.
   */
  judge(
    page: Omit<PageResult, 'receipt'>,
    links: readonly PageLink[],
    isRepeated?: boolean,
  ): Promise<JudgedPage>;
}

/**
 * Returns the pages that the job has delivered under one of the digests, or that name one of `named` as canonical, at most
 * some.
 */
export type FindDelivered = (urls: {
  digests: readonly Buffer[];
  named: readonly Buffer[];
}) => Promise<Array<Partial<PageResult>>>;

/** Digests of the URLs of a page that is no copy. */
type PageUrls = Required<Pick<JudgedPage, 'variants' | 'canonicals'>>;

/** Minimum share of common pairs of words of two copies of a page. */
const minSimilarity = 0.7;
const maxRemembered = 200;
const maxViews = 5_000;
const maxNamed = 50_000;
const indexFile = /\/(?:index|default|home)\.(?:x?html?|php\d?|aspx?|jsp)$/i;
const indexNames = ['index.html', 'index.htm', 'index.php', 'default.aspx'];

/** Returns the text of a page in the first format that holds it. */
export function textOf({ markdown, text, html, raw_html: rawHtml }: Partial<PageResult>): string | null {
  return markdown ?? text ?? html ?? rawHtml ?? null;
}

function asksNotToIndex({ metadata }: Pick<PageResult, 'metadata'>): boolean {
  return /\b(?:noindex|none)\b/i.test(metadata.robots ?? '');
}

/** Returns the folder of a URL that names a folder or its index file; null for other URLs. */
function folderOf({ origin, pathname, search }: URL): string | null {
  if (search !== '') return null;
  if (pathname.endsWith('/')) return origin + pathname;
  return indexFile.test(pathname) ? origin + pathname.replace(indexFile, '/') : null;
}

/** Returns other URLs under which sites serve the same page. */
function variantsOf(address: URL, canonical: string | undefined): string[] {
  const folder = folderOf(address);
  const indexes = folder === null ? [] : [folder, ...indexNames.map((name) => folder + name)];
  const slashed = new URL(address);
  slashed.pathname = address.pathname.endsWith('/') ? address.pathname.slice(0, -1) : `${address.pathname}/`;
  return [...namedBy(address, canonical), ...indexes, slashed.href];
}

/** Returns the URLs that a page names as its own: its canonical URL, and its URL without actions. */
function namedBy(address: URL, canonical: string | undefined): string[] {
  const named = canonical === undefined ? null : URL.parse(canonical, address.href);
  return [named?.href, withoutActions(address)?.href].filter((url) => url !== undefined);
}

/** Recognises views of a path, such as a list in another order, that show what a delivered view of it shows. */
function createViewMemory({
  routeOf,
}: Pick<LinkSelector, 'routeOf'>): (
  page: Omit<PageResult, 'receipt'>,
  links: readonly PageLink[],
) => boolean {
  const urls = new Map<string, string>();
  return (page, links) => {
    const url = URL.parse(page.final_url ?? page.url);
    const text = textOf(page);
    if (url === null || text === null) return false;
    const isView = url.search !== '' || routeOf(url) !== '';
    if (!isView && !hasOtherViews({ url, links })) return false;
    const key = `${url.origin}${url.pathname} ${fingerprintView({ url, title: page.title ?? null, text, links })}`;
    const known = urls.get(key);
    // A page that could not be written is read again, and is no copy of itself.
    if (known !== undefined) return isView && known !== url.href;
    const [oldest] = urls.keys();
    if (urls.size >= maxViews && oldest !== undefined) urls.delete(oldest);
    urls.set(key, url.href);
    return false;
  };
}

/** The part of a link selector that the judge uses. */
type JudgedLinks = Pick<
  LinkSelector,
  'canonical' | 'covers' | 'routeOf' | 'isIndexed' | 'isSuspected' | 'mayBeKnown'
>;

/**
 * Creates the judge of one crawl in this process. A page repeats another one if its canonical URL, its folder or its
 * URL without actions was delivered before with nearly the same words; the content decides, because many sites name a
 * wrong canonical URL. A view of a path that shows the same as a delivered one repeats it, too. A view of the site's
 * software that asks not to be indexed is an action.
 */
export function createPageJudge(links: JudgedLinks, findDelivered: FindDelivered): PageJudge {
  /** Sketches of folders that this process has delivered and that may not be stored yet. */
  const folders = new Map<string, { href: string; sketch: TextSketch }>();
  /** URLs that pages of this process name as their own. The store knows those of all processes, when a page is written. */
  const named = new Set<string>();
  const isCopyOfView = createViewMemory(links);

  function isCopyOfFolder(folder: string, { href }: URL, sketch: TextSketch): boolean {
    const known = folders.get(folder);
    // A page that could not be written is read again, and is no copy of itself.
    if (known !== undefined) return known.href !== href && similarity(known.sketch, sketch) >= minSimilarity;
    const [oldest] = folders.keys();
    if (folders.size >= maxRemembered && oldest !== undefined) folders.delete(oldest);
    folders.set(folder, { href, sketch });
    return false;
  }

  /** Returns the canonical forms of other URLs of a page that the crawl may have delivered. */
  function knownVariants(address: URL, page: Omit<PageResult, 'receipt'>): string[] {
    const own = links.canonical(address);
    const variants = variantsOf(address, page.metadata.canonical).filter((variant) => links.covers(variant));
    return [...new Set(variants.map((variant) => links.canonical(variant)))].filter(
      (variant) => variant !== own && links.mayBeKnown(variant),
    );
  }

  /** Returns the canonical forms of the URLs that a page names as its own, and remembers them. */
  function namedUrls(address: URL, page: Omit<PageResult, 'receipt'>): string[] {
    const own = links.canonical(address);
    const urls = namedBy(address, page.metadata.canonical)
      .filter((url) => links.covers(url))
      .map((url) => links.canonical(url))
      .filter((url) => url !== own);
    for (const url of urls) if (named.size < maxNamed) named.add(url);
    return [...new Set(urls)];
  }

  /** Returns true if the page is a copy of a delivered one, otherwise the digests of its URLs. */
  async function isCopy(
    address: URL,
    page: Omit<PageResult, 'receipt'>,
    isRepeated: boolean,
  ): Promise<true | PageUrls> {
    const url = links.canonical(address);
    const own = computeUrlDigest(url);
    const isNamed = isRepeated || named.has(url);
    const namedByPage = namedUrls(address, page);
    const canonicals = namedByPage.map(computeUrlDigest);
    const others = [...new Set([...knownVariants(address, page), ...namedByPage])];
    // Most pages have no other URL, so nothing is compared or queried for them.
    if (others.length === 0 && !isNamed) return { variants: [own], canonicals };
    const text = textOf(page);
    const sketch = sketchText(text ?? page.title ?? '');
    const folder = folderOf(address);
    if (folder !== null && isCopyOfFolder(folder, address, sketch)) return true;
    const digests = others.map(computeUrlDigest);
    const delivered = await findDelivered({ digests, named: [own, ...digests] });
    if (delivered.length === 0) return { variants: [own, ...digests], canonicals };
    const isSame = delivered.some((other) => {
      const otherText = text === null ? (other.title ?? '') : textOf(other);
      return otherText !== null && similarity(sketch, sketchText(otherText)) >= minSimilarity;
    });
    return isSame ? true : { variants: [], canonicals };
  }

  return {
    judgeStart(page, links) {
      isCopyOfView(page, links);
      return asksNotToIndex(page) ? 'noindex' : 'content';
    },
    async judge(page, pageLinks, isRepeated = false) {
      const address = URL.parse(page.final_url ?? page.url);
      if (address === null) return { use: null, skipReason: null };
      const isSuspected = links.isSuspected(page.url);
      const isRefused = page.status === 'blocked' || page.status === 'not_found';
      if (isSuspected && isRefused) return { use: 'useless', skipReason: 'action' };
      if (page.status !== 'ok') return { use: null, skipReason: null };
      const isRoute = links.routeOf(address) !== '';
      const copy = isCopyOfView(page, pageLinks) || (!isRoute && (await isCopy(address, page, isRepeated)));
      if (copy === true) return { use: 'useless', skipReason: 'duplicate' };
      const isNoindex = links.isIndexed() && asksNotToIndex(page);
      if (isNoindex && isSuspected) return { use: 'useless', skipReason: 'action' };
      return { use: isNoindex ? 'noindex' : 'content', skipReason: null, ...(copy !== false && copy) };
    },
  };
}
