import type { DatedText } from '../../../diff/dated-text.ts';
import { isSameText, type TextKey } from '../../../diff/text-blocks.ts';
import { textDifferenceWork, textKeyWork } from '../../../diff/thread-work.ts';
import { itemAt, lastOf } from '../../../domain/values/elements.ts';
import type { Archive } from '../../../integrations/archives/archive.ts';
import { formatTimestamp } from '../../../integrations/archives/index/timestamps.ts';
import type { ArchiveSnapshotsResponse, SnapshotRow, WithoutReceipt } from '../archive-response.ts';
import { type ArchiveSession, addWarning, createCommonResponse } from '../archive-session.ts';
import { type CaptureRun, groupRuns } from '../captures/capture-runs.ts';
import { type FoundChange, findChanges } from '../captures/find-changes.ts';
import { readCopy } from '../captures/read-copy.ts';
import { listRequestedCaptures, warnOfCapturesLeft } from '../captures/requested-captures.ts';
import { createRow } from './create-row.ts';
import { createPeriodRows } from './period-rows.ts';

/** Maximum number of pages that one request reads. */
const maxReads = 100;
const defaultLimit = 50;

/** Number of blocks quoted per change, and characters of each. */
const maxQuotedBlocks = 3;
const maxQuotedCharacters = 200;

/** Text of a version and its comparison key. */
interface VersionText {
  key: TextKey;
  text: DatedText;
}

function quoteBlocks(texts: ReadonlyArray<string | null>): string[] {
  return texts
    .flatMap((text) => (text === null ? [] : [text.slice(0, maxQuotedCharacters)]))
    .slice(0, maxQuotedBlocks);
}

async function describeChange(
  { ports, context }: ArchiveSession,
  before: VersionText | undefined,
  after: VersionText | undefined,
): Promise<Partial<SnapshotRow>> {
  if (before === undefined || after === undefined) return {};
  const { blocks, summary } = await ports.threads.run(
    textDifferenceWork,
    { before: before.text, after: after.text },
    context.signal,
  );
  const added = quoteBlocks(blocks.map((block) => block.after));
  const removed = quoteBlocks(blocks.map((block) => block.before));
  return { size: summary, added, removed };
}

/** Rows of content changes, starting with the first version. */
interface ContentRows {
  rows: SnapshotRow[];
  isComplete: boolean;
}

const firstCaptureOf = (run: CaptureRun) => itemAt(run.captures, 0);
const lastCaptureOf = (run: CaptureRun) => lastOf(run.captures);

async function compareContent(
  session: ArchiveSession,
  archive: Archive,
  runs: readonly CaptureRun[],
): Promise<ContentRows> {
  const content = runs.filter(({ state }) => state === 'content');
  const basis = session.command.focus === null ? 'content' : 'focus';
  let reads = 0;
  const result = await findChanges<VersionText>({
    count: content.length,
    size: (at) => firstCaptureOf(itemAt(content, at)).length,
    isSame: (one, other) => isSameText(one.key, other.key),
    async read(at) {
      // A single version needs no comparison.
      if (content.length === 1) return undefined;
      if (reads >= maxReads) return null;
      reads += 1;
      const capture = firstCaptureOf(itemAt(content, at));
      const copy = await readCopy(session, archive, capture, { isForReading: false });
      if (copy === null) return null;
      if (copy.kind === 'none') {
        addWarning(
          session,
          'copy_skipped',
          `The copy of ${capture.at.toISOString()} is not usable: ${copy.error.message}`,
        );
        return undefined;
      }
      const text = { text: copy.text, at: capture.at };
      return { key: await session.ports.threads.run(textKeyWork, text, session.context.signal), text };
    },
  });
  const bounds = [{ before: -1, after: 0 }, ...result.changes];
  const rows: SnapshotRow[] = [];
  // Sequential, so that the texts of many versions do not occupy all content threads.
  for (const [at, change] of content.length === 0 ? [] : bounds.entries()) {
    rows.push(await versionRow(session, content, result.contents, change, bounds[at + 1], basis));
  }
  return { rows, isComplete: result.isComplete };
}

