import type { ContentJob, ContentThreads } from '../../domain/pages/content.ts';
import type { ExtractJob } from '../../domain/pages/extraction.ts';
import { framesNotRead } from '../../domain/pages/frames.ts';
import type { Warning } from '../../domain/pages/outcome.ts';
import type { HttpResponse } from '../../web/http/http-client.ts';
import type { PageProgress, ReadContent } from '../fetched-page.ts';

/** Extracts the formats that the command requests from a response, and the values if an extraction was prepared. */
export async function readContent(
  threads: ContentThreads,
  { command, prepareExtract }: Pick<PageProgress, 'command' | 'prepareExtract'>,
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
  };
  const extract = await prepareExtract?.(response.finalUrl);
  const content = await threads.process(extract === undefined ? job : { ...job, extract }, signal);
  if (content.extraction === undefined) return content;
  const extractMore = async (extractJob: ExtractJob, abortSignal: AbortSignal) =>
    (await threads.process({ ...job, extract: extractJob }, abortSignal)).extraction ?? null;
  return { ...content, extractAgain: extractMore };
}

/** Returns the warnings that apply to a rendered page: its scripts have run, and the browser has read its frames. */
export function renderedWarnings(warnings: readonly Warning[]): Warning[] {
  return warnings.filter(({ code }) => code !== 'may_need_browser' && code !== framesNotRead);
}
