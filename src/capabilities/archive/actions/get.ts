import type {
  Archive,
  ArchiveAccessError,
  Capture,
  CaptureQuery,
} from '../../../integrations/archives/archive.ts';
import { formatTimestamp } from '../../../integrations/archives/index/timestamps.ts';
import type { RequestedTime } from '../../../integrations/archives/time/requested-time.ts';
import { distanceToSpan, findMiddle } from '../../../integrations/archives/time/time-span.ts';
import { parseRequestTime } from '../archive-request.ts';
import type { ArchiveError, ArchiveGetResponse, CopyReference, WithoutReceipt } from '../archive-response.ts';
import {
  type ArchiveSession,
  addWarning,
  createCommonResponse,
  listCaptures,
  recordSource,
  toArchiveError,
} from '../archive-session.ts';
import { type ReadCopy, readCopy } from '../captures/read-copy.ts';

/** Number of captures to list around the requested time. */
const nearbyCaptures = 30;
/** Maximum number of copies tried per archive. */
const maxAttempts = 5;
/** Maximum number of archived redirects to follow. */
const maxRedirects = 5;

/** Time and direction of the requested copy. */
export interface CopyRequest {
  time: RequestedTime;
  direction: 'nearest' | 'before' | 'after';
}

function queryOf(url: string, { time, direction }: CopyRequest): CaptureQuery {
  const query = { url, from: null, until: null, statuses: 'readable' as const, limit: nearbyCaptures };
  if (time.kind === 'first') return { ...query, order: 'oldest' };
  if (time.kind === 'latest') return { ...query, order: 'newest' };
  if (direction === 'before') return { ...query, until: formatTimestamp(time.span.until), order: 'newest' };
  if (direction === 'after') return { ...query, from: formatTimestamp(time.span.from), order: 'oldest' };
  return { ...query, order: { closest: formatTimestamp(findMiddle(time.span)) } };
}

/** Sorts the captures by the order in which they are tried. */
function rankCaptures(captures: readonly Capture[], { time, direction }: CopyRequest): Capture[] {
  if (time.kind === 'first' || (time.kind === 'span' && direction === 'after')) return [...captures];
  if (time.kind === 'latest' || direction === 'before') return captures.toReversed();
  const middle = findMiddle(time.span).getTime();
  const outside = ({ at }: Capture) => distanceToSpan(time.span, at);
  const fromMiddle = ({ at }: Capture) => Math.abs(at.getTime() - middle);
  return captures.toSorted(
    (one, other) => outside(one) - outside(other) || fromMiddle(one) - fromMiddle(other),
  );
}

/** A copy and the captures before and after it. */
export interface FoundCopy {
  kind: 'found';
  archive: Archive;
  copy: ReadCopy;
  previous: Capture | null;
  next: Capture | null;
}

/** A request for which no archive has a usable copy. */
export interface NoCopy {
  kind: 'none';
  error: ArchiveError;
}

/** Reads a copy and follows archived redirects to the copy of their target. */
async function readFollowingRedirects(
  session: ArchiveSession,
  archive: Archive,
  start: Capture,
): Promise<Awaited<ReturnType<typeof readCopy>>> {
  let capture = start;
  for (let hops = 0; ; hops += 1) {
    const copy = await readCopy(session, archive, capture, { isForReading: true });
    if (copy?.kind !== 'none' || copy.error.code !== 'redirects' || hops === maxRedirects) return copy;
    const queryOptions = { signal: session.context.signal, withinMs: 60_000, note: () => {} };
    const response = await archive.read(capture, queryOptions);
    const target = response.kind === 'archived' ? response.location : null;
    if (target === null || target === capture.original) return copy;
    // The target of a redirect can be captured shortly after the redirect or earlier.
    const near = await listCaptures(session, archive, {
      url: target,
      from: null,
      until: null,
      statuses: 'any',
      order: { closest: capture.timestamp },
      limit: 1,
    });
    const next = near.kind === 'fault' ? undefined : near.captures[0];
    if (next === undefined) return copy;
    addWarning(session, 'redirected', `The archived page redirected to ${target}.`);
    capture = next;
  }
}

