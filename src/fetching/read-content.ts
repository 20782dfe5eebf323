import type { ContentJob, ContentThreads } from '../domain/content.ts';
import type { ExtractJob } from '../domain/extraction.ts';
import type { HttpResponse } from '../web/http-client.ts';
import type { Progress, ReadContent } from './fetched-page.ts';

/** Turns a response into what the page's command asks for, and finds the values that its order asks for. */
export async function readContent(
  threads: ContentThreads,
  { command, prepareExtract, attempts }: Progress,
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
    focus: command.focus,
    ...(command.attributes !== undefined && { attributes: command.attributes }),
    ...(command.pdfPages !== undefined && { pdfPages: command.pdfPages }),
  };
  const extract = await prepareExtract?.(response.finalUrl);
  const content = await threads.process(extract === undefined ? job : { ...job, extract }, signal);
  const attempt = attempts.at(-1);
  if (attempt !== undefined && content.error !== null) attempt.outcome = content.error.code;
  if (content.extraction === undefined) return content;
  const extractAgain = async (again: ExtractJob, until: AbortSignal) =>
    (await threads.process({ ...job, extract: again }, until)).extraction ?? null;
  return { ...content, extractAgain };
}
