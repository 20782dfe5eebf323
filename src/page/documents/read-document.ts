import type { ContentJob } from '../../domain/content.ts';
import { messageOf } from '../../domain/failure.ts';
import { isoDate } from '../iso-date.ts';
import type { MediaType } from '../media-type.ts';
import { type DocumentContent, readHtml } from '../read-html.ts';
import type { ReadDocument } from './html-document.ts';
import { escapedHtml } from './html-text.ts';

/** Content of a document, or the sentence that says why it cannot be read. */
export type DocumentReading = { content: DocumentContent } | { fault: string };

type Reader = (bytes: Uint8Array, text: () => string, job: ContentJob) => Promise<ReadDocument>;

/** Types that are read when their bytes are what they say; bytes that are not are known by their type alone. */
const readTypes =
  /^application\/(?:pdf|vnd\.openxmlformats-officedocument\.(?:wordprocessingml\.document|spreadsheetml\.sheet))$/;

/** The sentence that says that bytes of a type are no text. */
export function unreadableType(media: MediaType): string {
  return `Content of type ${media.type} cannot be read${readTypes.test(media.type) ? '. It is damaged.' : ' as text.'}`;
}

/** The reader of a kind of document. Each is loaded when the first one of its kind comes. */
async function readerOf(media: MediaType): Promise<Reader | null> {
  switch (media.kind) {
    case 'pdf': {
      const { readPdf } = await import('./pdf.ts');
      return (bytes, _text, job) => readPdf(bytes, job.pdfPages);
    }
    case 'docx': {
      const [{ readDocx }, { zipEntries }] = await Promise.all([import('./docx.ts'), import('./zip.ts')]);
      return (bytes) => readDocx(bytes, zipEntries(bytes));
    }
    case 'xlsx': {
      const [{ readXlsx }, { zipEntries }] = await Promise.all([import('./xlsx.ts'), import('./zip.ts')]);
      return async (bytes) => readXlsx(bytes, zipEntries(bytes));
    }
    case 'csv': {
      const { readCsv } = await import('./csv.ts');
      return async (_bytes, text) => readCsv(text());
    }
    case 'feed': {
      const { readFeed } = await import('./feed.ts');
      return async (_bytes, text, job) => readFeed(text(), job.url);
    }
    default:
      return null;
  }
}

/**
 * Reads a document by way of HTML, so that every format comes out of it as out of a page. Never throws for what the document
 * holds: one that is encrypted or broken is a fault.
 */
export async function readDocument(
  media: MediaType,
  job: ContentJob,
  text: () => string,
): Promise<DocumentReading> {
  const reader = await readerOf(media);
  if (reader === null) return { fault: unreadableType(media) };
  let document: ReadDocument;
  try {
    document = await reader(job.bytes, text, job);
  } catch (error) {
    return { fault: `Content of type ${media.type} cannot be read. ${messageOf(error).slice(0, 300)}` };
  }
  return { content: contentOf(document, job) };
}

function contentOf(document: ReadDocument, job: ContentJob): DocumentContent {
  const { title, ...metadata } = document.metadata;
  const head = typeof title === 'string' ? `<title>${escapedHtml(title)}</title>` : '';
  const content = readHtml(`<!doctype html><meta charset="utf-8">${head}<body>${document.html}`, {
    ...job,
    onlyMainContent: false,
    includeSelectors: [],
    excludeSelectors: [],
  });
  for (const name of ['created', 'modified', 'published']) {
    const value = metadata[name];
    if (typeof value !== 'string') continue;
    const date = isoDate(value);
    if (date === null) delete metadata[name];
    else metadata[name] = date;
  }
  return {
    ...content,
    metadata: { ...content.metadata, ...metadata },
    warnings: [...document.warnings, ...content.warnings],
  };
}