/** Creates the row of a version: its first and last capture, and whether all captures between were read. */
async function versionRow(
  session: ArchiveSession,
  content: readonly CaptureRun[],
  contents: ReadonlyMap<number, VersionText | undefined>,
  { before, after }: FoundChange,
  next: FoundChange | undefined,
  basis: 'content' | 'focus',
): Promise<SnapshotRow> {
  const end = next === undefined ? content.length - 1 : next.before;
  const versionRuns = content.slice(after, end + 1);
  const hasUnread =
    versionRuns.some((_, at) => contents.get(after + at) === undefined) && versionRuns.length > 1;
  const row = createRow(
    firstCaptureOf(itemAt(content, after)),
    before < 0 ? 'first' : 'changed',
    content.length === 1 ? 'index' : basis,
  );
  return {
    ...row,
    assumed: hasUnread,
    until: lastCaptureOf(itemAt(content, end)).at.toISOString(),
    captures: versionRuns.reduce((sum, { captures }) => sum + captures.length, 0),
    ...(before >= 0 && {
      last_seen_before: lastCaptureOf(itemAt(content, before)).at.toISOString(),
      ...(await describeChange(session, contents.get(before), contents.get(after))),
    }),
  };
}

/** Returns the rows for pages that disappeared, returned or moved, by the index of the archive. */
function createStateRows(runs: readonly CaptureRun[]): SnapshotRow[] {
  return runs.flatMap((run, at): SnapshotRow[] => {
    const before = runs[at - 1];
    const base = { until: lastCaptureOf(run).at.toISOString(), captures: run.captures.length };
    const after = before === undefined ? {} : { last_seen_before: lastCaptureOf(before).at.toISOString() };
    if (run.state !== 'content')
      return [{ ...createRow(firstCaptureOf(run), run.state, 'index'), ...base, ...after }];
    if (before === undefined || before.state === 'content') return [];
    return [{ ...createRow(firstCaptureOf(run), 'returned', 'index'), ...base, ...after }];
  });
}

function byTime(one: SnapshotRow, other: SnapshotRow): number {
  return one.captured_at.localeCompare(other.captured_at);
}

/** Merges the rows: a page that returned with changed content is one row. */
function mergeRows(content: SnapshotRow[], states: SnapshotRow[]): SnapshotRow[] {
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

/** Lists the captures of a URL and its real changes. */
export async function listSnapshots(
  session: ArchiveSession,
): Promise<WithoutReceipt<ArchiveSnapshotsResponse>> {
  const { command } = session;
  const captureList = await listRequestedCaptures(session, 'any');
  if ('code' in captureList) {
    const emptyResult = { captures: [], changes: 0, total: 0, complete: false };
    return { ...createCommonResponse(session, null, captureList), action: 'snapshots', ...emptyResult };
  }
  const { archive, list } = captureList;
  const comparesContent = command.every === 'change' || command.focus !== null;
  const runs = groupRuns(list.captures);
  const contentRows = comparesContent ? await compareContent(session, archive, runs) : null;
  const rows =
    contentRows === null
      ? createPeriodRows(list.captures, command.every === 'change' ? 'all' : command.every)
      : mergeRows(contentRows.rows, createStateRows(runs));
  const limit = command.limit ?? defaultLimit;
  const next = rows[limit];
  if (contentRows?.isComplete === false) {
    addWarning(
      session,
      'reads_used_up',
      'Some changes are known only by their time span, because this request reached its limit of pages.',
    );
  }
  warnOfCapturesLeft(session, list);
  if (next !== undefined)
    addWarning(
      session,
      'limit_reached',
      `${rows.length} rows were found and ${limit} are returned. Read on with \`continue\`, or increase \`limit\`.`,
    );
  const continueAt =
    next?.captured_at ?? (list.isComplete ? undefined : list.captures.at(-1)?.at.toISOString());
  const token =
    continueAt === undefined
      ? null
      : await session.context.saveContinuation({
          ...command,
          since: formatTimestamp(new Date(continueAt)),
          rest: { source: archive.name },
        });
  return {
    ...createCommonResponse(session, archive.name, null),
    action: 'snapshots',
    captures: rows.slice(0, limit),
    changes: rows.filter(({ change }) => change !== null && change !== 'first' && change !== 'same').length,
    total: list.captures.length,
    complete: list.isComplete && next === undefined && contentRows?.isComplete !== false,
    ...(token !== null && { continue: token }),
  };
}