/** Tries the captures of one archive until one of them is a usable page. */
async function findInArchive(
  session: ArchiveSession,
  archive: Archive,
  request: CopyRequest,
): Promise<FoundCopy | NoCopy | ArchiveAccessError | null> {
  const query = queryOf(session.command.url, request);
  let list = await listCaptures(session, archive, query);
  if (list.kind === 'fault') return list;
  if (list.captures.length === 0) {
    // The archive can hold only redirects or error pages.
    list = await listCaptures(session, archive, { ...query, statuses: 'any' });
    if (list.kind === 'fault') return list;
  }
  const { captures } = list;
  let last: ArchiveError | null = null;
  for (const capture of rankCaptures(captures, request).slice(0, maxAttempts)) {
    const copy = await readFollowingRedirects(session, archive, capture);
    if (copy === null) return { kind: 'none', error: exhaustedError(session) };
    if (copy.kind === 'copy') {
      const at = captures.findIndex(
        (one) => one.timestamp === capture.timestamp && one.original === capture.original,
      );
      return {
        kind: 'found',
        archive,
        copy,
        previous: captures[at - 1] ?? null,
        next: captures[at + 1] ?? null,
      };
    }
    last = copy.error;
    addWarning(
      session,
      'copy_skipped',
      `The copy of ${capture.at.toISOString()} is not usable: ${copy.error.message}`,
    );
    if (
      copy.error.code === 'excluded' ||
      copy.error.code === 'dependency' ||
      copy.error.code === 'rate_limited'
    )
      break;
  }
  if (last !== null) recordSource(session, { source: archive.name, outcome: 'failed', reason: last.message });
  return last === null ? null : { kind: 'none', error: last };
}

/** Returns the error for the reason that no more pages can be read. */
function exhaustedError(session: ArchiveSession): ArchiveError {
  return session.context.signal.aborted
    ? { code: 'timeout', message: 'The time limit of the request is reached.' }
    : {
        code: 'account_credits',
        message:
          session.budget.refusal ??
          'The account has no credits left for this page. Add credits or reduce the number of pages.',
      };
}

/** Returns the copy for a time from the first archive that has one. */
export async function findCopy(session: ArchiveSession, request: CopyRequest): Promise<FoundCopy | NoCopy> {
  const failures: ArchiveAccessError[] = [];
  const errors: ArchiveError[] = [];
  for (const archive of session.archives) {
    const found = await findInArchive(session, archive, request);
    if (found === null) continue;
    if (found.kind === 'found') return found;
    if (found.kind === 'fault') failures.push(found);
    else if (found.error.code === 'account_credits') return found;
    else errors.push(found.error);
  }
  return { kind: 'none', error: errors[0] ?? toArchiveError(failures, session.archives.length) };
}

function referenceOf(capture: Capture | null): CopyReference | null {
  return capture === null ? null : { captured_at: capture.at.toISOString(), archive_url: capture.archiveUrl };
}

/** Fields of a response without a copy. */
const noCopy = {
  captured_at: null,
  distance_seconds: null,
  archive_url: null,
  original_url: null,
  previous: null,
  next: null,
  final_url: null,
  status_code: null,
  title: null,
  metadata: {},
  length: 0,
  truncated: false,
};

/** Returns the page on a date. */
export async function getCopy(session: ArchiveSession): Promise<WithoutReceipt<ArchiveGetResponse>> {
  const { command, ports } = session;
  const time = parseRequestTime(command.at, ports.clock);
  const span = time.kind === 'span' ? time.span : null;
  const found = await findCopy(session, { time, direction: command.direction });
  const requested = {
    at: command.at,
    from: span?.from.toISOString() ?? null,
    until: span?.until.toISOString() ?? null,
    direction: command.direction,
  };
  if (found.kind === 'none') {
    return { ...createCommonResponse(session, null, found.error), action: 'get', requested, ...noCopy };
  }
  const { archive, copy, previous, next } = found;
  const { page } = copy.fetched;
  const { response, text } = copy;
  session.warnings.push(...page.warnings);
  const common = createCommonResponse(session, archive.name, page.error ?? null);
  return {
    ...common,
    action: 'get',
    requested,
    captured_at: response.at.toISOString(),
    distance_seconds: span === null ? null : Math.round(distanceToSpan(span, response.at) / 1_000),
    archive_url: response.archiveUrl,
    original_url: response.original,
    previous: referenceOf(previous),
    next: referenceOf(next),
    final_url: response.original,
    status_code: response.statusCode,
    title: page.title,
    markdown: command.focus === null ? (page.markdown ?? '') : text,
    metadata: page.metadata,
    ...(page.passages !== undefined && { passages: page.passages }),
    ...(page.ref !== undefined && { ref: page.ref }),
    ...(page.expires_at !== undefined && { expires_at: page.expires_at }),
    length: page.length,
    truncated: page.truncated || response.truncated !== null,
    ...(copy.data !== null && copy.data),
  };
}
