import type { ContentJob, PageContent } from '../../domain/content.ts';
import type { ExtractJob, Json } from '../../domain/extraction.ts';
import { type PageCommand, usualPageCommand } from '../../domain/page-command.ts';
import { assemble } from '../../extract/assemble.ts';
import { fieldsOf } from '../../extract/schema-fields.ts';
import { newProgress } from '../../fetching/fetch-progress.ts';
import { type FetchedPage, pageArrived } from '../../fetching/fetched-page.ts';
import { sealObservation } from '../../fetching/receipts.ts';
import { findSection, sectionsOf } from '../../page/sections.ts';
import type { Archive, ArchivedResponse, Capture } from '../../sources/archives/archive.ts';
import type { ArchiveError, FoundData } from './archive-answer.ts';
import type { ArchiveCommand } from './archive-request.ts';
import { type ArchiveSession, errorOf, leftMs, orderOf, warn } from './archive-session.ts';

/** A copy that was read: what it says, and what it is. */
export interface ReadCopy {
  kind: 'copy';
  capture: Capture;
  response: ArchivedResponse;
  /** As any page, before its receipt. */
  fetched: FetchedPage;
  /** The Markdown that counts: the sections asked for, else the main content. */
  text: string;
  found: FoundData | null;
}

/** A copy that tells nothing of the page: a wall, an error of its site, cut off, or not to be had. */
export interface NoCopy {
  kind: 'none';
  capture: Capture;
  error: ArchiveError;
}

/** Characters of Markdown that versions are compared by. */
const comparedLength = 2_000_000;
/** Passages that stand for a focus without a heading of its own. */
const mostPassages = 3;
const inlineLength = 20_000;

const copyWithinMs = 40_000;

/** What a copy is asked for, as any page would be. */
export function pageCommandOf(command: ArchiveCommand, url: string, maxLength: number): PageCommand {
  return usualPageCommand(url, {
    formats: ['markdown', 'metadata'],
    network: 'service',
    render: 'never',
    timeoutMs: copyWithinMs,
    focus: command.focus,
    maxLength,
  });
}

/** What is to be found on a version; null where nothing is asked for. */
export function extractJobOf({ schema, prompt }: ArchiveCommand): ExtractJob | null {
  if (schema === null && prompt === null) return null;
  return { schema, prompt, layouts: [], learns: false, blockTokens: 0, taught: [] };
}

/** The values of a version in the shape that was asked for. */
export function foundOn(command: ArchiveCommand, content: Pick<PageContent, 'extraction'>): FoundData | null {
  if (command.schema === null && command.prompt === null) return null;
  const schema = command.schema ?? content.extraction?.schema ?? { type: 'object' };
  const { data, missing, values } = assemble(fieldsOf(schema), content.extraction?.values ?? [], schema);
  return {
    data: data as Json,
    unverified: values.filter(({ isGrounded }) => !isGrounded).map(({ pointer }) => pointer),
    missing,
    evidence: Object.fromEntries(values.map(({ pointer, evidence }) => [pointer, evidence])),
  };
}

/** Whether data holds no value at all, however it is nested. */
export function isNothing(data: Json): boolean {
  if (data === null) return true;
  if (typeof data !== 'object') return false;
  return Object.values(data).every((value) => isNothing(value as Json));
}

/** The sections of a text that are about the focus; all of it without one; empty where nothing is. */
export function textInFocus(
  focus: string | null,
  content: Pick<PageContent, 'markdown' | 'passages'>,
): string {
  const { markdown, passages } = content;
  if (focus === null) return markdown;
  const section = findSection(sectionsOf(markdown), focus);
  if (section !== null) {
    return [...markdown]
      .slice(section.offset, section.offset + section.length)
      .join('')
      .trim();
  }
  const best = (passages ?? []).slice(0, mostPassages).sort((one, other) => one.offset - other.offset);
  return best.map(({ text }) => text).join('\n\n');
}

function contentJob(
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
    focus: command.focus,
    ...(extract !== null && { extract }),
  };
}

/** A cut copy is a page of its own only where nobody compares it. */
function troubleOf(content: PageContent, response: ArchivedResponse, mayBeCut: boolean): ArchiveError | null {
  if (content.error !== null && content.error.code !== 'http_404' && content.error.code !== 'http_410')
    return content.error;
  if (response.truncated === null || mayBeCut) return content.error;
  return { code: 'truncated', message: `The archive cut this copy (${response.truncated}).` };
}

/** How a copy is wanted. */
export interface CopyWish {
  /** True for reading alone: the whole page is kept for GET /v1/read where it is long, and a cut copy is taken. */
  isForReading: boolean;
}

/**
 * Reads one capture: 1 credit for what is a page, 0 for everything else. Resolves with `null` when the credits or the time
 * for it are gone.
 */
export async function readCopy(
  session: ArchiveSession,
  archive: Archive,
  capture: Capture,
  { isForReading }: CopyWish,
): Promise<ReadCopy | NoCopy | null> {
  const { command, ports, context } = session;
  if (leftMs(session) === 0 || !(await session.budget.take(1))) return null;
  const startedAt = ports.clock.now();
  const response = await archive.read(capture, orderOf(session));
  if (response.kind === 'fault') {
    session.budget.giveBack(1);
    return { kind: 'none', capture, error: errorOf([response], 1) };
  }
  const wanted = pageCommandOf(
    command,
    capture.original,
    isForReading && command.focus === null ? inlineLength : comparedLength,
  );
  const content = await ports.threads.process(
    contentJob(wanted, response, extractJobOf(command)),
    context.signal,
  );
  const trouble = troubleOf(content, response, isForReading);
  const isPage = trouble === null || trouble.code === 'http_404' || trouble.code === 'http_410';
  if (!isPage) {
    session.budget.giveBack(1);
    return { kind: 'none', capture, error: trouble };
  }
  const progress = { ...newProgress(wanted, context.principal.accountId, startedAt), attempts: [] };
  const kept = isForReading ? content : { ...content, packed: null };
  const fetched = pageArrived(
    progress,
    {
      kind: 'response',
      finalUrl: response.original,
      statusCode: response.statusCode,
      headers: response.headers,
      body: response.body,
      wireBytes: response.body.byteLength,
      redirects: [],
      remoteAddress: null,
      ms: 0,
    },
    kept,
    ports.clock.now(),
    ports.keepPagesMs,
    { route: 'archive', screenshot: null, network: null },
  );
  const receipt = sealObservation(
    { ...fetched.observation, final_url: response.archiveUrl, robots: null },
    { requestId: context.requestId, at: ports.clock.now() },
    ports.signer,
  );
  session.receipts.push(receipt);
  if (fetched.content !== null) session.contents.push(fetched.content);
  if (response.truncated !== null) {
    warn(session, 'truncated', `The archive cut this copy (${response.truncated}): its end is missing.`);
  }
  return {
    kind: 'copy',
    capture,
    response,
    fetched,
    text: textInFocus(command.focus, content),
    found: foundOn(command, content),
  };
}
