import type { Passage, Section } from '../../domain/pages/page.ts';
import { type Block, splitBlocks } from './blocks.ts';
import { functionWords } from './function-words.ts';
import { foldText } from './sections.ts';

/** Usual Okapi BM25 constants: term frequency saturation (k1) and length normalization (b). */
const termSaturation = 1.2;
const lengthNormalization = 0.75;
/** Weights of a word in a heading above the passage, and of a matching stem, relative to a complete match. */
const headingWeight = 0.7;
const stemWeight = 0.6;
/** Weight of function words ("the", "wie") relative to others. */
const functionWordWeight = 0.05;
/** Maximum number of words of `focus`. */
const maxWords = 32;

/** Search term. */
interface SearchTerm {
  word: string;
  /** Stem that other forms of the word start with, or null for scripts without spaces. */
  stem: string | null;
  weight: number;
}

/**
 * Returns at most `limit` passages of a Markdown text, ranked by relevance to the words of `focus`; passages without any of
 * them are omitted. Words are segmented by Unicode rules and dictionaries, which supports scripts without spaces. Ignores case,
 * accents and endings. Deterministic.
 */
export function rankPassages(
  markdown: string,
  sections: readonly Section[],
  focus: string,
  limit: number,
): Passage[] {
  const terms = parseTerms(focus);
  if (terms.length === 0 || limit <= 0) return [];
  const blocks = splitBlocks(markdown, sections);
  const headingCounts = countTermsInHeadings(sections, terms);
  const counts = blocks.map((block) => {
    const ownCounts = countTerms(foldText(markdown.slice(block.start, block.end)), terms);
    const headingCountsAbove = headingCounts[block.section];
    return headingCountsAbove === undefined
      ? ownCounts
      : ownCounts.map((count, at) => count + headingWeight * (headingCountsAbove[at] ?? 0));
  });
  const scores = computeScores(blocks, counts, terms);
  return blocks
    .map((block, at) => ({ block, score: scores[at] ?? 0 }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.block.offset - b.block.offset)
    .slice(0, limit)
    .map(({ block, score }) => toPassage(markdown, sections, block, score));
}

function toPassage(markdown: string, sections: readonly Section[], block: Block, score: number): Passage {
  const section = sections[block.section];
  return {
    offset: block.offset,
    length: block.length,
    score: Number(score.toPrecision(5)),
    section: section === undefined || section.level === 0 ? null : section.id,
    text: markdown.slice(block.start, block.end),
  };
}

function parseTerms(focus: string): SearchTerm[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  const words = new Set<string>();
  for (const { segment, isWordLike } of segmenter.segment(foldText(focus.slice(0, 4000)))) {
    if (isWordLike === true) words.add(segment);
    if (words.size === maxWords) break;
  }
  return [...words].map((word) => ({
    word,
    stem: stemOf(word),
    weight: functionWords.has(word) ? functionWordWeight : 1,
  }));
}

/** Returns the stem of a word: without a short ending, which is longer for longer words. */
function stemOf(word: string): string | null {
  if (!/^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]+$/u.test(word)) return null;
  if (word.length <= 4 || /\p{N}/u.test(word)) return word;
  return word.slice(0, word.length - (word.length >= 8 ? 3 : word.length >= 6 ? 2 : 1));
}

/** Counts the occurrences of each word in folded text; a matching stem counts less. */
function countTerms(text: string, terms: readonly SearchTerm[]): number[] {
  return terms.map(({ word, stem }) => {
    const searched = stem ?? word;
    let count = 0;
    for (let at = text.indexOf(searched); at !== -1; at = text.indexOf(searched, at + searched.length)) {
      if (stem === null) count += 1;
      else if (!isLetterBefore(text, at)) count += matchWeight(text, at, word, stem);
    }
    return count;
  });
}

function matchWeight(text: string, at: number, word: string, stem: string): number {
  if (text.startsWith(word, at) && !isLetterAt(text, at + word.length)) return 1;
  let end = at + stem.length;
  while (end - at <= word.length + 3 && isLetterAt(text, end)) end += 1;
  // A longer word with the same stem is usually not a form of this word.
  return end - at <= word.length + 3 ? stemWeight : 0;
}

function isLetterBefore(text: string, at: number): boolean {
  return at > 0 && isLetterAt(text, at - 1);
}

/** Returns true if the character at an index is a letter or digit of a script with spaces. */
function isLetterAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 0x80) return (code >= 48 && code <= 57) || (code >= 97 && code <= 122);
  return code >= 0xc0 && code < 0x590;
}

/** Counts the words in the heading of each section and in all headings above it. */
function countTermsInHeadings(sections: readonly Section[], terms: readonly SearchTerm[]): number[][] {
  const path: { section: Section; counts: number[] }[] = [];
  return sections.map((section) => {
    for (
      let last = path.at(-1);
      last !== undefined && last.section.level >= section.level;
      last = path.at(-1)
    ) {
      path.pop();
    }
    const headingCountsAbove = path.at(-1)?.counts;
    const ownCounts = countTerms(foldText(section.title), terms);
    const counts =
      headingCountsAbove === undefined
        ? ownCounts
        : ownCounts.map((count, at) => Math.max(count, headingCountsAbove[at] ?? 0));
    path.push({ section, counts });
    return counts;
  });
}

function computeScores(
  blocks: readonly Block[],
  counts: readonly number[][],
  terms: readonly SearchTerm[],
): number[] {
  const meanLength = blocks.reduce((sum, block) => sum + block.length, 0) / Math.max(1, blocks.length);
  const inverseFrequencies = terms.map((_, at) => {
    const blocksWithTerm = counts.reduce((sum, blockCounts) => sum + ((blockCounts[at] ?? 0) > 0 ? 1 : 0), 0);
    return Math.log(1 + (blocks.length - blocksWithTerm + 0.5) / (blocksWithTerm + 0.5));
  });
  return blocks.map((block, index) => {
    const lengthFactor =
      termSaturation * (1 - lengthNormalization + (lengthNormalization * block.length) / meanLength);
    return terms.reduce((sum, { weight }, at) => {
      const count = counts[index]?.[at] ?? 0;
      return (
        sum + (weight * (inverseFrequencies[at] ?? 0) * count * (termSaturation + 1)) / (count + lengthFactor)
      );
    }, 0);
  });
}
