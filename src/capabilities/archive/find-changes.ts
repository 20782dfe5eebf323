/** Versions in the order of time, each a run of captures with the same bytes; the content of one is known when it was read. */
export interface Versions<Content> {
  readonly count: number;
  /** Bytes of a version's record, where the index tells; a hint where to look, never proof. */
  size(at: number): number | null;
  /** Reads one; `undefined` when it tells nothing, `null` when nothing more may be read. */
  read(at: number): Promise<Content | undefined | null>;
  isSame(one: Content, other: Content): boolean;
}

/** A change between two versions that were read: it lies after `before` and at `after` at the latest. */
export interface FoundChange {
  before: number;
  after: number;
}

/** What was found. */
export interface FoundChanges<Content> {
  changes: FoundChange[];
  /** By version: what was read, `undefined` where it told nothing. */
  known: Map<number, Content | undefined>;
  /** False where a change could not be narrowed down, for want of reads. */
  isComplete: boolean;
}

interface Span {
  from: number;
  to: number;
}

/** Spans that are looked into at once. */
const atOnce = 4;
/** Spans without a change that are looked into because a size in them stands out, at most. */
const mostSuspicions = 6;
/** Versions between the ends that are read whatever the ends say, at most, and how many one of them stands for. */
const mostProbes = 7;
const versionsAProbe = 8;
/** Reads after which spans with equal ends are believed, even where the content is known to come back. */
const mostDoubts = 80;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** How much sizes differ from one version to the next where nothing happens. */
function usualStep({ count, size }: Versions<unknown>): number {
  const steps: number[] = [];
  for (let at = 1; at < count; at += 1) {
    const [one, other] = [size(at - 1), size(at)];
    if (one !== null && other !== null) steps.push(Math.abs(one - other));
  }
  return median(steps);
}

/** Reads versions once each, until nothing more may be read. */
function createReader<Content>(versions: Versions<Content>) {
  const known = new Map<number, Content | undefined>();
  const reading = new Map<number, Promise<boolean>>();
  let isSpent = false;

  async function readOnce(at: number): Promise<boolean> {
    const content = isSpent ? null : await versions.read(at);
    isSpent ||= content === null;
    if (content !== null) known.set(at, content);
    return content !== null;
  }

  function read(at: number): Promise<boolean> {
    const begun = reading.get(at) ?? readOnce(at);
    reading.set(at, begun);
    return begun;
  }

  return {
    known,
    isSpent: () => isSpent,
    /** A version, or its nearest neighbour within the bounds that tells something; null when there is none. */
    async near(at: number, from: number, to: number): Promise<number | null> {
      for (let offset = 0; offset <= to - from; offset += 1) {
        for (const near of new Set([at - offset, at + offset])) {
          if (near < from || near > to) continue;
          if (!(await read(near))) return null;
          if (known.get(near) !== undefined) return near;
        }
      }
      return null;
    },
  };
}

/** Whether a difference of sizes stands out from what is usual. */
function standsOut(by: number, step: number): boolean {
  return by > 4 * step + 12;
}

/** Where sizes jump most within a span, if that stands out: the version before the jump. */
function jumpIn({ size }: Versions<unknown>, { from, to }: Span, step: number): number | null {
  let best = { at: from, by: 0 };
  for (let at = from; at < to; at += 1) {
    const [one, other] = [size(at), size(at + 1)];
    const by = one === null || other === null ? 0 : Math.abs(one - other);
    if (by > best.by) best = { at, by };
  }
  return standsOut(best.by, step) ? best.at : null;
}

/** A version within a span of equal ends whose size is far from both. */
function suspectIn({ size }: Versions<unknown>, { from, to }: Span, step: number): number | null {
  const [low, high] = [size(from), size(to)];
  if (low === null || high === null) return null;
  let best = { at: from, by: 0 };
  for (let at = from + 1; at < to; at += 1) {
    const own = size(at);
    const by = own === null ? 0 : Math.min(Math.abs(own - low), Math.abs(own - high));
    if (by > best.by) best = { at, by };
  }
  return standsOut(best.by, step) ? best.at : null;
}

/** Whether what was read ever came back after something else had taken its place. */
function hasReturned<Content>(
  { isSame }: Versions<Content>,
  known: ReadonlyMap<number, Content | undefined>,
) {
  const distinct: Content[] = [];
  let last: Content | undefined;
  for (const [, content] of [...known].sort(([one], [other]) => one - other)) {
    if (content === undefined || (last !== undefined && isSame(last, content))) continue;
    if (distinct.some((one) => isSame(one, content))) return true;
    distinct.push(content);
    last = content;
  }
  return false;
}

