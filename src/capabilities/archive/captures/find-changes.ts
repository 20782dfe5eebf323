import { numberAt } from '../../../domain/values/elements.ts';
/**
 * Versions in chronological order. A version is a run of captures with the same bytes; its content is known after
 * it is read.
 */
export interface Versions<Content> {
  readonly count: number;
  /** Bytes of a version in the index, if stated; a hint for the search, not a proof. */
  size(at: number): number | null;
  /** Reads a version; `undefined` if it is unusable, `null` if the limit of reads is reached. */
  read(at: number): Promise<Content | undefined | null>;
  isSame(one: Content, other: Content): boolean;
}

/** A change between two versions that were read: after `before`, and at `after` at the latest. */
export interface FoundChange {
  before: number;
  after: number;
}

/** Result of {@link findChanges}. */
export interface FoundChanges<Content> {
  changes: FoundChange[];
  /** Content by version; `undefined` for unusable versions. */
  contents: Map<number, Content | undefined>;
  /** False if a change could not be narrowed down because the limit of reads was reached. */
  isComplete: boolean;
}

interface Span {
  from: number;
  to: number;
}

/** Spans searched concurrently. */
const maxConcurrent = 4;
/** Maximum number of unchanged spans that are searched because of an unusual size. */
const maxSizeChecks = 6;
/** Maximum number of versions that are always read between the ends, and versions per such read. */
const maxProbes = 7;
const versionsPerProbe = 8;
/** Number of reads after which spans with equal ends are accepted, even if content is known to return. */
const maxDoubtReads = 80;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Returns the median size difference between neighbouring versions. */
function typicalStep({ count, size }: Versions<unknown>): number {
  const steps: number[] = [];
  for (let at = 1; at < count; at += 1) {
    const [one, other] = [size(at - 1), size(at)];
    if (one !== null && other !== null) steps.push(Math.abs(one - other));
  }
  return median(steps);
}

/** Creates a reader that reads each version at most once, until the limit of reads is reached. */
function createReader<Content>(versions: Versions<Content>) {
  const contents = new Map<number, Content | undefined>();
  const reading = new Map<number, Promise<boolean>>();
  let isLimitReached = false;

  async function readOnce(at: number): Promise<boolean> {
    const content = isLimitReached ? null : await versions.read(at);
    isLimitReached ||= content === null;
    if (content !== null) contents.set(at, content);
    return content !== null;
  }

  function read(at: number): Promise<boolean> {
    const pending = reading.get(at) ?? readOnce(at);
    reading.set(at, pending);
    return pending;
  }

  return {
    known: contents,
    isSpent: () => isLimitReached,
    /** Returns a version or its nearest usable neighbour within the bounds; null if there is none. */
    async readNear(at: number, from: number, to: number): Promise<number | null> {
      for (let offset = 0; offset <= to - from; offset += 1) {
        for (const neighbour of new Set([at - offset, at + offset])) {
          if (neighbour < from || neighbour > to) continue;
          if (!(await read(neighbour))) return null;
          if (contents.get(neighbour) !== undefined) return neighbour;
        }
      }
      return null;
    },
  };
}

/** Returns true if a size difference is much larger than the typical one. */
function isOutlier(difference: number, step: number): boolean {
  return difference > 4 * step + 12;
}

/** Returns the version before the largest size difference of a span, if that difference stands out. */
function findSizeJump({ size }: Versions<unknown>, { from, to }: Span, step: number): number | null {
  let best = { at: from, by: 0 };
  for (let at = from; at < to; at += 1) {
    const [one, other] = [size(at), size(at + 1)];
    const by = one === null || other === null ? 0 : Math.abs(one - other);
    if (by > best.by) best = { at, by };
  }
  return isOutlier(best.by, step) ? best.at : null;
}

/** Returns a version in a span with equal ends whose size differs much from both ends. */
function findSizeOutlier({ size }: Versions<unknown>, { from, to }: Span, step: number): number | null {
  const [low, high] = [size(from), size(to)];
  if (low === null || high === null) return null;
  let best = { at: from, by: 0 };
  for (let at = from + 1; at < to; at += 1) {
    const versionSize = size(at);
    const by = versionSize === null ? 0 : Math.min(Math.abs(versionSize - low), Math.abs(versionSize - high));
    if (by > best.by) best = { at, by };
  }
  return isOutlier(best.by, step) ? best.at : null;
}

/** Returns true if a content was replaced and later returned. */
function hasReturned<Content>(
  { isSame }: Versions<Content>,
  contents: ReadonlyMap<number, Content | undefined>,
) {
  const distinct: Content[] = [];
  let last: Content | undefined;
  for (const [, content] of [...contents].sort(([one], [other]) => one - other)) {
    if (content === undefined || (last !== undefined && isSame(last, content))) continue;
    if (distinct.some((one) => isSame(one, content))) return true;
    distinct.push(content);
    last = content;
  }
  return false;
}

