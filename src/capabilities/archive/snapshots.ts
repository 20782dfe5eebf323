import { compareTexts } from '../../diff/compare-texts.ts';
import { isSameText, type TextBlock, type TextKey, textBlocks, textKey } from '../../diff/text-blocks.ts';
import type { Archive, Capture } from '../../sources/archives/archive.ts';
import type { SnapshotRow, SnapshotsAnswer } from './archive-answer.ts';
import { type ArchiveSession, commonAnswer, firstListed, warn } from './archive-session.ts';
import { type FoundChange, findChanges } from './find-changes.ts';
import { readCopy } from './read-copy.ts';

/** Captures of one address that are looked at. */
export const mostCaptures = 20_000;
/** Pages that one call reads at most. */
const mostReads = 100;
const usualRows = 50;
/** Blocks that a change is summed up by, and characters of each. */
const shownBlocks = 3;
const shownCharacters = 200;

/** What a capture is for the history of an address; walls and troubles of the site are nothing. */
type State = 'content' | 'gone' | 'moved';

/** Captures in a row that are of one state and, where they are content, of the same bytes. */
interface Run {
  state: State;
  captures: Capture[];
}

function stateOf({ statusCode }: Capture): State | null {
  if (statusCode === null || statusCode === 200) return 'content';
  if (statusCode === 404 || statusCode === 410) return 'gone';
  return statusCode >= 300 && statusCode < 400 ? 'moved' : null;
}

/** A redirect to the same page under another scheme or with `www.` is no move: the page was captured as well. */
function isDetour(capture: Capture, originals: ReadonlySet<string>): boolean {
  return stateOf(capture) === 'moved' && [...originals].some((original) => original !== capture.original);
}

/** The captures that tell something, in runs. */
export function runsOf(captures: readonly Capture[]): Run[] {
  const originals = new Set(
    captures.filter((capture) => stateOf(capture) === 'content').map(({ original }) => original),
  );
  const runs: Run[] = [];
  for (const capture of captures) {
    const state = stateOf(capture);
    if (state === null || isDetour(capture, originals)) continue;
    const open = runs.at(-1);
    const known = open?.captures[0];
    const isSameBytes = state !== 'content' || (known?.digest !== null && known?.digest === capture.digest);
    if (open?.state === state && isSameBytes) open.captures.push(capture);
    else runs.push({ state, captures: [capture] });
  }
  return runs;
}

/** The text of a version, and what it is compared by. */
interface VersionText {
  key: TextKey;
  blocks: TextBlock[];
}

function rowOf(capture: Capture, change: SnapshotRow['change'], basis: SnapshotRow['basis']): SnapshotRow {
  const { at, statusCode: status_code, mime, digest, archiveUrl: archive_url } = capture;
  return {
    captured_at: at.toISOString(),
    status_code,
    mime,
    digest,
    archive_url,
    change,
    basis,
    assumed: false,
  };
}

function shown(texts: ReadonlyArray<string | null>): string[] {
  return texts
    .flatMap((text) => (text === null ? [] : [text.slice(0, shownCharacters)]))
    .slice(0, shownBlocks);
}

function sizeOf(before: VersionText | undefined, after: VersionText | undefined): Partial<SnapshotRow> {
  if (before === undefined || after === undefined) return {};
  const { blocks, summary } = compareTexts(before.blocks, after.blocks);
  const added = shown(blocks.map((block) => block.after));
  const removed = shown(blocks.map((block) => block.before));
  return { size: summary, added, removed };
}

/** Rows of the changes of content, from the first version on. */
interface Judged {
  rows: SnapshotRow[];
  isComplete: boolean;
}

const firstOf = (run: Run) => run.captures[0] as Capture;
const lastOf = (run: Run) => run.captures.at(-1) as Capture;

async function judgeContent(
  session: ArchiveSession,
  archive: Archive,
  runs: readonly Run[],
): Promise<Judged> {
  const content = runs.filter(({ state }) => state === 'content');
  const basis = session.command.focus === null ? 'content' : 'focus';
  let reads = 0;
  const found = await findChanges<VersionText>({
    count: content.length,
    size: (at) => firstOf(content[at] as Run).length,
    isSame: (one, other) => isSameText(one.key, other.key),
    async read(at) {
      // One version alone needs no comparison.
      if (content.length === 1) return undefined;
      if (reads >= mostReads) return null;
      reads += 1;
      const capture = firstOf(content[at] as Run);
      const copy = await readCopy(session, archive, capture, { isForReading: false });
      if (copy === null) return null;
      if (copy.kind === 'none') {
        warn(
          session,
          'copy_skipped',
          `The copy of ${capture.at.toISOString()} is no page: ${copy.error.message}`,
        );
        return undefined;
      }
      const blocks = textBlocks(copy.text, capture.at);
      return { key: textKey(blocks), blocks };
    },
  });
  const bounds = [{ before: -1, after: 0 }, ...found.changes];
  const rows =
    content.length === 0
      ? []
      : bounds.map((change, at) => versionRow(content, found.known, change, bounds[at + 1], basis));
  return { rows, isComplete: found.isComplete };
}

