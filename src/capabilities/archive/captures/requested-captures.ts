import type { CaptureQuery } from '../../../integrations/archives/archive.ts';
import { type ArchiveSession, addWarning, findArchiveWithCaptures } from '../archive-session.ts';

/** Maximum number of captures listed for a URL. */
const maxCaptures = 20_000;

/** Lists the captures of the requested URL and window, oldest first. */
export function listRequestedCaptures(session: ArchiveSession, statuses: CaptureQuery['statuses']) {
  const { url, since, until } = session.command;
  return findArchiveWithCaptures(session, {
    url,
    from: since,
    until,
    statuses,
    order: 'oldest',
    limit: maxCaptures,
  });
}

/** Warns that the list of captures does not contain all of them. */
export function warnOfCapturesLeft(session: ArchiveSession, { isComplete }: { isComplete: boolean }): void {
  if (!isComplete)
    addWarning(
      session,
      'captures_left',
      'The archive has more captures than were listed. Narrow the window with `since` and `until`.',
    );
}
