import { diffArrays } from 'diff';
import type { TextBlock } from './text-blocks.ts';

/** One difference between two texts. A document: wire names. */
export interface BlockChange {
  type: 'added' | 'removed' | 'changed';
  /** The heading that it stands under, or null. */
  section: string | null;
  before: string | null;
  after: string | null;
}

/** What differs between two texts. */
export interface TextDifference {
  blocks: BlockChange[];
  summary: { added: number; removed: number; changed: number };
}

/** Share of words that two blocks have in common for the one to be the other, changed. */
const alike = 0.4;
/** Milliseconds that comparing may take; texts that differ everywhere are then told apart as a whole. */
const withinMs = 2_000;
/** Characters of a short text. */
const shortText = 60;
/** Blocks of a run that a new one is compared with. */
const mostCompared = 50;

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}

/** The share of words that two blocks have in common, from 0 to 1. */
export function likeness(one: TextBlock, other: TextBlock): number {
  const [words, others] = [wordsOf(one.plain), wordsOf(other.plain)];
  if (words.size === 0 || others.size === 0) return 0;
  let shared = 0;
  for (const word of words) if (others.has(word)) shared += 1;
  return (2 * shared) / (words.size + others.size);
}

/** What was there only before and only after, in runs between what stayed. */
interface Hunk {
  removed: TextBlock[];
  added: TextBlock[];
}

function hunksOf(before: readonly TextBlock[], after: readonly TextBlock[]): Hunk[] {
  const same = (one: TextBlock, other: TextBlock) => one.plain === other.plain || one.quiet === other.quiet;
  const parts = diffArrays([...before], [...after], { comparator: same, timeout: withinMs });
  if (parts === undefined) return [{ removed: [...before], added: [...after] }];
  const hunks: Hunk[] = [];
  let open: Hunk | null = null;
  for (const { added, removed, value } of parts) {
    if (!added && !removed) {
      open = null;
      continue;
    }
    if (open === null) {
      open = { removed: [], added: [] };
      hunks.push(open);
    }
    (added ? open.added : open.removed).push(...value);
  }
  return hunks;
}

/** Takes one of what is counted; false when none is left. */
function takeOne(counts: Map<string, number>, key: string): boolean {
  const left = counts.get(key) ?? 0;
  if (left > 0) counts.set(key, left - 1);
  return left > 0;
}

/** A block that stands elsewhere now has moved, which is no change. */
function withoutMoved(hunks: Hunk[]): Hunk[] {
  const added = new Map<string, number>();
  for (const hunk of hunks) for (const { plain } of hunk.added) added.set(plain, (added.get(plain) ?? 0) + 1);
  const moved = new Map<string, number>();
  const removed = hunks.map((hunk) =>
    hunk.removed.filter(({ plain }) => {
      if (!takeOne(added, plain)) return true;
      moved.set(plain, (moved.get(plain) ?? 0) + 1);
      return false;
    }),
  );
  return hunks.map((hunk, at) => ({
    removed: removed[at] as TextBlock[],
    added: hunk.added.filter(({ plain }) => !takeOne(moved, plain)),
  }));
}

/** A text of a few words, without the mark of a list: items come and go, they do not turn into each other. */
function isShort({ text }: { text: string }): boolean {
  return text.length <= shortText && !/^\s*(?:[-*+]|\d+[.)])\s/.test(text);
}

/** The blocks of a run side by side: what is like something that was there before is that, changed. */
function changesOf({ removed, added }: Hunk): BlockChange[] {
  const changes: BlockChange[] = [];
  const left = [...removed];
  // A lone block in the place of another one is its successor, however little they share.
  const least = removed.length === 1 && added.length === 1 ? alike / 2 : alike;
  for (const after of added) {
    const best = left
      .slice(0, mostCompared)
      .map((before) => ({ before, score: likeness(before, after) }))
      .sort((one, other) => other.score - one.score)[0];
    if (best === undefined || best.score < least) {
      changes.push({ type: 'added', section: after.section, before: null, after: after.text });
      continue;
    }
    left.splice(left.indexOf(best.before), 1);
    changes.push({ type: 'changed', section: after.section, before: best.before.text, after: after.text });
  }
  // Short texts share no words though one took the place of the other: a price, a word of stock.
  const come = changes.filter(({ type }) => type === 'added');
  if (
    come.length === left.length &&
    [...left, ...come.map(({ after }) => ({ text: after ?? '' }))].every(isShort)
  ) {
    for (const change of come) {
      change.type = 'changed';
      change.before = left.shift()?.text ?? null;
    }
  }
  const gone = left.map(
    ({ section, text }): BlockChange => ({ type: 'removed', section, before: text, after: null }),
  );
  return [...gone, ...changes];
}

/** What differs between two texts, block by block: numbers and dates by value, moved blocks and what changes by itself left out. */
export function compareTexts(before: readonly TextBlock[], after: readonly TextBlock[]): TextDifference {
  const speaks = ({ quiet }: TextBlock) => quiet !== null && quiet !== '';
  const hunks = withoutMoved(hunksOf(before.filter(speaks), after.filter(speaks)));
  const blocks = hunks.flatMap(changesOf);
  const count = (type: BlockChange['type']) => blocks.filter((block) => block.type === type).length;
  return { blocks, summary: { added: count('added'), removed: count('removed'), changed: count('changed') } };
}
