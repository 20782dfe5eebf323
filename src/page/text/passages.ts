import type { Passage, Section } from '../../domain/pages/page.ts';
import { type Block, splitBlocks } from './blocks.ts';
import { createTermCounter, parseTerms, type SearchTerm, type TermCounter } from './search-terms.ts';

/** Usual Okapi BM25 constants: term frequency saturation (k1) and length normalization (b). */
const termSaturation = 1.2;
const lengthNormalization = 0.75;
/** Weight of a word in a heading above the passage. */
const headingWeight = 0.7;

/**
 * Returns at most `limit` passages of a Markdown text, ranked by relevance to the words of `focus`; passages without any of
 * them, and without words that mean the same, are omitted. Words are segmented by Unicode rules and dictionaries, which supports
 * scripts without spaces. Ignores case, accents and endings. Deterministic.
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
  const countTerms = createTermCounter(terms);
  const headingCounts = countTermsInHeadings(sections, countTerms);
  const counts = blocks.map((block) => {
    const ownCounts = countTerms(markdown.slice(block.start, block.end));
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
  const above = sections[block.section];
  const section = above === undefined || above.level === 0 ? null : above;
  return {
    offset: block.offset,
    length: block.length,
    score: Number(score.toPrecision(5)),
    section: section?.id ?? null,
    heading: section?.title ?? null,
    text: markdown.slice(block.start, block.end),
  };
}

/** Counts the words in the heading of each section and in all headings above it. */
function countTermsInHeadings(sections: readonly Section[], countTerms: TermCounter): number[][] {
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
    const ownCounts = countTerms(section.title);
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
