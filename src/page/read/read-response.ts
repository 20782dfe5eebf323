import { hash } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';

import {
  type ContentJob,
  type PackedMarkdown,
  type PageContent,
  readsContent,
} from '../../domain/pages/content.ts';
import { focusNotFoundWarning } from '../../domain/pages/focus-warning.ts';
import type { PageError, Warning } from '../../domain/pages/outcome.ts';
import type { PageMetadata } from '../../domain/pages/page.ts';
import { markRecognizedValues, readableImagePages } from '../documents/ocr/recognized-pages.ts';
import { readDocument, unreadableTypeMessage } from '../documents/read-document.ts';
import { textToHtml } from '../documents/text-html.ts';
import { readImageSize } from '../metadata/image-size.ts';
import type { MediaKind, MediaType } from '../metadata/media-kind.ts';
import { detectMediaType } from '../metadata/media-type.ts';
import { needsBrowser } from '../outcome/needs-browser.ts';
import { offersLogout } from '../outcome/offers-logout.ts';
import { detectOutcome } from '../outcome/outcome.ts';
import { readXhtml } from '../parse/xhtml-to-html.ts';
import { type DescribePage, type ExtractValues, parseTextPage } from '../parsed-page.ts';
import { cleanMetadata } from '../safety/clean-metadata.ts';
import { instructionWarnings } from '../safety/instruction-warnings.ts';
import { cutCodePoints } from '../text/code-points.ts';
import { decodeText } from '../text/decode.ts';
import { parseJson } from '../text/json.ts';
import { rankPassages } from '../text/passages.ts';
import { parseSections } from '../text/sections.ts';
import { type DocumentContent, readHtml } from './read-html.ts';
import { readPlain } from './read-plain.ts';

/** Maximum number of passages for `focus`. */
const maxPassages = 10;
/** Maximum length of visible text from which the outcome is determined. */
const maxOutcomeTextLength = 8000;

/** Kinds without text, and kinds whose text is in a binary container. */
const kindsWithoutText: ReadonlySet<MediaKind> = new Set(['image', 'document', 'binary']);
const binaryDocumentKinds: ReadonlySet<MediaKind> = new Set([
  'pdf',
  'docx',
  'xlsx',
  'pptx',
  'odt',
  'ods',
  'odp',
  'epub',
  'rtf',
  'eml',
  'msg',
]);

/** Kinds whose text is converted to HTML; text that cannot be converted is returned as it is. */
const textDocumentKinds: ReadonlySet<MediaKind> = new Set(['feed', 'csv', 'ics', 'vcf', 'svg']);

/** Functions of other modules that read a parsed page. */
export interface PageReaders {
  /** Returns the metadata of a web page; without it, they are what the head declares. */
  describe?: DescribePage | undefined;
  /** Finds the values that a job requests. */
  extract?: ExtractValues | undefined;
}

/** Converts a response to the requested formats. Never throws because of the content. */
export async function readResponse(job: ContentJob, readers: PageReaders = {}): Promise<PageContent> {
  const { extract } = readers;
  const contentType = job.headers['content-type'] ?? null;
  const media = detectMediaType(job.bytes, contentType, job.url);
  const isRecognized = media.kind === 'image' && job.recognized !== undefined;
  if (kindsWithoutText.has(media.kind) && !isRecognized) return createEmptyContent(job, media);
  if (isRecognized) return await readBinaryDocument(job, media, extract);
  if (binaryDocumentKinds.has(media.kind)) return await readBinaryDocument(job, media, extract);
  const { text, charset, isVerbatim } = decodeText(job.bytes, contentType, media.kind === 'html');
  const source: Source = { text: isVerbatim ? job.bytes : text, charset, html: text };
  const finish = (content: DocumentContent) =>
    addExtraction(assembleContent(job, media, source, content), content, media, job, extract);
  if (media.kind === 'html') {
    const { html, isMalformed } = readXhtml(text, media);
    const content = readHtml(html, job, readers);
    if (isMalformed) content.warnings.push(malformedXhtmlWarning);
    return finish(content);
  }
  if (textDocumentKinds.has(media.kind)) {
    const reading = await readDocument(media, job, () => text);
    const isPicture = 'content' in reading && media.kind === 'svg' && reading.content.isEmpty;
    if (isPicture) return createEmptyContent(job, { kind: 'image', type: media.type });
    if ('content' in reading) return finish(reading.content);
  }
  return finish(readPlain(text, media, job));
}

