import { compareValues } from '../../../diff/compare-values.ts';
import { isSameText } from '../../../diff/text-blocks.ts';
import { textKeyWork } from '../../../diff/thread-work.ts';
import type { Json } from '../../../domain/pages/extraction.ts';
import { itemAt, lastOf, numberAt } from '../../../domain/values/elements.ts';
import type { Archive, Capture } from '../../../integrations/archives/archive.ts';
import type { ArchiveHistoryResponse, HistoryPoint, WithoutReceipt } from '../archive-response.ts';
import { type ArchiveSession, addWarning, createCommonResponse, remainingMs } from '../archive-session.ts';
import { isEmptyData, readCopy } from '../captures/read-copy.ts';
import { listRequestedCaptures, warnOfCapturesLeft } from '../captures/requested-captures.ts';
import type { ReadVersion } from '../read-version.ts';

/** Reasons for which a copy may be readable later. */
const temporaryReasons: ReadonlySet<string> = new Set(['dependency', 'rate_limited', 'timeout']);

/** Share of the points that is distributed evenly over time; the rest is read between different values. */
const evenShare = 0.6;
const maxTextLength = 4_000;
const periodPrefixLength = { day: 8, month: 6, year: 4 } as const;

/** Returns the versions: runs of captures with the same bytes, or one capture per period. */
function groupVersions(captures: readonly Capture[], every: ArchiveSession['command']['every']): Capture[] {
  const readable = captures.filter(({ statusCode }) => statusCode === null || statusCode === 200);
  if (every === 'day' || every === 'month' || every === 'year') {
    const seen = new Set<string>();
    return readable.filter(({ timestamp }) => {
      const period = timestamp.slice(0, periodPrefixLength[every]);
      return seen.size < seen.add(period).size;
    });
  }
  return readable.filter(
    ({ digest }, at) => every === 'all' || at === 0 || digest === null || digest !== readable[at - 1]?.digest,
  );
}

/** Returns the unselected version nearest to an instant, or null. */
function findNearestUnselected(
  versions: readonly Capture[],
  selected: ReadonlySet<number>,
  instant: number,
): number | null {
  let best: number | null = null;
  const distance = (at: number) => Math.abs(itemAt(versions, at).at.getTime() - instant);
  for (let at = 0; at < versions.length; at += 1) {
    if (!selected.has(at) && (best === null || distance(at) < distance(best))) best = at;
  }
  return best;
}

/** Selects the first, the last, and others evenly distributed over time. */
function selectEvenly(versions: readonly Capture[], count: number): number[] {
  if (versions.length <= count) return versions.map((_, at) => at);
  const selected = new Set([versions.length - 1]);
  if (count > 1) selected.add(0);
  const from = itemAt(versions, 0).at.getTime();
  const until = lastOf(versions).at.getTime();
  for (let step = 1; step < count - 1; step += 1) {
    const nearest = findNearestUnselected(versions, selected, from + ((until - from) * step) / (count - 1));
    if (nearest !== null) selected.add(nearest);
  }
  return [...selected].sort((one, other) => one - other);
}

function isSameValue(one: ReadVersion, other: ReadVersion): boolean {
  if (one.key !== null && other.key !== null) return isSameText(one.key, other.key);
  return Object.keys(compareValues(one.value, other.value)).length === 0;
}

/**
 * Returns the next version to read: between two that differ, otherwise in the widest gap; null if all are read.
 */
function findNextVersion(
  versions: readonly Capture[],
  versionsRead: ReadonlyMap<number, ReadVersion>,
): number | null {
  const readIndexes = [...versionsRead.keys()].sort((one, other) => one - other);
  const gaps = readIndexes.slice(1).flatMap((to, at) => {
    const from = numberAt(readIndexes, at);
    if (to - from < 2) return [];
    const [one, other] = [versionsRead.get(from) as ReadVersion, versionsRead.get(to) as ReadVersion];
    const isDifferent = one.missing === null && other.missing === null && !isSameValue(one, other);
    const width = itemAt(versions, to).at.getTime() - itemAt(versions, from).at.getTime();
    return [{ at: Math.floor((from + to) / 2), rank: isDifferent ? 1 : 0, width }];
  });
  return gaps.sort((one, other) => other.rank - one.rank || other.width - one.width)[0]?.at ?? null;
}

/** Returns the value of an object with exactly one field. */
function singleFieldValue(data: Json): { value: Json } | null {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return null;
  const names = Object.keys(data);
  return names.length === 1 ? { value: data[itemAt(names, 0)] as Json } : null;
}

