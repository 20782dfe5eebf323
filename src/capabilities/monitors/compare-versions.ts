import type { BlockChange } from '../../diff/compare-texts.ts';
import type { FieldChanges } from '../../diff/compare-values.ts';
import { blockKey } from '../../diff/differing-blocks.ts';
import { type KnownNoise, standingChanges } from '../../diff/standing-changes.ts';
import { placedValue, standingValues } from '../../diff/standing-values.ts';
import { type TextBlock, textBlocks } from '../../diff/text-blocks.ts';
import type { Json } from '../../domain/extraction.ts';
import type { Ignored } from './ignored.ts';
import type { Version } from './watch.ts';

/** What differs between two versions. A document: wire names. */
export interface VersionDiff {
  /** Blocks of the text: paragraphs, list items, table rows. */
  blocks: BlockChange[];
  /** Values by JSON pointer. */
  fields: FieldChanges;
  summary: { added: number; removed: number; changed: number };
  /** True when there is more than is shown. */
  truncated: boolean;
}

/** What several readings in a row have in common against a version. */
export interface Comparison {
  diff: VersionDiff;
  /** What came or went between the readings. */
  restless: string[];
}

const mostShown = 100;
const longestShown = 2_000;

/** The blocks of a version's text by which it is compared. */
function blocksOf({ text, at }: Version, ignored: Ignored): TextBlock[] {
  return textBlocks(ignored.hide(text ?? ''), at).map((block) => ({
    ...block,
    quiet: block.quiet === null ? null : ignored.mute(block.quiet).replace(/\s+/g, ' ').trim(),
    plain: ignored.mute(block.plain),
  }));
}

function withoutHidden(value: Json, ignored: Ignored): Json {
  if (typeof value === 'string') return ignored.mute(ignored.hide(value));
  if (Array.isArray(value)) return value.map((entry) => withoutHidden(entry, ignored));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, withoutHidden(part, ignored)]),
  );
}

function leavesOf(value: Json, pointer: string): string[] {
  if (typeof value !== 'object' || value === null) return [placedValue(pointer, value)];
  return Object.entries(value).flatMap(([name, part]) => leavesOf(part, `${pointer}/${name}`));
}

/** Everything in a version by the keys under which noise is remembered. */
export function keysOf(version: Version, ignored: Ignored): string[] {
  if (version.data !== null) return leavesOf(withoutHidden(version.data, ignored), '');
  return blocksOf(version, ignored).map(blockKey);
}

function shortened(text: string | null): string | null {
  return text !== null && text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

function countFields(fields: FieldChanges): VersionDiff['summary'] {
  const kinds = Object.values(fields).map(({ old, new: now }) =>
    old === null ? 'added' : now === null ? 'removed' : 'changed',
  );
  const count = (kind: string) => kinds.filter((one) => one === kind).length;
  return { added: count('added'), removed: count('removed'), changed: count('changed') };
}

/** A difference as it is kept and told: so many places, each of so many characters. */
export function shownDiff({ blocks, fields, summary }: VersionDiff): VersionDiff {
  const shown = blocks.slice(0, mostShown).map((block) => ({
    ...block,
    before: shortened(block.before),
    after: shortened(block.after),
  }));
  const entries = Object.entries(fields).slice(0, mostShown);
  const isCut = (text: string | null) => (text?.length ?? 0) > longestShown;
  return {
    blocks: shown,
    fields: Object.fromEntries(entries),
    summary,
    truncated:
      shown.length < blocks.length ||
      entries.length < Object.keys(fields).length ||
      blocks.some(({ before, after }) => isCut(before) || isCut(after)),
  };
}

/** Whether nothing differs. */
export function isEmptyDiff({ summary }: VersionDiff): boolean {
  return summary.added + summary.removed + summary.changed === 0;
}

/**
 * What differs from `before` on all of the readings, oldest first, all of the same watch: texts block by block, values
 * place by place; noise, known noise and what is ignored left out.
 */
export function compareVersions(
  before: Version,
  readings: readonly Version[],
  ignored: Ignored,
  known: KnownNoise = new Set<string>(),
): Comparison {
  if (before.data !== null) {
    const seen = (version: Version) => ({ data: withoutHidden(version.data, ignored), at: version.at });
    const { fields, restless } = standingValues(seen(before), readings.map(seen), known);
    return { diff: { blocks: [], fields, summary: countFields(fields), truncated: false }, restless };
  }
  const { difference, restless } = standingChanges(
    blocksOf(before, ignored),
    readings.map((reading) => blocksOf(reading, ignored)),
    known,
  );
  return { diff: { ...difference, fields: {}, truncated: false }, restless };
}
