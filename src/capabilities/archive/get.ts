import type { AskedTime } from '../../domain/asked-time.ts';
import { distanceTo, middleOf } from '../../domain/time-span.ts';
import type { Archive, ArchiveFault, Capture, CaptureQuery } from '../../sources/archives/archive.ts';
import { timestampOf } from '../../sources/archives/timestamps.ts';
import type { ArchiveError, CopyReference, GetAnswer } from './archive-answer.ts';
import { askedTime } from './archive-request.ts';
import { type ArchiveSession, commonAnswer, errorOf, listCaptures, report, warn } from './archive-session.ts';
import { type ReadCopy, readCopy } from './read-copy.ts';

/** Captures around the one that is wanted. */
const neighbourhood = 30;
/** Copies of one archive that are tried before the next archive is. */
const mostTries = 5;
/** Archived redirects that are followed. */
const mostRedirects = 5;

/** Which copy is wanted. */
export interface Wish {
  time: AskedTime;
  direction: 'nearest' | 'before' | 'after';
}

function queryOf(url: string, { time, direction }: Wish): CaptureQuery {
  const query = { url, from: null, until: null, statuses: 'readable' as const, limit: neighbourhood };
  if (time.kind === 'first') return { ...query, order: 'oldest' };
  if (time.kind === 'latest') return { ...query, order: 'newest' };
  if (direction === 'before') return { ...query, until: timestampOf(time.span.until), order: 'newest' };
  if (direction === 'after') return { ...query, from: timestampOf(time.span.from), order: 'oldest' };
  return { ...query, order: { closest: timestampOf(middleOf(time.span)) } };
}

/** The captures in the order in which they are tried. */
function ranked(captures: readonly Capture[], { time, direction }: Wish): Capture[] {
  if (time.kind === 'first' || (time.kind === 'span' && direction === 'after')) return [...captures];
  if (time.kind === 'latest' || direction === 'before') return captures.toReversed();
  const middle = middleOf(time.span).getTime();
  const outside = ({ at }: Capture) => distanceTo(time.span, at);
  const fromMiddle = ({ at }: Capture) => Math.abs(at.getTime() - middle);
  return captures.toSorted(
    (one, other) => outside(one) - outside(other) || fromMiddle(one) - fromMiddle(other),
  );
}

/** A copy, and the captures before and after it. */
export interface FoundCopy {
  archive: Archive;
  copy: ReadCopy;
  previous: Capture | null;
  next: Capture | null;
}

/** Follows redirects of the past to the page that they led to then. */
async function followed(
  session: ArchiveSession,
  archive: Archive,
  start: Capture,
): Promise<Awaited<ReturnType<typeof readCopy>>> {
  let capture = start;
  for (let hops = 0; ; hops += 1) {
    const copy = await readCopy(session, archive, capture, { isForReading: true });
    if (copy?.kind !== 'none' || copy.error.code !== 'redirects' || hops === mostRedirects) return copy;
    const order = { signal: session.context.signal, withinMs: 60_000, note: () => {} };
    const response = await archive.read(capture, order);
    const target = response.kind === 'archived' ? response.location : null;
    if (target === null || target === capture.original) return copy;
    // What a redirect led to was captured soon after it, or some time before.
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
    warn(session, 'redirected', `The page led to ${target} then.`);
    capture = next;
  }
}

/** Tries the captures of one archive until one of them is a page. */
async function findIn(
  session: ArchiveSession,
  archive: Archive,
  wish: Wish,
): Promise<FoundCopy | ArchiveError | ArchiveFault | null> {
  const query = queryOf(session.command.url, wish);
  let list = await listCaptures(session, archive, query);
  if (list.kind === 'fault') return list;
  if (list.captures.length === 0) {
    // There may be redirects or errors alone.
    list = await listCaptures(session, archive, { ...query, statuses: 'any' });
    if (list.kind === 'fault') return list;
  }
  const { captures } = list;
  let last: ArchiveError | null = null;
  for (const capture of ranked(captures, wish).slice(0, mostTries)) {
    const copy = await followed(session, archive, capture);
    if (copy === null) return outOfMeans(session);
    if (copy.kind === 'copy') {
      const at = captures.findIndex(
        (one) => one.timestamp === capture.timestamp && one.original === capture.original,
      );
      return { archive, copy, previous: captures[at - 1] ?? null, next: captures[at + 1] ?? null };
    }
    last = copy.error;
    warn(
      session,
      'copy_skipped',
      `The copy of ${capture.at.toISOString()} is no page: ${copy.error.message}`,
    );
    if (
      copy.error.code === 'excluded' ||
      copy.error.code === 'dependency' ||
      copy.error.code === 'rate_limited'
    )
      break;
  }
  if (last !== null) report(session, { source: archive.name, outcome: 'failed', reason: last.message });
  return last;
}

/** Why nothing more can be read. */
export function outOfMeans(session: ArchiveSession): ArchiveError {
  return session.context.signal.aborted
    ? { code: 'timeout', message: 'The time for an answer is up.' }
    : { code: 'account_credits', message: 'The account has no credits left for this page.' };
}

/** The copy that a time asks for, of the first archive that has one. */
export async function findCopy(session: ArchiveSession, wish: Wish): Promise<FoundCopy | ArchiveError> {
  const faults: ArchiveFault[] = [];
  const errors: ArchiveError[] = [];
  for (const archive of session.archives) {
    const found = await findIn(session, archive, wish);
    if (found === null) continue;
    if ('copy' in found) return found;
    if ('kind' in found) faults.push(found);
    else if (found.code === 'account_credits') return found;
    else errors.push(found);
  }
  return errors[0] ?? errorOf(faults, session.archives.length);
}

function referenceOf(capture: Capture | null): CopyReference | null {
  return capture === null ? null : { captured_at: capture.at.toISOString(), archive_url: capture.archiveUrl };
}

/** The page as it was on a date. */
export async function getPast(session: ArchiveSession): Promise<GetAnswer> {
  const { command, ports } = session;
  const time = askedTime(command.at, ports.clock);
  const span = time.kind === 'span' ? time.span : null;
  const found = await findCopy(session, { time, direction: command.direction });
  const requested = {
    at: command.at,
    from: span?.from.toISOString() ?? null,
    until: span?.until.toISOString() ?? null,
    direction: command.direction,
  };
  if ('code' in found) {
    const nothing = {
      captured_at: null,
      distance_seconds: null,
      archive_url: null,
      original_url: null,
      previous: null,
      next: null,
    };
    const page = {
      final_url: null,
      status_code: null,
      title: null,
      metadata: {},
      length: 0,
      truncated: false,
    };
    return { ...commonAnswer(session, null, found), action: 'get', requested, ...nothing, ...page };
  }
  const { archive, copy, previous, next } = found;
  const { page } = copy.fetched;
  const { response, text } = copy;
  session.warnings.push(...page.warnings);
  const common = commonAnswer(session, archive.name, page.error ?? null);
  return {
    ...common,
    action: 'get',
    requested,
    captured_at: response.at.toISOString(),
    distance_seconds: span === null ? null : Math.round(distanceTo(span, response.at) / 1_000),
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
    ...(copy.found !== null && copy.found),
  };
}
