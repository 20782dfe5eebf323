import type { ArchivedUrlView } from '../archive-response.ts';

/** Kind of content behind a URL. */
export type UrlKind = ArchivedUrlView['kind'];

const documents =
  /^(application\/(pdf|msword|rtf|epub\+zip|vnd\.(ms-|openxmlformats|oasis\.opendocument).*|x-(mobipocket-ebook|tex))|text\/(plain|csv|rtf|tab-separated-values))$/;
const feeds = /^(application\/(rss|atom|rdf|feed)\+(xml|json)|text\/xml\+rss)$/;
const pages = /^(text\/html|application\/(xhtml\+xml|vnd\.wap\.xhtml\+xml))$/;
const kindByExtension: Readonly<Record<string, UrlKind>> = {
  ...extensionMap('document', 'pdf doc docx xls xlsx ppt pptx odt ods odp rtf txt csv tsv epub ps tex'),
  ...extensionMap('image', 'jpg jpeg png gif webp svg ico bmp tif tiff avif'),
  ...extensionMap('feed', 'rss atom rdf'),
  ...extensionMap('page', 'html htm xhtml shtml php asp aspx jsp cfm cgi do'),
  ...extensionMap(
    'other',
    'js css json woff woff2 ttf eot otf mp3 mp4 avi mov zip gz rar exe dmg swf xml map wasm',
  ),
};
const feedPath = /(^|[/._-])(feed|rss|atom)s?([/._-]|$)/i;

function extensionMap(kind: UrlKind, extensions: string): Record<string, UrlKind> {
  return Object.fromEntries(extensions.split(' ').map((extension) => [extension, kind]));
}

/** Returns the kind of a URL by its media type, or by the file extension if the media type is unknown. */
export function classifyUrl(address: string, mime: string | null): UrlKind {
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
  const extension = /\.([a-z\d]{1,5})$/i.exec(path)?.[1]?.toLowerCase();
  if (extension === undefined) return feedPath.test(path) ? 'feed' : 'page';
  return kindByExtension[extension] ?? 'page';
}

/**
 * Returns the media types to request from an index as one regular expression; null if the file extension must
 * decide.
 */
export function mediaTypesOf(kind: string): string | null {
  if (kind === 'pages') return 'text/html|application/xhtml.xml';
  return kind === 'images' ? 'image/.*' : null;
}

const maxUrlLength = 2_000;
/** Remains of templates and of broken HTML in links. */
const junkPattern = /["'<>{}|\\^`\s]|%22|%27%3e|%3c|%3e|%7b|&quot;|mailto:|javascript:|\$\{|\[object/i;

/** Returns true for URLs that no author wrote: remains of templates, markup in links, the same folder repeated. */
export function isJunkUrl(address: string): boolean {
  const url = URL.parse(address);
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    address.length > maxUrlLength ||
    junkPattern.test(address)
  )
    return true;
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const counts = new Map<string, number>();
  for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1);
  return parts.length > 30 || [...counts.values()].some((count) => count > 3);
}
