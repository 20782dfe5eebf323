import { createHash } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';

import type { ContentJob, PackedMarkdown, PageContent } from '../domain/content.ts';
import type { PageError, Warning } from '../domain/outcome.ts';
import type { PageMetadata } from '../domain/page.ts';
import { cutCodePoints } from './code-points.ts';
import { decodeText } from './decode.ts';
import { type MediaType, mediaTypeOf } from './media-type.ts';
import { judgeOutcome } from './outcome.ts';
import { rankPassages } from './passages.ts';
import { type DocumentContent, readHtml } from './read-html.ts';
import { readPlain } from './read-plain.ts';
import { sectionsOf } from './sections.ts';

/** Most passages that `focus` brings. */
const maxPassages = 10;
/** Start of the visible text that an outcome is judged by. */
const judgedText = 8000;

/** Turns a response into content in the asked formats. Never throws for what the response holds. */
export function readResponse(job: ContentJob): PageContent {
  const contentType = job.headers['content-type'] ?? null;
  const media = mediaTypeOf(job.bytes, contentType, job.url);
  if (media.kind === 'image' || media.kind === 'document' || media.kind === 'binary')
    return withoutText(job, media);
  const { text, charset } = decodeText(job.bytes, contentType, media.kind === 'html');
  const content = media.kind === 'html' ? readHtml(text, job) : readPlain(text, media, job);
  return assembled(job, media, text, charset, content);
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

function assembled(
  job: ContentJob,
  media: MediaType,
  text: string,
  charset: string,
  content: DocumentContent,
): PageContent {
  const { text: markdown, length, truncated } = cutCodePoints(content.markdown, job.maxLength);
  const metadata: PageMetadata = { ...content.metadata, content_type: media.type, charset };
  const needsPack = truncated || job.focus !== null;
  const packed = needsPack ? pack(content.markdown) : null;
  const result: PageContent = {
    error: judged(job, text, content),
    title: content.metadata.title ?? null,
    markdown,
    length,
    truncated,
    metadata,
    packed,
    contentSha256: sha256(text),
    warnings: [...content.warnings],
  };
  if (content.formats.html !== undefined) result.html = content.formats.html;
  if (content.formats.text !== undefined) result.text = content.formats.text;
  if (content.formats.links !== undefined) result.links = content.formats.links;
  if (content.formats.images !== undefined) result.images = content.formats.images;
  if (content.formats.structuredData !== undefined) result.structuredData = content.formats.structuredData;
  if (job.formats.includes('raw_html')) result.rawHtml = text;
  if (job.focus !== null) {
    result.passages = rankPassages(content.markdown, packed?.sections ?? [], job.focus, maxPassages);
  }
  if (result.error === null && content.isEmpty) result.warnings.push(emptyPage);
  return result;
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

/** Images have metadata only; documents are named as what cannot be read. */
function withoutText(job: ContentJob, media: MediaType): PageContent {
  const byStatus = judgeOutcome({
    statusCode: job.statusCode,
    headers: job.headers,
    url: job.url,
    title: null,
    visibleText: '',
    wordCount: 0,
    html: '',
    hasPasswordForm: false,
  });
  const isImage = media.kind === 'image';
  const unreadable: PageError = {
    code: 'document',
    message: `Content of type ${media.type} cannot be read as text.`,
  };
  return {
    error: byStatus ?? (isImage ? null : unreadable),
    title: null,
    markdown: '',
    length: 0,
    truncated: false,
    metadata: { content_type: media.type },
    packed: null,
    contentSha256: null,
    warnings: isImage ? [{ code: 'no_text', message: `Content of type ${media.type} holds no text.` }] : [],
  };
}
