/** Types of texts by file name extension. Binary formats are detected by their bytes. */
const typesOfTexts: Readonly<Record<string, string>> = {
  atom: 'application/atom+xml',
  csv: 'text/csv',
  eml: 'message/rfc822',
  geojson: 'application/geo+json',
  htm: 'text/html',
  html: 'text/html',
  ics: 'text/calendar',
  json: 'application/json',
  markdown: 'text/markdown',
  md: 'text/markdown',
  rss: 'application/rss+xml',
  svg: 'image/svg+xml',
  tsv: 'text/tab-separated-values',
  vcf: 'text/vcard',
  xht: 'application/xhtml+xml',
  xhtml: 'application/xhtml+xml',
  xml: 'application/xml',
};

/** Types of texts that say more than that they are text. */
const specificText = /^text\/(?!plain$)|^message\/|[+/](?:json|xml)$/;

/**
 * Returns the type of a file as for a `Content-Type` header: the declared one, or that of the extension of its name if the
 * declared one says less. Null if neither is known.
 */
export function fileContentType(declared: string | null, filename: string | null): string | null {
  const [essence = '', ...parameters] = (declared ?? '').split(';');
  const type = essence.trim().toLowerCase();
  const extension = /\.([a-z]{1,10})$/i.exec(filename ?? '')?.[1]?.toLowerCase() ?? '';
  const named = Object.hasOwn(typesOfTexts, extension) ? typesOfTexts[extension] : undefined;
  if (named === undefined || specificText.test(type)) return declared;
  return [named, ...parameters].join(';');
}