async function readVersion(
  session: ArchiveSession,
  archive: Archive,
  capture: Capture,
): Promise<ReadVersion | null> {
  const copy = await readCopy(session, archive, capture, { isForReading: false });
  if (copy === null) return null;
  if (copy.kind === 'none') {
    const { code: reason, message } = copy.error;
    return { value: null, data: null, key: null, missing: { reason, message } };
  }
  const { data: found, text } = copy;
  if (found !== null) {
    const data = found.data ?? null;
    const missing = isEmptyData(data)
      ? { reason: 'field_not_found', message: 'No value of the requested fields was found in this copy.' }
      : null;
    return { value: data, data, key: null, missing };
  }
  const missing =
    text === '' ? { reason: 'section_absent', message: 'This copy has no section about the focus.' } : null;
  const { ports, context } = session;
  const key = await ports.threads.run(textKeyWork, { text, at: new Date(0) }, context.signal);
  return { value: text, data: null, key, missing };
}

function createPoint(capture: Capture, version: ReadVersion, before: ReadVersion | null): HistoryPoint {
  const { value, data, missing } = version;
  const point = { captured_at: capture.at.toISOString(), archive_url: capture.archiveUrl };
  if (missing !== null && missing !== undefined) return { ...point, changed: null, missing };
  const changed = before === null ? null : !isSameValue(before, version);
  if (data === null) return { ...point, text: String(value).slice(0, maxTextLength), changed };
  return { ...point, ...singleFieldValue(data), data, changed };
}

function createPoints(
  versions: readonly Capture[],
  versionsRead: ReadonlyMap<number, ReadVersion>,
): HistoryPoint[] {
  let before: ReadVersion | null = null;
  return [...versionsRead]
    .sort(([one], [other]) => one - other)
    .map(([at, version]) => {
      const point = createPoint(itemAt(versions, at), version, before);
      if (version.missing === null) before = version;
      return point;
    });
}

/** Returns the versions that earlier calls read, by their index. */
function restoreVersions(
  versions: readonly Capture[],
  { rest }: ArchiveSession['command'],
): Map<number, ReadVersion> {
  const restored = new Map(rest?.versions ?? []);
  return new Map(
    versions.flatMap(({ timestamp }, at) => {
      const version = restored.get(timestamp);
      return version === undefined ? [] : [[at, version] as const];
    }),
  );
}

/** Saves what was read for the call that reads the other versions. */
function saveRest(
  { command, context }: ArchiveSession,
  source: string,
  versions: readonly Capture[],
  versionsRead: ReadonlyMap<number, ReadVersion>,
): Promise<string | null> {
  const read = [...versionsRead]
    .filter(([, { missing }]) => !temporaryReasons.has(missing?.reason ?? ''))
    .map(([at, version]) => [itemAt(versions, at).timestamp, version] as const);
  return context.saveContinuation({ ...command, rest: { source, versions: read } });
}

/** Returns a field, a section or a page over time. Values of unread versions are not interpolated. */
export async function readHistory(session: ArchiveSession): Promise<WithoutReceipt<ArchiveHistoryResponse>> {
  const { command } = session;
  const archiveCaptures = await listRequestedCaptures(session, 'readable');
  if ('code' in archiveCaptures) {
    return {
      ...createCommonResponse(session, null, archiveCaptures),
      action: 'history',
      points: [],
      versions: 0,
      complete: false,
    };
  }
  const { archive, list } = archiveCaptures;
  const versions = groupVersions(list.captures, command.every);
  const versionsRead = restoreVersions(versions, command);
  let isIncomplete = false;

  async function readVersions(wanted: readonly number[]): Promise<void> {
    await Promise.all(
      wanted.map(async (at) => {
        const version = await readVersion(session, archive, itemAt(versions, at));
        const isLate = version?.missing?.reason === 'timeout' && remainingMs(session) === 0;
        if (version === null || isLate) isIncomplete = true;
        else versionsRead.set(at, version);
      }),
    );
  }

  const evenCount =
    versions.length <= command.points
      ? command.points
      : Math.max(Math.min(2, command.points), Math.ceil(command.points * evenShare));
  await readVersions(selectEvenly(versions, evenCount).filter((at) => !versionsRead.has(at)));
  while (versionsRead.size < command.points && !isIncomplete) {
    const next = findNextVersion(versions, versionsRead);
    if (next === null) break;
    await readVersions([next]);
  }
  const token = isIncomplete ? await saveRest(session, archive.name, versions, versionsRead) : null;
  if (isIncomplete)
    addWarning(
      session,
      'reads_used_up',
      'Not all versions were read, because the credits or the time of the request were used up. Read on with `continue`.',
    );
  warnOfCapturesLeft(session, list);
  return {
    ...createCommonResponse(session, archive.name, null),
    action: 'history',
    points: createPoints(versions, versionsRead),
    versions: versions.length,
    complete: versionsRead.size === versions.length && list.isComplete,
    ...(token !== null && { continue: token }),
  };
}
