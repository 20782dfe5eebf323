import type { PageFindings, RecordsJob } from '../../../domain/pages/records.ts';
import { documentHtml } from '../../../page/documents/read-document.ts';
import { detectMediaType } from '../../../page/metadata/media-type.ts';
import { decodeText } from '../../../page/text/decode.ts';
import { findOnPage } from './find-on-page.ts';

/**
 * Finds or reads the records of a response of any type. Documents and texts are read through HTML, as their content is;
 * pages, data and feeds as they are. Does not reject because of its content.
 */
export async function findInResponse(job: RecordsJob): Promise<PageFindings> {
  const contentType = job.headers['content-type'] ?? null;
  const media = detectMediaType(job.bytes, contentType, job.url);
  if (media.kind === 'feed') return findOnPage(job);
  const document = await documentHtml(media, job, () => decodeText(job.bytes, contentType, false).text);
  if (document === null) return findOnPage(job);
  const bytes = new TextEncoder().encode(`<!doctype html><meta charset="utf-8"><body>${document.html}`);
  const headers = { ...job.headers, 'content-type': 'text/html; charset=utf-8' };
  const findings = findOnPage({ ...job, bytes, headers });
  if (findings.shownEnd !== undefined) findings.shownEnd.isCut = document.isCut;
  return findings;
}
