import type { ContentThreads } from '../domain/pages/content.ts';
import type { OcrReader } from '../domain/pages/ocr.ts';
import type { PageCommand } from '../domain/pages/page-command.ts';
import type { Clock } from '../domain/system/clock.ts';
import type { Semaphore } from '../domain/system/semaphore.ts';
import type { SentFile } from '../domain/values/sent-file.ts';
import type { HttpResponse } from '../web/http/http-client.ts';
import { newFetchProgress } from './fetch-progress.ts';
import type { FetchRequest, FileSource } from './fetch-request.ts';
import { createArrivedPage, createFailedPage, type FetchedPage, type Observation } from './fetched-page.ts';
import { createPageDeadline, isTimeout } from './page-deadline.ts';
import { readContent, renderedWarnings } from './stages/read-content.ts';

/** Dependencies of {@link readSentFile}. */
export interface SentFilePorts {
  threads: ContentThreads;
  ocr: OcrReader;
  slots: Semaphore;
  clock: Clock;
  /** Milliseconds for which the text of a long page is stored. */
  keepPagesMs: number;
}

/** A URL without a site, against which no relative link can be resolved. */
const noBaseUrl = 'about:blank';

/** Returns the file as the response that a site would have sent. */
function toResponse({ file, contentType, baseUrl }: FileSource): HttpResponse {
  return {
    kind: 'response',
    finalUrl: baseUrl ?? noBaseUrl,
    statusCode: 200,
    headers: contentType === null ? {} : { 'content-type': contentType },
    body: file.bytes,
    wireBytes: file.bytes.byteLength,
    redirects: [],
    remoteAddress: null,
    ms: 0,
  };
}

/** Returns an observation of a file: no site, no exit and no robots.txt were involved. */
function observeFile(observation: Observation, file: SentFile): Observation {
  return {
    ...observation,
    url: null,
    final_url: null,
    status_code: null,
    robots: null,
    bytes: file.bytes.byteLength,
    file_sha256: file.sha256,
  };
}

/**
 * Reads a file that the caller sent, as the response of a site is read. Nothing is fetched. Never throws because of the
 * file; rejects when the signal of the request aborts.
 */
export async function readSentFile(
  { threads, ocr, slots, clock, keepPagesMs }: SentFilePorts,
  command: PageCommand,
  source: FileSource,
  { accountId, signal: caller, prepareExtract }: FetchRequest,
): Promise<FetchedPage> {
  const progress = {
    ...newFetchProgress(command, accountId, clock.now()),
    isSent: true as const,
    ...(prepareExtract !== undefined && { prepareExtract }),
  };
  const deadline = createPageDeadline(command.timeoutMs);
  const signal = AbortSignal.any([caller, deadline.signal]);
  let release: (() => void) | null = null;
  try {
    release = await slots.acquire(signal);
    const response = toResponse(source);
    const content = await readContent({ threads, ocr }, { ...progress, deadline }, response, signal);
    const { page, observation, ...rest } = createArrivedPage(
      progress,
      { ...response, finalUrl: command.url },
      // The file is complete: its scripts and frames belong to a site, which is not contacted.
      { ...content, warnings: renderedWarnings(content.warnings) },
      clock.now(),
      keepPagesMs,
      { route: 'upload', screenshot: null, network: null },
    );
    return {
      ...rest,
      page: { ...page, status_code: null },
      observation: observeFile(observation, source.file),
    };
  } catch (error) {
    if (!isTimeout(signal)) throw error;
    const message = 'The file was not read within the timeout. Increase `timeout_ms`, or use `?async=true`.';
    const failed = createFailedPage(progress, { code: 'timeout', message }, clock.now());
    return { ...failed, observation: observeFile(failed.observation, source.file) };
  } finally {
    release?.();
    deadline.end();
  }
}
