import type { ContentJob, PageContent } from '../../../domain/pages/content.ts';
import type { ExtractJob, Json } from '../../../domain/pages/extraction.ts';
import { defaultPageCommand, type PageCommand } from '../../../domain/pages/page-command.ts';
import { newFetchProgress } from '../../../fetching/fetch-progress.ts';
import { createArrivedPage, type FetchedPage } from '../../../fetching/fetched-page.ts';
import type { Archive, ArchivedResponse, Capture } from '../../../integrations/archives/archive.ts';
import { sectionTextWork } from '../../../page/text/thread-work.ts';
import type { HttpResponse } from '../../../web/http/http-client.ts';
import type { ArchiveCommand } from '../archive-request.ts';
import type { ArchiveError, ExtractedData } from '../archive-response.ts';
import {
  type ArchiveSession,
  addWarning,
  archiveQueryOptions,
  remainingMs,
  toArchiveError,
} from '../archive-session.ts';
import { startReading } from './data-reading.ts';

/** A copy that was read, with its content. */
export interface ReadCopy {
  kind: 'copy';
  capture: Capture;
  response: ArchivedResponse;
  /** Fetched page without its receipt. */
  fetched: FetchedPage;
  /** Markdown for comparison: the sections about the focus, otherwise the main content. */
  text: string;
  data: ExtractedData | null;
}

/** A copy without usable content: a block, an error page, truncated or not available. */
export interface UnusableCopy {
  kind: 'none';
  capture: Capture;
  error: ArchiveError;
}

/** Maximum characters of Markdown for comparison. */
const maxComparedLength = 2_000_000;
/** Passages that represent a focus without a heading of its own. */
const maxPassages = 3;
const inlineLength = 20_000;

const copyTimeoutMs = 40_000;

/** Returns the page options for reading a copy. */
export function createPageCommand(command: ArchiveCommand, url: string, maxLength: number): PageCommand {
  return defaultPageCommand(url, {
    formats: ['markdown', 'metadata'],
    network: 'service',
    render: 'never',
    timeoutMs: copyTimeoutMs,
    focus: command.focus,
    maxLength,
  });
}

/** Returns true if data contains no value at any depth. */
export function isEmptyData(data: Json): boolean {
  if (data === null) return true;
  if (typeof data !== 'object') return false;
  return Object.values(data).every((value) => isEmptyData(value as Json));
}

/**
 * Returns the sections of a text about the focus; without a focus, the whole text; empty if no section is about
 * it.
 */
export async function textInFocus(
  { command, ports, context }: ArchiveSession,
  content: Pick<PageContent, 'markdown' | 'passages'>,
): Promise<string> {
  const { markdown, passages } = content;
  if (command.focus === null) return markdown;
  const sectionRequest = { markdown, names: [command.focus], otherwise: null };
  const section = await ports.threads.run(sectionTextWork, sectionRequest, context.signal);
  if (section !== null) return section.text.trim();
  const best = (passages ?? []).slice(0, maxPassages).sort((one, other) => one.offset - other.offset);
  return best.map(({ text }) => text).join('\n\n');
}

function createContentJob(
  command: PageCommand,
  response: ArchivedResponse,
  extract: ExtractJob | null,
): ContentJob {
  return {
    bytes: response.body,
    url: response.original,
    statusCode: response.statusCode,
    headers: response.headers,
    formats: command.formats,
    onlyMainContent: command.onlyMainContent,
    includeSelectors: [],
    excludeSelectors: [],
    maxLength: command.maxLength,
    maxTokens: null,
    focus: command.focus,
    ...(extract !== null && { extract: { ...extract, fetchedAt: response.at.toISOString() } }),
  };
}

/** Returns the error of a copy. A truncated copy is accepted only if it is not compared. */
function copyErrorOf(
  content: PageContent,
  response: ArchivedResponse,
  acceptsTruncated: boolean,
): ArchiveError | null {
  if (content.error !== null && content.error.code !== 'http_404' && content.error.code !== 'http_410')
    return content.error;
  if (response.truncated === null || acceptsTruncated) return content.error;
  return { code: 'truncated', message: `The archive truncated this copy (${response.truncated}).` };
}

/** Returns a copy as if its site had sent it now. */
function toHttpResponse({ original, statusCode, headers, body }: ArchivedResponse): HttpResponse {
  return {
    kind: 'response',
    finalUrl: original,
    statusCode,
    headers,
    body,
    wireBytes: body.byteLength,
    redirects: [],
    remoteAddress: null,
    ms: 0,
  };
}

/** Adds the receipt, the content and the warning of a copy to the session. */
function recordPage(session: ArchiveSession, response: ArchivedResponse, fetched: FetchedPage): void {
  const observation = { ...fetched.observation, final_url: response.archiveUrl, robots: null };
  session.receipts.push(session.charged.signObservation(observation));
  if (fetched.content !== null) session.contents.push(fetched.content);
  if (response.truncated !== null) {
    addWarning(
      session,
      'truncated',
      `The archive truncated this copy (${response.truncated}): its end is missing.`,
    );
  }
}

/** Options of {@link readCopy}. */
export interface ReadCopyOptions {
  /** True for `get`: a long page is stored for GET /v1/read, and a truncated copy is accepted. */
  isForReading: boolean;
}

/**
 * Reads one capture: 1 credit for a usable page, 0 otherwise. Resolves with `null` if the credits or the time are
 * used up.
 */
export async function readCopy(
  session: ArchiveSession,
  archive: Archive,
  capture: Capture,
  { isForReading }: ReadCopyOptions,
): Promise<ReadCopy | UnusableCopy | null> {
  const { command, ports, context } = session;
  if (remainingMs(session) === 0 || !(await session.budget.take(1))) return null;
  const startedAt = ports.clock.now();
  const response = await archive.read(capture, archiveQueryOptions(session));
  if (response.kind === 'fault') {
    session.budget.giveBack(1);
    return { kind: 'none', capture, error: toArchiveError([response], 1) };
  }
  const pageRequest = createPageCommand(
    command,
    capture.original,
    isForReading && command.focus === null ? inlineLength : maxComparedLength,
  );
  const reading = await startReading(session);
  const extractJob = (await reading?.createJob(response.original)) ?? null;
  const content = await ports.threads.process(
    createContentJob(pageRequest, response, extractJob),
    context.signal,
  );
  const error = copyErrorOf(content, response, isForReading);
  const isPage = error === null || error.code === 'http_404' || error.code === 'http_410';
  if (!isPage) {
    session.budget.giveBack(1);
    reading?.cancel();
    return { kind: 'none', capture, error };
  }
  const progress = { ...newFetchProgress(pageRequest, context.principal.accountId, startedAt), attempts: [] };
  const extractAgain = async (job: ExtractJob, signal: AbortSignal) =>
    (await ports.threads.process(createContentJob(pageRequest, response, job), signal)).extraction ?? null;
  const arrived = createArrivedPage(
    progress,
    toHttpResponse(response),
    { ...content, ...(!isForReading && { packed: null }), extractAgain },
    ports.clock.now(),
    ports.pageRetentionMs,
    { route: 'archive', screenshot: null, network: null },
  );
  const { fetched, data } = (await reading?.findData(arrived)) ?? { fetched: arrived, data: null };
  recordPage(session, response, fetched);
  return {
    kind: 'copy',
    capture,
    response,
    fetched,
    text: await textInFocus(session, content),
    data,
  };
}
