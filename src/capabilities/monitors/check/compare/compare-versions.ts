import type { BlockChange } from '../../../../diff/compare-texts.ts';
import type { FieldChanges } from '../../../../diff/compare-values.ts';
import { confirmedChanges, type KnownNoise } from '../../../../diff/confirmed-changes.ts';
import { confirmedValues, valueKey } from '../../../../diff/confirmed-values.ts';
import { blockKey } from '../../../../diff/differing-blocks.ts';
import {
  type BlockCleaner,
  createBlockCleaner,
  splitTextBlocks,
  splitTextLines,
  type TextBlock,
} from '../../../../diff/text-blocks.ts';
import type { Json } from '../../../../domain/pages/extraction.ts';
import { removeJsonPaths } from '../../../../page/text/json-path.ts';
import type { IgnoredContent } from '../../settings/ignore-rules.ts';
import type { Version } from '../../settings/monitor-settings.ts';

/** The differences between two versions. A document in wire names. */
export interface VersionDiff {
  /** Changed blocks of the text: paragraphs, list items, table rows. */
  blocks: BlockChange[];
  /** Changed values by JSON Pointer. */
  fields: FieldChanges;
  summary: { added: number; removed: number; changed: number };
  /** True when the lists are shortened. */
  truncated: boolean;
}

/** The differences from a version that all of several readings share. */
export interface Comparison {
  diff: VersionDiff;
  /** Keys of the blocks or values that differ between the readings. */
  unstableKeys: string[];
}

const maxShownChanges = 100;
const maxShownLength = 2_000;

/** How texts are compared: with what the controls of the page say (`withStates`), and line by line (`isPlain`). */
interface TextComparison {
  withStates: boolean;
  isPlain: boolean;
  cleaner: BlockCleaner;
}

/** Returns the blocks of a version's text for comparison. */
function comparableBlocks(
  { text, states = [], at }: Version,
  ignored: IgnoredContent,
  { withStates, isPlain, cleaner }: TextComparison,
): TextBlock[] {
  const watched = [text ?? '', ...(withStates ? states : [])].join('\n\n');
  const split = isPlain ? splitTextLines : splitTextBlocks;
  return split(ignored.removeHidden(watched), at, cleaner).map((block) => ({
    ...block,
    quiet:
      block.withoutNoise === null
        ? null
        : ignored.removeUncompared(block.withoutNoise).replace(/\s+/g, ' ').trim(),
    plain: ignored.removeUncompared(block.plain),
  }));
}

function removeIgnored(data: Json, ignored: IgnoredContent): Json {
  return removeIgnoredText(removeJsonPaths(data, ignored.paths), ignored);
}

function removeIgnoredText(value: Json, ignored: IgnoredContent): Json {
  if (typeof value === 'string') return ignored.removeUncompared(ignored.removeHidden(value));
  if (Array.isArray(value)) return value.map((entry) => removeIgnoredText(entry, ignored));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, removeIgnoredText(inner, ignored)]),
  );
}

function leafKeys(value: Json, pointer: string): string[] {
  if (typeof value !== 'object' || value === null) return [valueKey(pointer, value)];
  return Object.entries(value).flatMap(([name, inner]) => leafKeys(inner, `${pointer}/${name}`));
}

/** Returns the keys of all blocks or values of a version, by which noise is remembered. */
export function contentKeys(version: Version, ignored: IgnoredContent): string[] {
  if (version.data !== null) return leafKeys(removeIgnored(version.data, ignored), '');
  const isPlain = version.isPlainText === true;
  const comparison = { withStates: true, isPlain, cleaner: createBlockCleaner() };
  return comparableBlocks(version, ignored, comparison).map(blockKey);
}

function shorten(text: string | null): string | null {
  return text !== null && text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text;
}

function countFields(fields: FieldChanges): VersionDiff['summary'] {
  const kinds = Object.values(fields).map(({ old, new: now }) =>
    old === null ? 'added' : now === null ? 'removed' : 'changed',
  );
  const count = (kind: string) => kinds.filter((entryKind) => entryKind === kind).length;
  return { added: count('added'), removed: count('removed'), changed: count('changed') };
}

/** Limits a difference for storage and notification: 100 blocks, 100 fields, and 2000 characters per block. */
export function limitDiff({ blocks, fields, summary }: VersionDiff): VersionDiff {
  const limitedBlocks = blocks.slice(0, maxShownChanges).map((block) => ({
    ...block,
    before: shorten(block.before),
    after: shorten(block.after),
  }));
  const entries = Object.entries(fields).slice(0, maxShownChanges);
  const isCut = (text: string | null) => (text?.length ?? 0) > maxShownLength;
  return {
    blocks: limitedBlocks,
    fields: Object.fromEntries(entries),
    summary,
    truncated:
      limitedBlocks.length < blocks.length ||
      entries.length < Object.keys(fields).length ||
      blocks.some(({ before, after }) => isCut(before) || isCut(after)),
  };
}

/** Returns true when there is no difference. */
export function isEmptyDiff({ summary }: VersionDiff): boolean {
  return summary.added + summary.removed + summary.changed === 0;
}

/**
 * Returns the differences from `before` that all of the readings share. The readings are ordered by time and of the
 * same watch. Texts are compared by block, values by JSON Pointer. Noise and ignored content are left out.
 */
export function compareVersions(
  before: Version,
  readings: readonly Version[],
  ignored: IgnoredContent,
  knownNoise: KnownNoise = new Set<string>(),
): Comparison {
  if (before.data !== null) {
    const comparable = (version: Version) => ({ data: removeIgnored(version.data, ignored), at: version.at });
    const { fields, noiseKeys: unstableKeys } = confirmedValues(
      comparable(before),
      readings.map(comparable),
      knownNoise,
    );
    return { diff: { blocks: [], fields, summary: countFields(fields), truncated: false }, unstableKeys };
  }
  // A version of an earlier release has no states; they are not new because this one reads them.
  const comparison = {
    withStates: [before, ...readings].every(({ states }) => states !== undefined),
    isPlain: readings.every(({ isPlainText }) => isPlainText === true),
    cleaner: createBlockCleaner(),
  };
  const { difference, noiseKeys: unstableKeys } = confirmedChanges(
    comparableBlocks(before, ignored, comparison),
    readings.map((reading) => comparableBlocks(reading, ignored, comparison)),
    knownNoise,
    [before, ...readings].map((version) => version.pageKeys ?? null),
  );
  return { diff: { ...difference, fields: {}, truncated: false }, unstableKeys };
}
