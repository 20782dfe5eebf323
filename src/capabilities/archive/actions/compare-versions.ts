import { compareValues } from '../../../diff/compare-values.ts';
import { textDifferenceWork } from '../../../diff/thread-work.ts';
import { parseRequestTime } from '../archive-request.ts';
import type {
  ArchiveDiffResponse,
  ArchiveError,
  DiffSide,
  ExtractedData,
  WithoutReceipt,
} from '../archive-response.ts';
import { type ArchiveSession, addWarning, createCommonResponse } from '../archive-session.ts';
import { startReading } from '../captures/data-reading.ts';
import { createPageCommand, isEmptyData, textInFocus } from '../captures/read-copy.ts';
import { findCopy } from './get.ts';

/** One side of a comparison, with its text and values. */
interface Side {
  side: DiffSide;
  text: string;
  at: Date;
  data: ExtractedData | null;
  isTruncated: boolean;
}

const emptySummary = { added: 0, removed: 0, changed: 0 };
const maxComparedLength = 2_000_000;

async function readArchivedSide(session: ArchiveSession, at: string | null): Promise<Side | ArchiveError> {
  const found = await findCopy(session, {
    time: parseRequestTime(at, session.ports.clock),
    direction: 'nearest',
  });
  if (found.kind === 'none') return found.error;
  const { response, text, fetched, data: values } = found.copy;
  if (fetched.page.error !== undefined) return fetched.page.error;
  const side = {
    captured_at: response.at.toISOString(),
    archive_url: response.archiveUrl,
    original_url: response.original,
    status_code: response.statusCode,
    source: found.archive.name,
  };
  return { side, text, at: response.at, data: values, isTruncated: response.truncated !== null };
}

/** Reads the live page without a browser, because archived copies are read without one as well. */
async function readLiveSide(session: ArchiveSession): Promise<Side | ArchiveError> {
  const { command, ports } = session;
  const reading = await startReading(session);
  const arrived = await ports.fetchPage(createPageCommand(command, command.url, maxComparedLength), {
    ...session.charged.request,
    ...(reading !== null && { prepareExtract: reading.createJob }),
  });
  const { fetched, data } = (await reading?.findData(arrived)) ?? { fetched: arrived, data: null };
  const now = ports.clock.now();
  session.receipts.push(session.charged.signObservation(fetched.observation));
  const { page } = fetched;
  if (page.error !== undefined) return page.error;
  if (page.warnings.some(({ code }) => code === 'not_rendered')) {
    addWarning(
      session,
      'not_comparable',
      'The live page has little content before its scripts run, and scripts of archived copies are not run.',
    );
  }
  const content = {
    markdown: page.markdown ?? '',
    ...(page.passages !== undefined && { passages: page.passages }),
  };
  const side = {
    captured_at: null,
    archive_url: null,
    original_url: page.final_url,
    status_code: page.status_code,
    source: 'live',
  };
  return { side, text: await textInFocus(session, content), at: now, data, isTruncated: false };
}

/** Returns the requested fields or focus that neither side has, so that no change can be stated. */
function missingOnBoth({ command }: ArchiveSession, from: Side, to: Side): string[] {
  if (from.data !== null) {
    const others = new Set(to.data?.missing ?? []);
    return (from.data.missing ?? []).filter((pointer) => others.has(pointer));
  }
  return command.focus !== null && from.text === '' && to.text === '' ? [command.focus] : [];
}

/** Returns true if the requested content changed; null if neither side has it. */
function hasChanged(from: Side, differences: number, missing: readonly string[]): boolean | null {
  if (differences > 0) return true;
  if (missing.length === 0) return false;
  const isEmpty = from.data === null || isEmptyData(from.data.data ?? null);
  return isEmpty ? null : false;
}

/** Compares a copy with the live page or with another copy. */
export async function compareVersions(session: ArchiveSession): Promise<WithoutReceipt<ArchiveDiffResponse>> {
  const { command } = session;
  const isLive = command.compareTo.trim().toLowerCase() === 'live';
  const from = await readArchivedSide(session, command.at);
  const to =
    'code' in from
      ? null
      : isLive
        ? await readLiveSide(session)
        : await readArchivedSide(session, command.compareTo);
  const error = 'code' in from ? from : to !== null && 'code' in to ? to : null;
  const sides = {
    from: 'code' in from ? null : from.side,
    to: to === null || 'code' in to ? null : to.side,
  };
  const source = sides.from?.source ?? null;
  const emptyDiff = { action: 'diff' as const, ...sides, changed: null, blocks: [], summary: emptySummary };
  if (error !== null || 'code' in from || to === null || 'code' in to) {
    return { ...createCommonResponse(session, source, error), ...emptyDiff };
  }
  if (from.isTruncated || to.isTruncated) {
    const truncatedError = {
      code: 'truncated',
      message:
        'The archive truncated one of the copies. The two cannot be compared, because the missing part was not removed by the site.',
    } as const;
    return { ...createCommonResponse(session, source, truncatedError), ...emptyDiff };
  }
  if (session.warnings.some(({ code }) => code === 'not_comparable')) {
    return { ...createCommonResponse(session, source, null), ...emptyDiff };
  }
  const texts = { before: { text: from.text, at: from.at }, after: { text: to.text, at: to.at } };
  const { blocks, summary } = await session.ports.threads.run(
    textDifferenceWork,
    texts,
    session.context.signal,
  );
  const fields =
    from.data === null ? undefined : compareValues(from.data.data ?? null, to.data?.data ?? null);
  const missing = missingOnBoth(session, from, to);
  if (missing.length > 0)
    addWarning(session, 'nothing_to_compare', `No value was found in either copy for ${missing.join(', ')}.`);
  const differences = fields === undefined ? blocks.length : Object.keys(fields).length;
  return {
    ...createCommonResponse(session, source, null),
    action: 'diff',
    ...sides,
    changed: hasChanged(from, differences, missing),
    blocks,
    ...(fields !== undefined && { fields }),
    summary,
  };
}
