import type { ContentJob } from '../../domain/pages/content.ts';
import { errorMessage } from '../../domain/system/failure.ts';
import { escapeHtml } from '../../domain/values/escape-html.ts';
import { declaredLanguage } from '../language/page-language.ts';
import type { MediaType } from '../metadata/media-kind.ts';
import { type DocumentContent, readHtml } from '../read/read-html.ts';
import { parseIsoDate } from '../text/iso-date.ts';
import type { HtmlDocument } from './html-document.ts';
import { pageMark } from './pdf/page-mark.ts';
import { maxTextLength, textToHtml } from './text-html.ts';

/** Content of a document, or a message that states why it cannot be read. */
export type DocumentReading = { content: DocumentContent } | { error: string };

type Reader = (
  bytes: Uint8Array,
  text: () => string,
  job: Pick<ContentJob, 'url' | 'pdfPages' | 'pages' | 'marksPages' | 'ocr' | 'recognized'>,
) => Promise<HtmlDocument>;

/** Types that are always parsed as documents. Content of such a type without its signature is damaged. */
const documentTypes =
  /^application\/(?:pdf|vnd\.openxmlformats-officedocument\.(?:wordprocessingml\.document|spreadsheetml\.sheet))$/;

/** Returns the error message for content that is not text. */
export function unreadableTypeMessage(media: MediaType): string {
  return `Content of type ${media.type} cannot be read${documentTypes.test(media.type) ? '. The file is damaged.' : ' as text.'}`;
}

/** Returns the reader for a kind of mail or text. Readers are loaded on first use. */
async function loadTextReader(media: MediaType): Promise<Reader | null> {
  switch (media.kind) {
    case 'eml': {
      const { emlToHtml } = await import('./mail/eml.ts');
      return (bytes, _text, { url }) => emlToHtml(bytes, url);
    }
    case 'msg': {
      const { msgToHtml } = await import('./mail/msg.ts');
      return (bytes, _text, { url }) => msgToHtml(bytes, url);
    }
    case 'ics': {
      const { icsToHtml } = await import('./calendar/ics.ts');
      return async (_bytes, text) => icsToHtml(text());
    }
    case 'vcf': {
      const { vcfToHtml } = await import('./calendar/vcf.ts');
      return async (_bytes, text) => vcfToHtml(text());
    }
    case 'csv': {
      const { csvToHtml } = await import('./csv.ts');
      return async (_bytes, text) => csvToHtml(text());
    }
    case 'svg': {
      const { svgToHtml } = await import('./svg.ts');
      return async (_bytes, text) => svgToHtml(text());
    }
    case 'feed': {
      const { feedToHtml } = await import('./feed.ts');
      return async (_bytes, text, job) => feedToHtml(text(), job.url);
    }
    default:
      return null;
  }
}

/** Returns the reader for a kind of document. Readers are loaded on first use. */
async function loadReader(media: MediaType): Promise<Reader | null> {
  switch (media.kind) {
    case 'pdf': {
      const { pdfToHtml } = await import('./pdf/pdf.ts');
      return (bytes, _text, { pdfPages: maxPages, ...options }) => pdfToHtml(bytes, { maxPages, ...options });
    }
    case 'image': {
      const { recognizedImageToHtml } = await import('./ocr/recognized-pages.ts');
      return async (bytes, _text, { recognized }) => recognizedImageToHtml(bytes, recognized ?? []);
    }
    case 'docx': {
      const [{ docxToHtml }, { readZipEntries }] = await Promise.all([
        import('./office/docx.ts'),
        import('./office/zip.ts'),
      ]);
      return (bytes) => docxToHtml(bytes, readZipEntries(bytes));
    }
    case 'xlsx': {
      const [{ xlsxToHtml }, { readZipEntries }] = await Promise.all([
        import('./office/xlsx.ts'),
        import('./office/zip.ts'),
      ]);
      return async (bytes) => xlsxToHtml(bytes, readZipEntries(bytes));
    }
    case 'pptx': {
      const [{ pptxToHtml }, { readZipEntries }] = await Promise.all([
        import('./office/pptx.ts'),
        import('./office/zip.ts'),
      ]);
      return (bytes) => pptxToHtml(bytes, readZipEntries(bytes));
    }
    case 'odt':
    case 'odp': {
      const [{ openDocumentToHtml }, { readZipEntries }] = await Promise.all([
        import('./open-document/open-document.ts'),
        import('./office/zip.ts'),
      ]);
      return (bytes) => openDocumentToHtml(bytes, readZipEntries(bytes));
    }
    case 'ods': {
      const [{ odsToHtml }, { readZipEntries }] = await Promise.all([
        import('./open-document/ods.ts'),
        import('./office/zip.ts'),
      ]);
      return (bytes) => odsToHtml(bytes, readZipEntries(bytes));
    }
    case 'epub': {
      const [{ epubToHtml }, { readZipEntries }] = await Promise.all([
        import('./epub/epub.ts'),
        import('./office/zip.ts'),
      ]);
      return (bytes) => epubToHtml(bytes, readZipEntries(bytes));
    }
    case 'rtf': {
      const { rtfToHtml } = await import('./rtf/rtf.ts');
      return async (bytes) => rtfToHtml(bytes);
    }
    default:
      return await loadTextReader(media);
  }
}

