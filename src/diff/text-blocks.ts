import { createHash } from 'node:crypto';
import { memoize } from '../domain/values/memoize.ts';
import { createAgeColumns } from './age-columns.ts';
import { normalizeText, removeLastingNoise, removeNoise } from './noise.ts';

/** A paragraph, list item, table row, heading or code block of a Markdown text. */
export interface TextBlock {
  /** Heading above the block, or null. */
  section: string | null;
  /** Original Markdown. */
  text: string;
  /** Normalized text for comparison. */
  plain: string;
  /** Normalized text without noise; null for an advertisement. */
  withoutNoise: string | null;
  /** True for a line of plain text, whose marks are not those of Markdown. */
  isLine?: true;
}

/** Digests of a text. Two texts are the same if either digest is equal. */
export interface TextKey {
  plain: string;
  withoutNoise: string;
}

const maxBlocks = 20_000;
const listItem = /^\s{0,12}(?:[-*+]|\d{1,9}[.)])\s/;
const tableRow = /^\s*\|.*\|\s*$/;
const tableRule = /^[\s:|-]+$/;

/** Returns the text of an ATX heading without closing marks, or null for any other line. */
function parseHeading(line: string): string | null {
  const text = /^ {0,3}#{1,6} +(?! )(.*)$/.exec(line)?.[1];
  if (text === undefined) return null;
  let end = text.length;
  while (text.charAt(end - 1) === '#') end -= 1;
  return end < text.length && text.charAt(end - 1) === ' ' ? text.slice(0, end).trimEnd() : text;
}

/** Cleans the texts of blocks. */
export interface BlockCleaner {
  normalize(text: string): string;
  removeNoise(plain: string, at: Date): string | null;
}

/**
 * Creates a cleaner for the versions of one comparison, which have most of their blocks in common. It remembers its results, and
 * with them the texts.
 */
export function createBlockCleaner(): BlockCleaner {
  const remember = <Result>(clean: (text: string) => Result) =>
    memoize(clean, 2 * maxBlocks, Number.POSITIVE_INFINITY);
  const removeLasting = remember(removeLastingNoise);
  return {
    normalize: remember(normalizeText),
    removeNoise: (plain, at) => removeNoise(plain, at, removeLasting),
  };
}

/** Splits a text into its blocks; `at` is the time of the reading. */
export function splitTextBlocks(
  markdown: string,
  at: Date,
  cleaner: BlockCleaner = createBlockCleaner(),
): TextBlock[] {
  const blocks: TextBlock[] = [];
  let section: string | null = null;
  let lines: string[] = [];
  let isFenced = false;
  const ageColumns = createAgeColumns();
  const withoutNoiseOf = (text: string, plain: string) => {
    const withoutAges = tableRow.test(text) ? ageColumns.removeAges(text) : text;
    return cleaner.removeNoise(withoutAges === text ? plain : cleaner.normalize(withoutAges), at);
  };
  const closeBlock = () => {
    const text = lines.join('\n').trim();
    lines = [];
    const plain = cleaner.normalize(text.replace(/^(?:[-*+]|\d{1,9}[.)])\s+/, '').replace(/^>\s?/gm, ''));
    if (plain !== '' && blocks.length < maxBlocks) {
      blocks.push({ section, text, plain, withoutNoise: withoutNoiseOf(text, plain) });
    }
  };
  for (const line of markdown.split('\n')) {
    const isFence = /^\s{0,3}(?:```|~~~)/.test(line);
    if (isFence || isFenced) {
      lines.push(line);
      if (isFence) isFenced = !isFenced;
      if (!isFenced) closeBlock();
      continue;
    }
    const heading = parseHeading(line);
    if (heading !== null || line.trim() === '' || listItem.test(line) || tableRow.test(line)) closeBlock();
    if (tableRow.test(line) && tableRule.test(line)) continue;
    if (!tableRow.test(line)) ageColumns.reset();
    if (line.trim() !== '') lines.push(line);
    if (heading !== null) section = normalizeText(heading);
    if (heading !== null || tableRow.test(line)) closeBlock();
  }
  closeBlock();
  return blocks;
}

/** Splits a plain text into its lines; `at` is the time of the reading. */
export function splitTextLines(
  text: string,
  at: Date,
  cleaner: BlockCleaner = createBlockCleaner(),
): TextBlock[] {
  const lines = text.split('\n').map((line) => line.trimEnd());
  return lines
    .filter((line) => line !== '')
    .slice(0, maxBlocks)
    .map((line) => ({
      ...{ section: null, text: line, plain: line, isLine: true as const },
      withoutNoise: cleaner.removeNoise(line, at),
    }));
}

function digest(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}

/** Computes the digests by which two texts are compared. */
export function digestBlocks(blocks: readonly TextBlock[]): TextKey {
  return {
    plain: digest(blocks.map(({ plain }) => plain)),
    withoutNoise: digest(
      blocks.flatMap(({ withoutNoise }) =>
        withoutNoise === null || withoutNoise === '' ? [] : [withoutNoise],
      ),
    ),
  };
}

/** Returns true if two texts have the same content. */
export function isSameText(one: TextKey, other: TextKey): boolean {
  return one.plain === other.plain || one.withoutNoise === other.withoutNoise;
}