/** Adds the requested values, unless the page is an error or empty. */
function addExtraction(
  content: PageContent,
  document: DocumentContent,
  media: MediaType,
  job: ContentJob,
  extract: ExtractValues | undefined,
): PageContent {
  if (job.extract === undefined || extract === undefined) return content;
  if (content.error !== null || document.isEmpty) return content;
  const data = media.kind === 'json' ? parseJson(document.visibleText) : undefined;
  const { metadata } = content;
  const { visibleText } = document;
  const page =
    document.parsed ??
    parseTextPage({ html: textToHtml(visibleText, media.kind), url: job.url, metadata, data });
  const extraction = extract(page, job.extract);
  content.extraction =
    job.recognized === undefined ? extraction : markRecognizedValues(extraction, job.recognized);
  return content;
}

/** Source text of a response. */
interface Source {
  /** Decoded text or its UTF-8 bytes; for a document, the converted text. */
  text: string | Uint8Array;
  charset: string | null;
  /** Decoded text before conversion, or null. */
  html: string | null;
}

async function readBinaryDocument(
  job: ContentJob,
  media: MediaType,
  extract?: ExtractValues,
): Promise<PageContent> {
  const reading = await readDocument(media, job, () => '');
  if ('error' in reading) return createEmptyContent(job, media, reading.error);
  const { content } = reading;
  const result = assembleContent(job, media, { text: content.markdown, charset: null, html: null }, content);
  return addExtraction(result, content, media, job, extract);
}

function sha256(text: string | Uint8Array): string {
  return hash('sha256', text, 'hex');
}

function assembleContent(
  job: ContentJob,
  media: MediaType,
  source: Source,
  content: DocumentContent,
): PageContent {
  const complete = readsContent(job) ? content.markdown : '';
  const { text: markdown, length, truncated } = cutCodePoints(complete, job.maxLength, job.maxTokens);
  const metadata: PageMetadata = { ...cleanMetadata(content.metadata), content_type: media.type };
  if (source.charset !== null) metadata.charset = source.charset;
  const needsPack = truncated || job.focus !== null;
  const packed = needsPack ? compressMarkdown(complete) : null;
  const result: PageContent = {
    error: source.html === null ? outcomeOfStatus(job) : outcomeOf(job, source.html, content),
    title: metadata.title ?? null,
    markdown,
    length,
    textLength: readsContent(job) ? length : content.visibleText.length,
    truncated,
    metadata,
    packed,
    contentSha256: sha256(source.text),
    needsBrowser: isScriptRendered(source.html, media, content),
    warnings: [...content.warnings],
    ...(content.scannedPages?.length && { scannedPages: content.scannedPages }),
  };
  const isDoubtful = content.dependence === 'doubtful' && !result.needsBrowser && result.error === null;
  if (isDoubtful) result.warnings.push(mayNeedBrowserWarning);
  if (content.formats.html !== undefined) result.html = content.formats.html;
  if (content.formats.text !== undefined) result.text = content.formats.text;
  if (content.formats.links !== undefined) result.links = content.formats.links;
  if (content.formats.images !== undefined) result.images = content.formats.images;
  if (content.formats.structuredData !== undefined) result.structuredData = content.formats.structuredData;
  if (content.formats.attributes !== undefined) result.attributes = content.formats.attributes;
  if (job.formats.includes('raw_html') && source.html !== null) result.rawHtml = source.html;
  if (job.focus !== null) {
    result.passages = rankPassages(complete, packed?.sections ?? [], job.focus, maxPassages);
    if (result.passages.length === 0 && complete !== '') result.warnings.push(focusNotFoundWarning);
  }
  if (result.error === null && content.isEmpty) result.warnings.push(emptyPageWarning);
  const { images, links, structuredData, attributes } = result;
  result.warnings.push(
    ...instructionWarnings(content.searchedText ?? content.markdown, [
      metadata,
      images,
      links,
      structuredData,
      attributes,
    ]),
  );
  return result;
}