/** Takes the widest out. */
function takeWidest(spans: Span[], count: number): Span[] {
  spans.sort((one, other) => other.to - other.from - (one.to - one.from));
  return spans.splice(0, count);
}

/**
 * Finds changes of content with few reads: after a few that are spread over all, where both ends of a span are the same,
 * nothing is assumed to have happened in it; where they differ, it is halved. Sizes that jump decide where a span is cut
 * first. Where content is seen to come back, equal ends say less, and the widest spans are looked into after all.
 */
export async function findChanges<Content>(versions: Versions<Content>): Promise<FoundChanges<Content>> {
  const { count } = versions;
  const reader = createReader(versions);
  const { known } = reader;
  const step = usualStep(versions);
  const changes: FoundChange[] = [];
  const believed: Span[] = [];
  let suspicions = 0;

  const isSame = ({ from, to }: Span) =>
    versions.isSame(known.get(from) as Content, known.get(to) as Content);

  function suspect(span: Span): number | null {
    const found = suspicions < mostSuspicions ? suspectIn(versions, span, step) : null;
    if (found !== null) suspicions += 1;
    return found;
  }

  /** Reads a version within a span, as near to the one wanted as any tells something, and cuts the span there. */
  async function cut({ from, to }: Span, wanted: number): Promise<Span[] | null> {
    const middle = await reader.near(Math.min(Math.max(wanted, from + 1), to - 1), from + 1, to - 1);
    return middle === null
      ? null
      : [
          { from, to: middle },
          { from: middle, to },
        ];
  }

  /** What is left to be looked into of a span: nothing where its ends are the same or stand side by side. */
  async function halve(span: Span): Promise<Span[]> {
    const { from, to } = span;
    const isUnchanged = isSame(span);
    if (to - from < 2) {
      if (!isUnchanged) changes.push({ before: from, after: to });
      return [];
    }
    const jump = isUnchanged ? suspect(span) : jumpIn(versions, span, step);
    if (isUnchanged && jump === null) {
      believed.push(span);
      return [];
    }
    const wanted = jump === null ? Math.floor((from + to) / 2) : jump === from ? from + 1 : jump;
    const halves = await cut(span, wanted);
    if (halves === null && !isUnchanged) changes.push({ before: from, after: to });
    return halves ?? [];
  }

  /** What goes and comes back leaves both ends of a span the same: versions spread over it tell of what lasted. */
  async function probe({ from, to }: Span): Promise<Span[]> {
    const probes = Math.min(mostProbes, Math.floor((to - from) / versionsAProbe));
    const places = Array.from({ length: probes }, (_, at) =>
      Math.round(from + ((to - from) * (at + 1)) / (probes + 1)),
    );
    const read = await Promise.all(places.map((at) => reader.near(at, from + 1, to - 1)));
    const bounds = [...new Set([from, ...read.filter((at) => at !== null), to])].sort(
      (one, other) => one - other,
    );
    return bounds.slice(1).map((bound, at) => ({ from: bounds[at] as number, to: bound }));
  }

  async function settle(spans: Span[]): Promise<void> {
    let open = spans;
    while (open.length > 0) {
      // Wide spans first, so that a budget that ends leaves narrow ones.
      const next = takeWidest(open, atOnce);
      open = [...(await Promise.all(next.map(halve))).flat(), ...open];
    }
  }

  async function doubt(): Promise<void> {
    while (known.size + atOnce <= mostDoubts && !reader.isSpent()) {
      const next = takeWidest(believed, atOnce).filter(({ from, to }) => to - from > 1);
      if (next.length === 0) return;
      const halves = await Promise.all(next.map((span) => cut(span, Math.floor((span.from + span.to) / 2))));
      await settle(halves.flatMap((both) => both ?? []));
    }
  }

  const first = await reader.near(0, 0, count - 1);
  const last = first === null ? null : await reader.near(count - 1, first, count - 1);
  if (first !== null && last !== null && first !== last) await settle(await probe({ from: first, to: last }));
  if (hasReturned(versions, known)) await doubt();
  changes.sort((one, other) => one.after - other.after);
  return { changes, known, isComplete: !reader.isSpent() };
}
