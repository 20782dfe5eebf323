import type { ContentJob, ContentThreads } from '../../domain/pages/content.ts';
import type { ExtractJob } from '../../domain/pages/extraction.ts';
import { framesNotRead } from '../../domain/pages/frames.ts';
import type { OcrReader } from '../../domain/pages/ocr.ts';
import type { Warning } from '../../domain/pages/outcome.ts';
import type { HttpResponse } from '../../web/http/http-client.ts';
import type { PageProgress, ReadContent } from '../fetched-page.ts';
import type { PageDeadline } from '../page-deadline.ts';
import { recognizeContent } from './recognize-content.ts';

/** Returns the time at which an archive captured a response (ISO 8601; RFC 7089 section 2.1.1), or null. */
function captureTimeOf({ headers }: HttpResponse): string | null {
  const time = Date.parse(headers['memento-datetime'] ?? '');
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** Dependencies of {@link readContent}. */
export interface ReadContentPorts {
  threads: ContentThreads;
  /** Reads the images of documents; absent where a page is always HTML. */
  ocr?: OcrReader;
}

/** Extracts the formats that the command requests from a response, and the values if an extraction was prepared. */
export async function readContent(
  { threads, ocr }: ReadContentPorts,
  {
    command,
    prepareExtract,
    startedAt,
    isSent,
    deadline,
  }: Pick<PageProgress, 'command' | 'prepareExtract' | 'startedAt' | 'isSent'> & {
    deadline?: Pick<PageDeadline, 'getRemainingMs'>;
  },
  response: HttpResponse,
  signal: AbortSignal,
): Promise<ReadContent> {
  const job: ContentJob = {
    bytes: response.body,
    url: response.finalUrl,
    statusCode: response.statusCode,
    headers: response.headers,
    formats: command.formats,
    onlyMainContent: command.onlyMainContent,
    includeSelectors: command.includeSelectors,
    excludeSelectors: command.excludeSelectors,
    maxLength: command.maxLength,
    maxTokens: command.maxTokens,
    focus: command.focus,
    ...(command.attributes !== undefined && { attributes: command.attributes }),
    ...(command.pdfPages !== undefined && { pdfPages: command.pdfPages }),
    ...(command.pages !== undefined && { pages: command.pages }),
    ...(command.marksPages !== undefined && { marksPages: command.marksPages }),
    ...(command.links !== undefined && { links: command.links }),
    ...(command.ocr !== undefined && { ocr: command.ocr }),
    ...(isSent === true && { isSent }),
    ...(command.login !== null && { usesLogin: true }),
  };
  const extract = await prepareExtract?.(response.finalUrl);
  const fetchedAt = captureTimeOf(response) ?? startedAt.toISOString();
  const firstJob = extract === undefined ? job : { ...job, extract: { ...extract, fetchedAt } };
  const began = performance.now();
  const first = { content: await threads.process(firstJob, signal), job: firstJob };
  const readMs = performance.now() - began;
  const remainingMs = deadline?.getRemainingMs() ?? command.timeoutMs;
  const { content, job: lastJob } =
    ocr === undefined
      ? first
      : await recognizeContent({ threads, ocr }, first, { remainingMs, readMs, signal });
  if (content.extraction === undefined) return content;
  const withTime = (extractJob: ExtractJob): ContentJob => ({
    ...lastJob,
    extract: { ...extractJob, fetchedAt },
  });
  const extractMore = async (extractJob: ExtractJob, abortSignal: AbortSignal) =>
    (await threads.process(withTime(extractJob), abortSignal)).extraction ?? null;
  return { ...content, extractAgain: extractMore };
}

/** Returns the warnings that apply to a rendered page: its scripts have run, and the browser has read its frames. */
export function renderedWarnings(warnings: readonly Warning[]): Warning[] {
  return warnings.filter(({ code }) => code !== 'may_need_browser' && code !== framesNotRead);
}
