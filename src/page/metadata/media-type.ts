import { byteAt } from '../../domain/values/elements.ts';
import { readZipEntries } from '../documents/office/zip.ts';

/** Kind of content, which selects its reader. */
export type MediaKind =
  | 'html'
  | 'xml'
  | 'json'
  | 'text'
  | 'markdown'
  | 'csv'
  | 'feed'
  | 'pdf'
  | 'docx'
  | 'xlsx'
  | 'pptx'
  | 'odt'
  | 'epub'
  | 'rtf'
  | 'image'
  | 'document'
  | 'binary';

/** Kind and media type of a response. */
export interface MediaType {
  kind: MediaKind;
  /** Type and subtype in lower case. */
  type: string;
}

interface Signature {
  bytes: readonly number[];
  offset: number;
  media: MediaType;
}

function ascii(text: string): number[] {
  return [...text].map((character) => character.charCodeAt(0));
}

function signature(bytes: readonly number[], type: string, kind: MediaKind, offset = 0): Signature {
  return { bytes, offset, media: { kind, type } };
}

/** Signatures of binary formats (WHATWG MIME Sniffing 6, and the specifications of the formats). */
const signatures: readonly Signature[] = [
  signature(ascii('%PDF-'), 'application/pdf', 'pdf'),
  signature([0x89, 0x50, 0x4e, 0x47], 'image/png', 'image'),
  signature([0xff, 0xd8, 0xff], 'image/jpeg', 'image'),
  signature(ascii('GIF8'), 'image/gif', 'image'),
  signature(ascii('II*\0'), 'image/tiff', 'image'),
  signature(ascii('MM\0*'), 'image/tiff', 'image'),
  signature(ascii('WEBP'), 'image/webp', 'image', 8),
  signature(ascii('ftypavif'), 'image/avif', 'image', 4),
  signature(ascii('ftypheic'), 'image/heic', 'image', 4),
  signature([0x00, 0x00, 0x01, 0x00], 'image/x-icon', 'image'),
  signature([0xd0, 0xcf, 0x11, 0xe0], 'application/x-ole-storage', 'document'),
  signature(ascii('{\\rtf'), 'application/rtf', 'rtf'),
  signature([0x50, 0x4b, 0x03, 0x04], 'application/zip', 'binary'),
  signature([0x1f, 0x8b], 'application/gzip', 'binary'),
  signature(ascii('OggS'), 'application/ogg', 'binary'),
  signature(ascii('ID3'), 'audio/mpeg', 'binary'),
  signature(ascii('ftyp'), 'video/mp4', 'binary', 4),
  signature([0x1a, 0x45, 0xdf, 0xa3], 'video/webm', 'binary'),
  signature(ascii('wOF'), 'font/woff', 'binary'),
];

const officeTypes =
  /^application\/(?:vnd\.openxmlformats-officedocument\.|vnd\.oasis\.opendocument\.|msword|vnd\.ms-(?:excel|powerpoint)|epub\+zip)/;

/** Folders in a ZIP archive that identify its format (ECMA-376 part 2). */
const officeFolders: readonly [string, MediaType][] = [
  [
    'word/',
    { kind: 'docx', type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
  ],
  ['xl/', { kind: 'xlsx', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }],
  [
    'ppt/',
    { kind: 'pptx', type: 'application/vnd.openxmlformats-officedocument.presentationml.presentation' },
  ],
  ['META-INF/container.xml', { kind: 'epub', type: 'application/epub+zip' }],
];

const odtType = 'application/vnd.oasis.opendocument.text';
/** Formats whose first file is stored uncompressed and names their media type (OpenDocument 1.3 part 2, 3.3). */
const namedTypes: readonly MediaType[] = [
  { kind: 'odt', type: odtType },
  { kind: 'epub', type: 'application/epub+zip' },
];
/** Length of a local file header with the name `mimetype`. */
const mimetypeOffset = 38;

/** Returns the type that the first file of an archive names, or null. */
function findNamedType(bytes: Uint8Array): MediaType | null {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 200)).toString('latin1');
  if (start.slice(30, mimetypeOffset) !== 'mimetype') return null;
  // The name of a longer type begins with that of a text: `…opendocument.text-template`.
  return namedTypes.find(({ type }) => start.startsWith(`${type}PK`, mimetypeOffset)) ?? null;
}

function detectOfficeType(bytes: Uint8Array, header: string, archive: MediaType): MediaType {
  const named = findNamedType(bytes);
  if (named !== null) return named;
  if (header === odtType) return { kind: 'odt', type: odtType };
  for (const { name } of readZipEntries(bytes)) {
    const folder = officeFolders.find(([start]) => name.startsWith(start));
    if (folder !== undefined) return folder[1];
  }
  return officeTypes.test(header) ? { kind: 'document', type: header } : archive;
}

/** Returns true if the PDF signature is at a line start in the first kilobyte (ISO 32000, annex H), outside of markup. */
function hasPdfSignature(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024));
  const at = start.indexOf('%PDF-1.');
  return at > 0 && !start.subarray(0, at).includes('<') && (start[at - 1] === 10 || start[at - 1] === 13);
}

function startsWith(bytes: Uint8Array, { bytes: signatureBytes, offset }: Signature): boolean {
  return (
    bytes.length >= offset + signatureBytes.length &&
    signatureBytes.every((byte, index) => bytes[offset + index] === byte)
  );
}

/** Returns the type in a `Content-Type` header without parameters, or ''. */
function parseContentType(contentType: string | null): string {
  return (contentType ?? '').split(/[;,]/, 1)[0]?.trim().toLowerCase() ?? '';
}

