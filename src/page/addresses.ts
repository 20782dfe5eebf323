import { attribute } from './parse/attributes.ts';
import { tag } from './parse/tags.ts';
import { attributeOf, type Tree } from './tree.ts';

/** Most addresses remembered per page. */
const maxRemembered = 20_000;
/** Longest address that is read. */
const maxAddress = 8192;
const plainPath =
  /^\/(?!\/)[\w\-/%~+@!$*,]*(?:\.[\w-]+)?(?:\?[\w\-=&%.+~/:,;@!$*]*)?(?:#[\w\-=&%.+~/:,;@!$*?]*)?$/;

/** Resolves what a page writes against its base. */
export interface Addresses {
  /** The page's own address without its fragment. */
  page: string;
  /** The address as an absolute one of any scheme but those that run code, or null when it is none. */
  resolve(reference: string): string | null;
  /** The same for http and https alone. */
  resolveWeb(reference: string): string | null;
}

function parsed(reference: string, base: string): URL | null {
  return URL.canParse(reference, base) ? new URL(reference, base) : null;
}

/** The address that relative ones are meant against: `<base href>` (the first that has one), else the page's own. */
export function baseOf(tree: Tree, url: string): string {
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node] !== tag.base) continue;
    const reference = attributeOf(tree, node, attribute.href);
    if (reference === null) continue;
    const base = parsed(reference.trim(), url);
    return base !== null && (base.protocol === 'http:' || base.protocol === 'https:') ? base.href : url;
  }
  return url;
}

const readable = new Set(['http:', 'https:', 'mailto:', 'tel:', 'ftp:', 'sms:', 'magnet:', 'geo:']);

/** Resolves addresses against `base` for the page at `url`. */
export function createAddresses(base: string, url: string): Addresses {
  const known = new Map<string, string | null>();
  const origin = parsed(base, url)?.origin ?? null;
  function compute(reference: string): string | null {
    if (origin !== null && origin !== 'null' && plainPath.test(reference) && !reference.includes('/.')) {
      return origin + reference;
    }
    const address = parsed(reference, base);
    return address !== null && readable.has(address.protocol) ? address.href : null;
  }
  function resolve(reference: string): string | null {
    const trimmed = reference.trim();
    if (trimmed === '' && reference === '') return null;
    if (trimmed.length > maxAddress) return null;
    const before = known.get(trimmed);
    if (before !== undefined) return before;
    const address = compute(trimmed);
    if (known.size < maxRemembered) known.set(trimmed, address);
    return address;
  }
  return {
    page: url.replace(/#.*$/s, ''),
    resolve,
    resolveWeb(reference) {
      const address = resolve(reference);
      return address?.startsWith('http') ? address : null;
    },
  };
}
