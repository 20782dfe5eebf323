import type { PastAddress } from './archive-answer.ts';

/** What stands behind an address. */
export type AddressKind = PastAddress['kind'];

const documents =
  /^(application\/(pdf|msword|rtf|epub\+zip|vnd\.(ms-|openxmlformats|oasis\.opendocument).*|x-(mobipocket-ebook|tex))|text\/(plain|csv|rtf|tab-separated-values))$/;
const feeds = /^(application\/(rss|atom|rdf|feed)\+(xml|json)|text\/xml\+rss)$/;
const pages = /^(text\/html|application\/(xhtml\+xml|vnd\.wap\.xhtml\+xml))$/;
const byEnding: Readonly<Record<string, AddressKind>> = {
  ...of('document', 'pdf doc docx xls xlsx ppt pptx odt ods odp rtf txt csv tsv epub ps tex'),
  ...of('image', 'jpg jpeg png gif webp svg ico bmp tif tiff avif'),
  ...of('feed', 'rss atom rdf'),
  ...of('page', 'html htm xhtml shtml php asp aspx jsp cfm cgi do'),
  ...of('other', 'js css json woff woff2 ttf eot otf mp3 mp4 avi mov zip gz rar exe dmg swf xml map wasm'),
};
const feedPath = /(^|[/._-])(feed|rss|atom)s?([/._-]|$)/i;

function of(kind: AddressKind, endings: string): Record<string, AddressKind> {
  return Object.fromEntries(endings.split(' ').map((ending) => [ending, kind]));
}

/** The kind of an address by its media type, else by the ending of its path. */
export function kindOfAddress(address: string, mime: string | null): AddressKind {
  const path = URL.parse(address)?.pathname ?? '';
  const type = mime?.toLowerCase() ?? null;
  if (type !== null) {
    if (pages.test(type)) return 'page';
    if (feeds.test(type) || (/^(application|text)\/(xml|feed\+json|json)$/.test(type) && feedPath.test(path)))
      return 'feed';
    if (type.startsWith('image/')) return 'image';
    if (documents.test(type)) return path.endsWith('robots.txt') ? 'other' : 'document';
    return 'other';
  }
  const ending = /\.([a-z\d]{1,5})$/i.exec(path)?.[1]?.toLowerCase();
  if (ending === undefined) return feedPath.test(path) ? 'feed' : 'page';
  return byEnding[ending] ?? 'page';
}

/** Media types that an index is asked for, as one expression; null where the ending may decide. */
export function mimesOfKind(kind: string): string | null {
  if (kind === 'pages') return 'text/html|application/xhtml.xml';
  return kind === 'images' ? 'image/.*' : null;
}

const longest = 2_000;
/** What templates and broken pages leave in links. */
const broken = /["'<>{}|\\^`\s]|%22|%27%3e|%3c|%3e|%7b|&quot;|mailto:|javascript:|\$\{|\[object/i;

/** Addresses that nobody wrote: leftovers of templates, markup in links, the same folder over and over. */
export function isJunkAddress(address: string): boolean {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol) || address.length > longest || broken.test(address))
    return true;
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const counts = new Map<string, number>();
  for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1);
  return parts.length > 30 || [...counts.values()].some((count) => count > 3);
}
