import { byteAt } from '../../domain/values/elements.ts';
import { detectArchiveType, detectCompoundType } from './container-type.ts';
import type { MediaKind, MediaType } from './media-kind.ts';

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
    if (matched.type === 'application/zip') return detectArchiveType(bytes, header, matched);
    return matched.kind === 'document' ? detectCompoundType(bytes, matched) : matched;
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

/** Types of texts that a kind of its own reads, by their media type. */
const kindsOfTypes: ReadonlyMap<string, MediaKind> = new Map([
  ['text/markdown', 'markdown'],
  ['text/x-markdown', 'markdown'],
  ['text/csv', 'csv'],
  ['text/tab-separated-values', 'csv'],
  ['text/calendar', 'ics'],
  ['text/x-vcalendar', 'ics'],
  ['text/vcard', 'vcf'],
  ['text/x-vcard', 'vcf'],
  ['text/directory', 'vcf'],
  ['message/rfc822', 'eml'],
  ['message/global', 'eml'],
  ['image/svg+xml', 'svg'],
]);

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
  const kind = kindsOfTypes.get(header);
  if (kind !== undefined) return kind;
  if (header === 'application/xml' || header === 'text/xml' || header.endsWith('+xml')) {
    if (svgStart.test(start)) return 'svg';
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
  if (/\.eml(?:[?#]|$)/i.test(url) && messageField.test(start)) return 'eml';
  const kind = sniffRecords(start);
  if (kind !== null) return kind;
  if (xmlFeed.test(start)) return 'xml';
  return /^<!doctype html|^<html[\s>]/i.test(start) ? 'html' : 'text';
}

const svgStart =
  /^(?:<\?[^>]{0,300}>\s*|<!--(?:(?!-->)[\s\S]){0,1000}-->\s*|<!doctype[^>[]{0,300}>\s*){0,8}<svg[\s>]/i;
/** First field of a message (RFC 5322 3.6, RFC 5321 4.4). */
const messageField =
  /^(?:from |(?:return-path|received|delivered-to|from|to|cc|date|subject|message-id|mime-version|content-type|reply-to|dkim-signature|authentication-results|arc-[a-z-]{1,40}|x-[a-z\d-]{1,60}):)/i;
/** Fields that a message has and other texts have not, at the start of a line. */
const messageFields = /^(?:from|date|message-id|mime-version|received|subject|to):/gim;

/** Returns the kind of calendars and contacts, whose first line names them (RFC 5545 3.6, RFC 6350 6.1.1), or null. */
function sniffRecords(start: string): MediaKind | null {
  const name = /^BEGIN:(VCALENDAR|VCARD)\s/i.exec(start)?.[1]?.toUpperCase();
  if (name === undefined) return null;
  return name === 'VCARD' ? 'vcf' : 'ics';
}

/** Returns true for text that starts with the fields of a message. */
function isMessage(start: string): boolean {
  const head = start.split(/\r?\n\r?\n/, 1)[0] ?? '';
  return messageField.test(head) && new Set(head.toLowerCase().match(messageFields)).size >= 3;
}

/** Types of the kinds that text without a declared type is found to be. */
const sniffedTypes = { ics: 'text/calendar', vcf: 'text/vcard' } as const;

/** Detects the kind of text without a declared type. */
function sniffText(start: string, header: string): MediaType {
  const records = sniffRecords(start);
  if (records === 'ics' || records === 'vcf') return { kind: records, type: sniffedTypes[records] };
  if (isMessage(start)) return { kind: 'eml', type: 'message/rfc822' };
  if (svgStart.test(start)) return { kind: 'svg', type: 'image/svg+xml' };
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