/** Returns true if an HTML page shows content only after its scripts ran. */
function isScriptRendered(html: string | null, media: MediaType, content: DocumentContent): boolean {
  if (html === null || media.kind !== 'html') return false;
  const { visibleText, warnings, dependence = 'none' } = content;
  return needsBrowser({ html, visibleText, warnings, dependence });
}

const mayNeedBrowserWarning: Warning = {
  code: 'may_need_browser',
  message: 'Scripts may add to the main content of this page. Read it with `render: "always"` to run them.',
};

const malformedXhtmlWarning: Warning = {
  code: 'malformed_xhtml',
  message: 'The page is served as XML but is not well-formed. It was read as HTML.',
};

const emptyPageWarning: Warning = { code: 'empty_page', message: 'The page contains no text.' };

function compressMarkdown(markdown: string): PackedMarkdown {
  return {
    bytes: zstdCompressSync(markdown),
    sha256: hash('sha256', markdown, 'hex'),
    sections: parseSections(markdown),
  };
}

/** Returns true if a login was used and the page, which shows a password field, offers no way to log out. */
function isLoggedOut({ usesLogin }: ContentJob, { hasPasswordForm, parsed }: DocumentContent): boolean {
  if (usesLogin !== true || !hasPasswordForm || parsed === undefined) return false;
  return !offersLogout(parsed.tree, parsed.urls);
}

function outcomeOf(job: ContentJob, source: string, content: DocumentContent): PageError | null {
  if (job.isSent === true) return null;
  return detectOutcome({
    statusCode: job.statusCode,
    headers: job.headers,
    url: job.url,
    title: content.parsed?.metadata.title ?? content.metadata.title ?? null,
    visibleText: content.visibleText.slice(0, maxOutcomeTextLength),
    wordCount: content.wordCount,
    html: source,
    hasPasswordForm: content.hasPasswordForm,
    isLoggedOut: isLoggedOut(job, content),
  });
}

function outcomeOfStatus(job: ContentJob): PageError | null {
  return detectOutcome({
    statusCode: job.statusCode,
    headers: job.headers,
    url: job.url,
    title: null,
    visibleText: '',
    wordCount: 0,
    html: '',
    hasPasswordForm: false,
  });
}

/** Returns a result without text: only metadata for an image, an error for other types. */
function createEmptyContent(
  job: ContentJob,
  media: MediaType,
  message = unreadableTypeMessage(media),
): PageContent {
  const isImage = media.kind === 'image';
  const size = isImage ? readImageSize(job.bytes) : {};
  const isReadable = isImage && job.ocr !== 'never';
  const scannedPages = isReadable ? readableImagePages({ type: media.type, bytes: job.bytes }, size) : [];
  const unreadable: PageError = { code: 'document', message };
  return {
    error: outcomeOfStatus(job) ?? (isImage ? null : unreadable),
    title: null,
    markdown: '',
    length: 0,
    textLength: 0,
    truncated: false,
    metadata: { content_type: media.type, ...size },
    packed: null,
    contentSha256: null,
    needsBrowser: false,
    ...(scannedPages.length > 0 && { scannedPages }),
    warnings: isImage
      ? [{ code: 'no_text', message: `Content of type ${media.type} contains no text.` }]
      : [],
  };
}