const textualType =
  /^text\/|[+/](?:json|xml|yaml|x-yaml|javascript|x-javascript|ecmascript|x-ndjson|x-sh|sql|toml|graphql)$/;

/** Detects the media type from the signature, then from the header, then from the text. */
export function detectMediaType(bytes: Uint8Array, contentType: string | null, url: string): MediaType {
  const header = parseContentType(contentType);
  const matched = signatures.find((candidate) => startsWith(bytes, candidate))?.media;
  if (matched !== undefined) {
    return matched.type === 'application/zip' ? detectOfficeType(bytes, header, matched) : matched;
  }
  if (hasPdfSignature(bytes)) return { kind: 'pdf', type: 'application/pdf' };
  const start = decodeStart(bytes);
  if (looksBinary(bytes))
    return {
      kind: 'binary',
      type: header === '' || textualType.test(header) ? 'application/octet-stream' : header,
    };
  const declaredKind = kindFromHeader(header, start, url);
  const mediaType = declaredKind === null ? sniffText(start, header) : { kind: declaredKind, type: header };
  const isFeed =
    (mediaType.kind === 'xml' && xmlFeed.test(start)) || (mediaType.kind === 'json' && jsonFeed.test(start));
  return isFeed ? { kind: 'feed', type: mediaType.type } : mediaType;
}

const xmlFeed =
  /^(?:<\?[^>]{0,300}>\s*|<!--(?:(?!-->)[\s\S]){0,1000}-->\s*|<!doctype[^>]{0,300}>\s*){0,8}<(?:rss[\s>]|(?:\w{1,20}:)?feed[\s>]|rdf:RDF[\s>](?=[\s\S]{0,1000}purl\.org\/rss))/i;
const jsonFeed = /^\{[\s\S]{0,1500}"version"\s*:\s*"https?:\\?\/\\?\/jsonfeed\.org/;

/** Returns the start of the content in any ASCII-compatible encoding or UTF-16. */
function decodeStart(bytes: Uint8Array): string {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const start = bytes.subarray(0, 2048);
  const asciiBytes = isUtf16 ? start.filter((byte) => byte > 0 && byte < 128) : start;
  const text = Buffer.from(asciiBytes.buffer, asciiBytes.byteOffset, asciiBytes.byteLength).toString(
    'latin1',
  );
  return text.replace(/^\u00ef\u00bb\u00bf/, '').trimStart();
}

/** Returns true if text without a byte order mark has too many control characters (WHATWG MIME Sniffing 7.2). */
function looksBinary(bytes: Uint8Array): boolean {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return false;
  const end = Math.min(bytes.length, 1024);
  let controls = 0;
  for (let i = 0; i < end; i++) {
    const byte = byteAt(bytes, i);
    if (byte < 9 || byte === 11 || (byte > 13 && byte < 27) || (byte > 27 && byte < 32)) controls++;
  }
  return controls > 0 && controls * 20 > end;
}

const htmlStart =
  /^(?:<!doctype html|<html|<head|<body|<title|<script|<meta|<div|<p[\s>]|<h[1-6]|<table|<a\s|<style|<br|<!--)/i;

function kindFromHeader(header: string, start: string, url: string): MediaKind | null {
  if (header === 'text/html' || header === 'application/xhtml+xml') {
    // A feed is often mislabeled (WHATWG MIME Sniffing 8).
    if (xmlFeed.test(start) || /^<\?xml[^>]*>\s*<(?:urlset|sitemapindex)/i.test(start)) return 'xml';
    return /^[{[]\s*["{[\]}]/.test(start) && /^\{\s*"|^\[\s*[{"[\]]/.test(start) ? 'json' : 'html';
  }
  if (header === 'application/json' || header.endsWith('+json') || header === 'text/json') return 'json';
  if (header === 'text/markdown' || header === 'text/x-markdown') return 'markdown';
  if (header === 'text/csv' || header === 'text/tab-separated-values') return 'csv';
  if (header === 'application/xml' || header === 'text/xml' || header.endsWith('+xml')) {
    if (header === 'image/svg+xml') return 'image';
    return /<html[\s>]/i.test(start.slice(0, 1000)) && !xmlFeed.test(start) ? 'html' : 'xml';
  }
  if (header === 'text/plain') return kindOfPlainText(start, url);
  if (header.startsWith('image/')) return 'image';
  if (/^(?:audio|video|font)\//.test(header)) return 'binary';
  return textualType.test(header) ? 'text' : null;
}

function kindOfPlainText(start: string, url: string): MediaKind {
  if (/\.(?:md|markdown)(?:[?#]|$)/i.test(url)) return 'markdown';
  if (/\.(?:csv|tsv)(?:[?#]|$)/i.test(url)) return 'csv';
  if (/\.json(?:[?#]|$)/i.test(url) && /^[{[]/.test(start)) return 'json';
  if (xmlFeed.test(start)) return 'xml';
  return /^<!doctype html|^<html[\s>]/i.test(start) ? 'html' : 'text';
}

/** Detects the kind of text without a declared type. */
function sniffText(start: string, header: string): MediaType {
  if (xmlFeed.test(start)) return { kind: 'xml', type: 'application/xml' };
  if (/^<\?xml/i.test(start) && !/<html[\s>]/i.test(start)) return { kind: 'xml', type: 'application/xml' };
  if (htmlStart.test(start) || /<(?:html|body|head|p|div|br)[\s>/]/i.test(start))
    return { kind: 'html', type: 'text/html' };
  if (/^\{\s*["}]|^\[\s*[{"[\]\d]/.test(start)) return { kind: 'json', type: 'application/json' };
  return {
    kind: 'text',
    type: header === '' || header === 'application/octet-stream' ? 'text/plain' : header,
  };
}