/** Removes the widest spans from the list and returns them. */
function takeWidest(spans: Span[], count: number): Span[] {
  spans.sort((one, other) => other.to - other.from - (one.to - one.from));
  return spans.splice(0, count);
}

/**
 * Finds changes of content with few reads. It first reads a few versions spread over the history. A span with
 * equal ends counts as unchanged; a span with different ends is halved, first at the largest size difference. If
 * content is known to return, the widest unchanged spans are searched as well.
 */
export async function findChanges<Content>(versions: Versions<Content>): Promise<FoundChanges<Content>> {
  const { count } = versions;
  const reader = createReader(versions);
  const { known: contents } = reader;
  const step = typicalStep(versions);
  const changes: FoundChange[] = [];
  const unchangedSpans: Span[] = [];
  let sizeChecks = 0;

  const isSame = ({ from, to }: Span) =>
    versions.isSame(contents.get(from) as Content, contents.get(to) as Content);

  function checkSize(span: Span): number | null {
    const found = sizeChecks < maxSizeChecks ? findSizeOutlier(versions, span, step) : null;
    if (found !== null) sizeChecks += 1;
    return found;
  }

  /** Reads the usable version nearest to `wanted` within a span and splits the span there. */
  async function split({ from, to }: Span, target: number): Promise<Span[] | null> {
    const middle = await reader.readNear(Math.min(Math.max(target, from + 1), to - 1), from + 1, to - 1);
    return middle === null
      ? null
      : [
          { from, to: middle },
          { from: middle, to },
        ];
  }

  /** Splits a span for further search; returns an empty list if its ends are equal or adjacent. */
  async function searchSpan(span: Span): Promise<Span[]> {
    const { from, to } = span;
    const isUnchanged = isSame(span);
    if (to - from < 2) {
      if (!isUnchanged) changes.push({ before: from, after: to });
      return [];
    }
    const jump = isUnchanged ? checkSize(span) : findSizeJump(versions, span, step);
    if (isUnchanged && jump === null) {
      unchangedSpans.push(span);
      return [];
    }
    const target = jump === null ? Math.floor((from + to) / 2) : jump === from ? from + 1 : jump;
    const halves = await split(span, target);
    if (halves === null && !isUnchanged) changes.push({ before: from, after: to });
    return halves ?? [];
  }

  /** Reads versions spread over a span, because content that returned leaves both ends equal. */
  async function probeSpan({ from, to }: Span): Promise<Span[]> {
    const probes = Math.min(maxProbes, Math.floor((to - from) / versionsPerProbe));
    const places = Array.from({ length: probes }, (_, at) =>
      Math.round(from + ((to - from) * (at + 1)) / (probes + 1)),
    );
    const read = await Promise.all(places.map((at) => reader.readNear(at, from + 1, to - 1)));
    const bounds = [...new Set([from, ...read.filter((at) => at !== null), to])].sort(
      (one, other) => one - other,
    );
    return bounds.slice(1).map((bound, at) => ({ from: numberAt(bounds, at), to: bound }));
  }

  async function searchSpans(spans: Span[]): Promise<void> {
    let pendingSpans = spans;
    while (pendingSpans.length > 0) {
      // Wide spans first, so that only narrow ones remain if the limit of reads is reached.
      const next = takeWidest(pendingSpans, maxConcurrent);
      pendingSpans = [...(await Promise.all(next.map(searchSpan))).flat(), ...pendingSpans];
    }
  }

  async function recheckUnchanged(): Promise<void> {
    while (contents.size + maxConcurrent <= maxDoubtReads && !reader.isSpent()) {
      const next = takeWidest(unchangedSpans, maxConcurrent).filter(({ from, to }) => to - from > 1);
      if (next.length === 0) return;
      const halves = await Promise.all(
        next.map((span) => split(span, Math.floor((span.from + span.to) / 2))),
      );
      await searchSpans(halves.flatMap((halfSpans) => halfSpans ?? []));
    }
  }

  const first = await reader.readNear(0, 0, count - 1);
  const last = first === null ? null : await reader.readNear(count - 1, first, count - 1);
  if (first !== null && last !== null && first !== last)
    await searchSpans(await probeSpan({ from: first, to: last }));
  if (hasReturned(versions, contents)) await recheckUnchanged();
  changes.sort((one, other) => one.after - other.after);
  return { changes, contents, isComplete: !reader.isSpent() };
}