/** A version as a row: when it came, until when it was seen, and whether all of it was read. */
function versionRow(
  content: readonly Run[],
  known: ReadonlyMap<number, VersionText | undefined>,
  { before, after }: FoundChange,
  next: FoundChange | undefined,
  basis: 'content' | 'focus',
): SnapshotRow {
  const end = next === undefined ? content.length - 1 : next.before;
  const own = content.slice(after, end + 1);
  const unread = own.some((_, at) => known.get(after + at) === undefined) && own.length > 1;
  const row = rowOf(
    firstOf(content[after] as Run),
    before < 0 ? 'first' : 'changed',
    content.length === 1 ? 'index' : basis,
  );
  return {
    ...row,
    assumed: unread,
    until: lastOf(content[end] as Run).at.toISOString(),
    captures: own.reduce((sum, { captures }) => sum + captures.length, 0),
    ...(before >= 0 && {
      last_seen_before: lastOf(content[before] as Run).at.toISOString(),
      ...sizeOf(known.get(before), known.get(after)),
    }),
  };
}

/** Pages that went, came back or moved: the index tells. */
function stateRows(runs: readonly Run[]): SnapshotRow[] {
  return runs.flatMap((run, at): SnapshotRow[] => {
    const before = runs[at - 1];
    const base = { until: lastOf(run).at.toISOString(), captures: run.captures.length };
    const after = before === undefined ? {} : { last_seen_before: lastOf(before).at.toISOString() };
    if (run.state !== 'content') return [{ ...rowOf(firstOf(run), run.state, 'index'), ...base, ...after }];
    if (before === undefined || before.state === 'content') return [];
    return [{ ...rowOf(firstOf(run), 'returned', 'index'), ...base, ...after }];
  });
}

function byTime(one: SnapshotRow, other: SnapshotRow): number {
  return one.captured_at.localeCompare(other.captured_at);
}

/** A page that came back changed is one row: it returned, and this is what is different. */
function merged(content: SnapshotRow[], states: SnapshotRow[]): SnapshotRow[] {
  const returned = new Map(
    states.filter(({ change }) => change === 'returned').map((row) => [row.captured_at, row]),
  );
  const rows = content.map((row) => {
    const state = returned.get(row.captured_at);
    if (state === undefined) return row;
    returned.delete(row.captured_at);
    return { ...row, change: row.change === 'first' ? row.change : state.change };
  });
  const others = states.filter((row) => row.change !== 'returned' || returned.has(row.captured_at));
  return [...rows, ...others].sort(byTime);
}

const periodLength = { day: 8, month: 6, year: 4, all: 14 } as const;

/** One capture a period, or all, as the index knows them. */
function periodRows(captures: readonly Capture[], every: keyof typeof periodLength): SnapshotRow[] {
  const rows: SnapshotRow[] = [];
  let period = '';
  let before: Capture | null = null;
  let wasAway = false;
  for (const capture of captures) {
    const state = stateOf(capture);
    const own = capture.timestamp.slice(0, periodLength[every]);
    if (state === null || (every !== 'all' && own === period)) continue;
    period = own;
    rows.push(rowOf(capture, changeOf(capture, state, before, wasAway), 'index'));
    wasAway = state !== 'content';
    if (state === 'content') before = capture;
  }
  return rows;
}

function changeOf(
  capture: Capture,
  state: State,
  before: Capture | null,
  wasAway: boolean,
): SnapshotRow['change'] {
  if (state !== 'content') return wasAway && before !== null ? 'same' : state;
  if (before === null) return 'first';
  if (wasAway) return 'returned';
  return capture.digest !== null && capture.digest === before.digest ? 'same' : null;
}

/** The captures of an address and its real changes. */
export async function listSnapshots(session: ArchiveSession): Promise<SnapshotsAnswer> {
  const { command } = session;
  const listed = await firstListed(session, {
    url: command.url,
    from: command.since,
    until: command.until,
    statuses: 'any',
    order: 'oldest',
    limit: mostCaptures,
  });
  if ('code' in listed) {
    const nothing = { captures: [], changes: 0, total: 0, complete: false };
    return { ...commonAnswer(session, null, listed), action: 'snapshots', ...nothing };
  }
  const { archive, list } = listed;
  const isJudged = command.every === 'change' || command.focus !== null;
  const runs = runsOf(list.captures);
  const judged = isJudged ? await judgeContent(session, archive, runs) : null;
  const rows =
    judged === null
      ? periodRows(list.captures, command.every === 'change' ? 'all' : command.every)
      : merged(judged.rows, stateRows(runs));
  const limit = command.limit ?? usualRows;
  const next = rows[limit];
  if (judged?.isComplete === false) {
    warn(
      session,
      'reads_used_up',
      'Some changes are known by a span alone: no more pages could be read in this call.',
    );
  }
  if (!list.isComplete) warn(session, 'captures_left', 'The archive has more captures than were looked at.');
  if (next !== undefined)
    warn(session, 'limit_reached', `${rows.length} rows were found and ${limit} are listed.`);
  const goOn = next?.captured_at ?? (list.isComplete ? undefined : list.captures.at(-1)?.at.toISOString());
  return {
    ...commonAnswer(session, archive.name, null),
    action: 'snapshots',
    captures: rows.slice(0, limit),
    changes: rows.filter(({ change }) => change !== null && change !== 'first' && change !== 'same').length,
    total: list.captures.length,
    complete: list.isComplete && next === undefined && judged?.isComplete !== false,
    ...(goOn !== undefined && { continue: goOn }),
  };
}
