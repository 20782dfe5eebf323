import { hash } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';

import type { ContentJob, PackedMarkdown, PageContent } from '../domain/content.ts';
import type { PageError, Warning } from '../domain/outcome.ts';
import type { PageMetadata } from '../domain/page.ts';
import { cutCodePoints } from './code-points.ts';
import { decodeText } from './decode.ts';
import { readDocument, unreadableType } from './documents/read-document.ts';
import { imageSize } from './image-size.ts';
import { parseJson } from './json.ts';
import { type MediaKind, type MediaType, mediaTypeOf } from './media-type.ts';
import { needsBrowser } from './needs-browser.ts';
import { judgeOutcome } from './outcome.ts';
import { type ExtractValues, parsedText } from './parsed-page.ts';
import { rankPassages } from './passages.ts';
import { type DocumentContent, readHtml } from './read-html.ts';
import { readPlain } from './read-plain.ts';
import { sectionsOf } from './sections.ts';

/** Most passages that `focus` brings. */
const maxPassages = 10;
/** Start of the visible text that an outcome is judged by. */
const judgedText = 8000;

/** Kinds that have no text form at all, and those whose text is not the bytes in some character set. */
const hasNoText: ReadonlySet<MediaKind> = new Set(['image', 'document', 'binary']);
const isPacked: ReadonlySet<MediaKind> = new Set(['pdf', 'docx', 'xlsx']);

/**
 * Turns a response into content in the asked formats; `extract` finds values on it where the job asks for them. Never throws
 * for what the response holds.
 */
export async function readResponse(job: ContentJob, extract?: ExtractValues): Promise<PageContent> {
  const contentType = job.headers['content-type'] ?? null;
  const media = mediaTypeOf(job.bytes, contentType, job.url);
  if (hasNoText.has(media.kind)) return withoutText(job, media);
  if (isPacked.has(media.kind)) return await packedDocument(job, media, extract);
  const { text, charset, isVerbatim } = decodeText(job.bytes, contentType, media.kind === 'html');
  const source: Source = { text: isVerbatim ? job.bytes : text, charset, html: text };
  const whole = (content: DocumentContent) =>
    withValues(assembled(job, media, source, content), content, media, job, extract);
  if (media.kind === 'html') return whole(readHtml(text, job));
  if (media.kind === 'feed' || media.kind === 'csv') {
    const reading = await readDocument(media, job, () => text);
    if ('content' in reading) return whole(reading.content);
  }
  return whole(readPlain(text, media, job));
}

/** The content with the values that were asked for, where the page is what was asked for and says anything. */
function withValues(
  content: PageContent,
  document: DocumentContent,
  media: MediaType,
  job: ContentJob,
  extract: ExtractValues | undefined,
): PageContent {
  if (job.extract === undefined || extract === undefined) return content;
  if (content.error !== null || document.isEmpty) return content;
  const data = media.kind === 'json' ? parseJson(document.visibleText) : undefined;
  const page = document.parsed ?? parsedText(document.visibleText, job.url, content.metadata, data);
  content.extraction = extract(page, job.extract);
  return content;
}

/** The text that a response is, as far as it is one. */
interface Source {
  /** What was read, or its UTF-8; a document's is what came out of it. */
  text: string | Uint8Array;
  charset: string | null;
  /** What was read before markup was taken off, or null. */
  html: string | null;
}

async function packedDocument(
  job: ContentJob,
  media: MediaType,
  extract?: ExtractValues,
): Promise<PageContent> {
  const reading = await readDocument(media, job, () => '');
  if ('fault' in reading) return withoutText(job, media, reading.fault);
  const { content } = reading;
  const whole = assembled(job, media, { text: content.markdown, charset: null, html: null }, content);
  return withValues(whole, content, media, job, extract);
}

function sha256(text: string | Uint8Array): string {
  return hash('sha256', text, 'hex');
}

function assembled(job: ContentJob, media: MediaType, source: Source, content: DocumentContent): PageContent {
  const { text: markdown, length, truncated } = cutCodePoints(content.markdown, job.maxLength);
  const metadata: PageMetadata = { ...content.metadata, content_type: media.type };
  if (source.charset !== null) metadata.charset = source.charset;
  const needsPack = truncated || job.focus !== null;
  const packed = needsPack ? pack(content.markdown) : null;
  const result: PageContent = {
    error: source.html === null ? judgedByStatus(job) : judged(job, source.html, content),
    title: content.metadata.title ?? null,
    markdown,
    length,
    truncated,
    metadata,
    packed,
    contentSha256: sha256(source.text),
    needsBrowser: isHollow(source.html, media, content),
    warnings: [...content.warnings],
  };
  if (content.formats.html !== undefined) result.html = content.formats.html;
  if (content.formats.text !== undefined) result.text = content.formats.text;
  if (content.formats.links !== undefined) result.links = content.formats.links;
  if (content.formats.images !== undefined) result.images = content.formats.images;
  if (content.formats.structuredData !== undefined) result.structuredData = content.formats.structuredData;
  if (content.formats.attributes !== undefined) result.attributes = content.formats.attributes;
  if (job.formats.includes('raw_html') && source.html !== null) result.rawHtml = source.html;
  if (job.focus !== null) {
    result.passages = rankPassages(content.markdown, packed?.sections ?? [], job.focus, maxPassages);
  }
  if (result.error === null && content.isEmpty) result.warnings.push(emptyPage);
  return result;
}

/** Whether an HTML page waits for its scripts before it says anything. */
function isHollow(html: string | null, media: MediaType, content: DocumentContent): boolean {
  if (html === null || media.kind !== 'html') return false;
  return needsBrowser({ html, visibleText: content.visibleText, warnings: content.warnings });
}

const emptyPage: Warning = { code: 'empty_page', message: 'The page holds no text.' };

function pack(markdown: string): PackedMarkdown {
  return { bytes: zstdCompressSync(markdown), sections: sectionsOf(markdown) };
}

function judged(job: ContentJob, source: string, content: DocumentContent): PageError | null {
  return judgeOutcome({
    statusCode: job.statusCode,
    headers: job.headers,
    url: job.url,
    title: content.metadata.title ?? null,
    visibleText: content.visibleText.slice(0, judgedText),
    wordCount: content.wordCount,
    html: source,
    hasPasswordForm: content.hasPasswordForm,
  });
}

function judgedByStatus(job: ContentJob): PageError | null {
  return judgeOutcome({
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

/** Images have metadata only; documents are named as what cannot be read. */
function withoutText(job: ContentJob, media: MediaType, fault = unreadableType(media)): PageContent {
  const isImage = media.kind === 'image';
  const unreadable: PageError = { code: 'document', message: fault };
  return {
    error: judgedByStatus(job) ?? (isImage ? null : unreadable),
    title: null,
    markdown: '',
    length: 0,
    truncated: false,
    metadata: { content_type: media.type, ...(isImage ? imageSize(job.bytes) : {}) },
    packed: null,
    contentSha256: null,
    needsBrowser: false,
    warnings: isImage ? [{ code: 'no_text', message: `Content of type ${media.type} holds no text.` }] : [],
  };
}
