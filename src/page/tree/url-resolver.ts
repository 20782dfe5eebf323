import { visibleReference } from '../../domain/values/visible-reference.ts';
import { attribute } from '../parse/attributes.ts';
import { tag } from '../parse/names/tags.ts';
import { attributeOf, type Tree } from './tree.ts';

/** Maximum number of cached URLs per page. */
const maxCachedUrls = 20_000;
/** Maximum length of a URL. */
const maxUrlLength = 8192;
const plainPath =
  /^\/(?!\/)[\w\-/%~+@!$*,]*(?:\.[\w-]+)?(?:\?[\w\-=&%.+~/:,;@!$*]*)?(?:#[\w\-=&%.+~/:,;@!$*?]*)?$/;

/** Resolves the URLs of a page against its base URL. */
export interface UrlResolver {
  /** URL of the page without its fragment. */
  pageUrl: string;
  /** Returns an absolute URL with any scheme that does not run code, or null. */
  resolve(reference: string): string | null;
  /** Returns an absolute http or https URL, or null. */
  resolveWeb(reference: string): string | null;
}

function parseUrl(reference: string, base: string): URL | null {
  return URL.canParse(reference, base) ? new URL(reference, base) : null;
}

/** Returns the base URL of a page: the first `<base href>`, else its own URL. */
export function findBaseUrl(tree: Tree, url: string): string {
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node] !== tag.base) continue;
    const reference = attributeOf(tree, node, attribute.href);
    if (reference === null) continue;
    const base = parseUrl(reference.trim(), url);
    return base !== null && (base.protocol === 'http:' || base.protocol === 'https:') ? base.href : url;
  }
  return url;
}

const allowedSchemes = new Set(['http:', 'https:', 'mailto:', 'tel:', 'ftp:', 'sms:', 'magnet:', 'geo:']);

/** Creates a resolver with the base URL `base` for the page at `url`. */
export function createUrlResolver(base: string, url: string): UrlResolver {
  const cache = new Map<string, string | null>();
  const origin = parseUrl(base, url)?.origin ?? null;
  function compute(reference: string): string | null {
    if (origin !== null && origin !== 'null' && plainPath.test(reference) && !reference.includes('/.')) {
      return origin + reference;
    }
    const url = parseUrl(reference, base);
    return url !== null && allowedSchemes.has(url.protocol) ? url.href : null;
  }
  function resolve(reference: string): string | null {
    const trimmed = visibleReference(reference);
    if (trimmed === '' && reference === '') return null;
    if (trimmed.length > maxUrlLength) return null;
    const cached = cache.get(trimmed);
    if (cached !== undefined) return cached;
    const url = compute(trimmed);
    if (cache.size < maxCachedUrls) cache.set(trimmed, url);
    return url;
  }
  return {
    pageUrl: url.replace(/#.*$/s, ''),
    resolve,
    resolveWeb(reference) {
      const url = resolve(reference);
      return url?.startsWith('http') ? url : null;
    },
  };
}