/** The HTML of a document, and whether parts of it were left out. */
export interface DocumentHtml {
  html: string;
  isCut: boolean;
}

/**
 * Returns the HTML of a document, of Markdown or of plain text, as {@link readDocument} reads it; null for other
 * types. It is empty if the document is encrypted or damaged.
 */
export async function documentHtml(
  media: MediaType,
  { bytes, url }: Pick<ContentJob, 'bytes' | 'url'>,
  text: () => string,
): Promise<DocumentHtml | null> {
  if (media.kind === 'markdown' || media.kind === 'text') {
    const source = text();
    return { html: textToHtml(source, media.kind), isCut: source.length > maxTextLength };
  }
  const reader = await loadReader(media);
  if (reader === null || media.kind === 'image') return null;
  try {
    const { html, warnings } = await reader(bytes, text, { url });
    const isCut = warnings.some(({ code }) => code.endsWith('_left_out'));
    return { html, isCut };
  } catch {
    // The page states the error of its document.
    return { html: '', isCut: true };
  }
}

/**
 * Reads a document through HTML, so that all formats of a page are available. Returns an error, and never throws, for an
 * encrypted or damaged document.
 */
export async function readDocument(
  media: MediaType,
  job: ContentJob,
  text: () => string,
): Promise<DocumentReading> {
  const reader = await loadReader(media);
  if (reader === null) return { error: unreadableTypeMessage(media) };
  let document: HtmlDocument;
  try {
    document = await reader(job.bytes, text, job);
  } catch (error) {
    return { error: `Content of type ${media.type} cannot be read. ${errorMessage(error).slice(0, 300)}` };
  }
  return { content: readContent(document, job) };
}

const pageMarks = new RegExp(`${pageMark}(\\d+)${pageMark}`, 'g');
const pageMarkElements = new RegExp(`<p>${pageMark}(\\d+)${pageMark}</p>`, 'g');

/** Writes the starts of pages as comments of Markdown and HTML; other texts do not have them. */
function writePageMarks(content: DocumentContent): DocumentContent {
  const { markdown, formats, visibleText } = content;
  const comment = '<!-- page $1 -->';
  return {
    ...content,
    markdown: markdown.replace(pageMarks, comment),
    formats: {
      ...formats,
      ...(formats.html !== undefined && { html: formats.html.replace(pageMarkElements, comment) }),
      ...(formats.text !== undefined && { text: formats.text.replace(pageMarks, '') }),
    },
    visibleText: visibleText.replace(pageMarks, ''),
  };
}

function readContent(document: HtmlDocument, job: ContentJob): DocumentContent {
  const { title, language, ...metadata } = document.metadata;
  const head = typeof title === 'string' ? `<title>${escapeHtml(title)}</title>` : '';
  const content = readHtml(`<!doctype html><meta charset="utf-8">${head}<body>${document.html}`, {
    ...job,
    onlyMainContent: false,
    includeSelectors: [],
    excludeSelectors: [],
  });
  for (const name of ['created', 'modified', 'published']) {
    const value = metadata[name];
    if (typeof value !== 'string') continue;
    const date = parseIsoDate(value);
    if (date === null) delete metadata[name];
    else metadata[name] = date;
  }
  return {
    ...(job.marksPages === true ? writePageMarks(content) : content),
    metadata: { ...content.metadata, ...metadata, ...declaredLanguage(language) },
    warnings: [...document.warnings, ...content.warnings],
    ...(document.scannedPages !== undefined && { scannedPages: document.scannedPages }),
  };
}
