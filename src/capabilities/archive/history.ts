import { compareValues } from '../../diff/compare-values.ts';
import { isSameText, textBlocks, textKey } from '../../diff/text-blocks.ts';
import type { Json } from '../../domain/extraction.ts';
import type { Archive, Capture } from '../../sources/archives/archive.ts';
import type { HistoryAnswer, HistoryPoint } from './archive-answer.ts';
import { type ArchiveSession, commonAnswer, firstListed, warn } from './archive-session.ts';
import { isNothing, readCopy } from './read-copy.ts';
import { mostCaptures } from './snapshots.ts';

/** A version that was read: its value, or why it has none. */
interface ReadVersion {
  value: Json;
  data: Json | null;
  missing: HistoryPoint['missing'] | null;
}

/** Share of the points that is spread evenly; the rest goes where values change. */
const evenShare = 0.6;
const longestText = 4_000;
const periodLength = { day: 8, month: 6, year: 4 } as const;

/** The versions that there are: captures in a row with the same bytes are one; with periods, one a period. */
function versionsOf(captures: readonly Capture[], every: ArchiveSession['command']['every']): Capture[] {
  const readable = captures.filter(({ statusCode }) => statusCode === null || statusCode === 200);
  if (every === 'day' || every === 'month' || every === 'year') {
    const seen = new Set<string>();
    return readable.filter(({ timestamp }) => {
      const period = timestamp.slice(0, periodLength[every]);
      return seen.size < seen.add(period).size;
    });
  }
  return readable.filter(
    ({ digest }, at) => every === 'all' || at === 0 || digest === null || digest !== readable[at - 1]?.digest,
  );
}

/** The version nearest to an instant among those not taken, or null. */
function nearestFree(
  versions: readonly Capture[],
  taken: ReadonlySet<number>,
  instant: number,
): number | null {
  let best: number | null = null;
  const distance = (at: number) => Math.abs((versions[at] as Capture).at.getTime() - instant);
  for (let at = 0; at < versions.length; at += 1) {
    if (!taken.has(at) && (best === null || distance(at) < distance(best))) best = at;
  }
  return best;
}

/** First and last, and the rest evenly in time. */
function evenly(versions: readonly Capture[], count: number): number[] {
  if (versions.length <= count) return versions.map((_, at) => at);
  const taken = new Set([versions.length - 1]);
  if (count > 1) taken.add(0);
  const from = (versions[0] as Capture).at.getTime();
  const until = (versions.at(-1) as Capture).at.getTime();
  for (let step = 1; step < count - 1; step += 1) {
    const free = nearestFree(versions, taken, from + ((until - from) * step) / (count - 1));
    if (free !== null) taken.add(free);
  }
  return [...taken].sort((one, other) => one - other);
}

function isSameValue(one: ReadVersion, other: ReadVersion): boolean {
  if (typeof one.value === 'string' && typeof other.value === 'string' && one.data === null) {
    const key = (text: string) => textKey(textBlocks(text, new Date(0)));
    return isSameText(key(one.value), key(other.value));
  }
  return Object.keys(compareValues(one.value, other.value)).length === 0;
}

/** Where the next version should be read: between two that differ, else in the widest gap; null when all is read. */
function nextToRead(versions: readonly Capture[], read: ReadonlyMap<number, ReadVersion>): number | null {
  const order = [...read.keys()].sort((one, other) => one - other);
  const gaps = order.slice(1).flatMap((to, at) => {
    const from = order[at] as number;
    if (to - from < 2) return [];
    const [one, other] = [read.get(from) as ReadVersion, read.get(to) as ReadVersion];
    const isBetween = one.missing === null && other.missing === null && !isSameValue(one, other);
    const width = (versions[to] as Capture).at.getTime() - (versions[from] as Capture).at.getTime();
    return [{ at: Math.floor((from + to) / 2), rank: isBetween ? 1 : 0, width }];
  });
  return gaps.sort((one, other) => other.rank - one.rank || other.width - one.width)[0]?.at ?? null;
}

/** The one value of a schema with one field. */
function loneValue(data: Json): { value: Json } | null {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return null;
  const names = Object.keys(data);
  return names.length === 1 ? { value: data[names[0] as string] as Json } : null;
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
    return { value: null, data: null, missing: { reason, message } };
  }
  const { found, text } = copy;
  if (found !== null) {
    const data = found.data ?? null;
    const missing = isNothing(data)
      ? { reason: 'field_absent', message: 'This copy does not hold what was asked for.' }
      : null;
    return { value: data, data, missing };
  }
  const missing =
    text === '' ? { reason: 'section_absent', message: 'This copy has no section about it.' } : null;
  return { value: text, data: null, missing };
}

function pointOf(
  capture: Capture,
  { value, data, missing }: ReadVersion,
  before: ReadVersion | null,
): HistoryPoint {
  const point = { captured_at: capture.at.toISOString(), archive_url: capture.archiveUrl };
  if (missing !== null && missing !== undefined) return { ...point, changed: null, missing };
  const changed = before === null ? null : !isSameValue(before, { value, data, missing });
  if (data === null) return { ...point, text: String(value).slice(0, longestText), changed };
  return { ...point, ...loneValue(data), data, changed };
}

/** A field, a section or a page across time. Nothing is interpolated: what was not read is not there. */
export async function tellHistory(session: ArchiveSession): Promise<HistoryAnswer> {
  const { command } = session;
  const listed = await firstListed(session, {
    url: command.url,
    from: command.since,
    until: command.until,
    statuses: 'readable',
    order: 'oldest',
    limit: mostCaptures,
  });
  if ('code' in listed) {
    return {
      ...commonAnswer(session, null, listed),
      action: 'history',
      points: [],
      versions: 0,
      complete: false,
    };
  }
  const { archive, list } = listed;
  const versions = versionsOf(list.captures, command.every);
  const read = new Map<number, ReadVersion>();
  let isCut = false;

  async function readAll(wanted: readonly number[]): Promise<void> {
    await Promise.all(
      wanted.map(async (at) => {
        const version = await readVersion(session, archive, versions[at] as Capture);
        if (version === null) isCut = true;
        else read.set(at, version);
      }),
    );
  }

  const evenCount =
    versions.length <= command.points
      ? command.points
      : Math.max(Math.min(2, command.points), Math.ceil(command.points * evenShare));
  await readAll(evenly(versions, evenCount));
  while (read.size < command.points && !isCut) {
    const next = nextToRead(versions, read);
    if (next === null) break;
    await readAll([next]);
  }
  if (isCut) warn(session, 'reads_used_up', 'Not all versions could be read: credits or time were used up.');
  if (!list.isComplete) warn(session, 'captures_left', 'The archive has more captures than were looked at.');
  let before: ReadVersion | null = null;
  const points = [...read]
    .sort(([one], [other]) => one - other)
    .map(([at, version]) => {
      const point = pointOf(versions[at] as Capture, version, before);
      if (version.missing === null) before = version;
      return point;
    });
  return {
    ...commonAnswer(session, archive.name, null),
    action: 'history',
    points,
    versions: versions.length,
    complete: read.size === versions.length && list.isComplete,
  };
}
