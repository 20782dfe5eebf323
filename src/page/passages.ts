import type { Passage, Section } from '../domain/page.ts';
import { type Block, blocksOf } from './blocks.ts';
import { functionWords } from './function-words.ts';
import { foldText } from './sections.ts';

/** Okapi BM25's usual constants: how soon more of a word stops counting, and how much length counts against a passage. */
const saturation = 1.2;
const lengthShare = 0.75;
/** What a word counts in a heading over the passage, and when only its beginning is found, against one found whole. */
const headingWeight = 0.7;
const beginningWeight = 0.6;
/** What function words ("the", "wie") count beside others. */
const functionWordWeight = 0.05;
/** Words of `focus` that are looked for. */
const maxWords = 32;

/** A word that is looked for. */
interface Wanted {
  word: string;
  /** The part that other forms of the word begin with, or null for words in scripts without spaces. */
  beginning: string | null;
  weight: number;
}

/**
 * The passages of a Markdown text that say most about the words of `focus`, best first and at most `limit`; those that hold
 * none of the words are left out. Words are broken by Unicode's rules and dictionaries, so that scripts without spaces work;
 * case, accents and endings do not matter. Equal texts and words give equal answers.
 */
export function rankPassages(
  markdown: string,
  sections: readonly Section[],
  focus: string,
  limit: number,
): Passage[] {
  const wanted = wantedWords(focus);
  if (wanted.length === 0 || limit <= 0) return [];
  const blocks = blocksOf(markdown, sections);
  const headingCounts = countInHeadings(sections, wanted);
  const counts = blocks.map((block) => {
    const own = countWords(foldText(markdown.slice(block.start, block.end)), wanted);
    const above = headingCounts[block.section];
    return above === undefined ? own : own.map((count, at) => count + headingWeight * (above[at] ?? 0));
  });
  const scores = scoresOf(blocks, counts, wanted);
  return blocks
    .map((block, at) => ({ block, score: scores[at] ?? 0 }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.block.offset - b.block.offset)
    .slice(0, limit)
    .map(({ block, score }) => passageOf(markdown, sections, block, score));
}

function passageOf(markdown: string, sections: readonly Section[], block: Block, score: number): Passage {
  const section = sections[block.section];
  return {
    offset: block.offset,
    length: block.length,
    score: Number(score.toPrecision(5)),
    section: section === undefined || section.level === 0 ? null : section.id,
    text: markdown.slice(block.start, block.end),
  };
}

function wantedWords(focus: string): Wanted[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  const words = new Set<string>();
  for (const { segment, isWordLike } of segmenter.segment(foldText(focus.slice(0, 4000)))) {
    if (isWordLike === true) words.add(segment);
    if (words.size === maxWords) break;
  }
  return [...words].map((word) => ({
    word,
    beginning: beginningOf(word),
    weight: functionWords.has(word) ? functionWordWeight : 1,
  }));
}

/** What the forms of a word have in common: all but a short ending, the longer the word the more. */
function beginningOf(word: string): string | null {
  if (!/^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]+$/u.test(word)) return null;
  if (word.length <= 4 || /\p{N}/u.test(word)) return word;
  return word.slice(0, word.length - (word.length >= 8 ? 3 : word.length >= 6 ? 2 : 1));
}

/** How often each word stands in a folded text; only the beginning of a word counts less. */
function countWords(text: string, wanted: readonly Wanted[]): number[] {
  return wanted.map(({ word, beginning }) => {
    const sought = beginning ?? word;
    let count = 0;
    for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + sought.length)) {
      if (beginning === null) count += 1;
      else if (!isLetterBefore(text, at)) count += weightAt(text, at, word, beginning);
    }
    return count;
  });
}

function weightAt(text: string, at: number, word: string, beginning: string): number {
  if (text.startsWith(word, at) && !isLetterAt(text, at + word.length)) return 1;
  let end = at + beginning.length;
  while (end - at <= word.length + 3 && isLetterAt(text, end)) end += 1;
  // Another word that happens to begin alike is mostly longer than any form of this one.
  return end - at <= word.length + 3 ? beginningWeight : 0;
}

function isLetterBefore(text: string, at: number): boolean {
  return at > 0 && isLetterAt(text, at - 1);
}

/** Whether a letter or digit of a script with spaces stands at an index. */
function isLetterAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 0x80) return (code >= 48 && code <= 57) || (code >= 97 && code <= 122);
  return code >= 0xc0 && code < 0x590;
}

/** Counts for each section's heading and all headings above it. */
function countInHeadings(sections: readonly Section[], wanted: readonly Wanted[]): number[][] {
  const path: { section: Section; counts: number[] }[] = [];
  return sections.map((section) => {
    for (
      let last = path.at(-1);
      last !== undefined && last.section.level >= section.level;
      last = path.at(-1)
    ) {
      path.pop();
    }
    const above = path.at(-1)?.counts;
    const own = countWords(foldText(section.title), wanted);
    const counts = above === undefined ? own : own.map((count, at) => Math.max(count, above[at] ?? 0));
    path.push({ section, counts });
    return counts;
  });
}

function scoresOf(
  blocks: readonly Block[],
  counts: readonly number[][],
  wanted: readonly Wanted[],
): number[] {
  const meanLength = blocks.reduce((sum, block) => sum + block.length, 0) / Math.max(1, blocks.length);
  const rarities = wanted.map((_, at) => {
    const holders = counts.reduce((sum, own) => sum + ((own[at] ?? 0) > 0 ? 1 : 0), 0);
    return Math.log(1 + (blocks.length - holders + 0.5) / (holders + 0.5));
  });
  return blocks.map((block, index) => {
    const lengthFactor = saturation * (1 - lengthShare + (lengthShare * block.length) / meanLength);
    return wanted.reduce((sum, { weight }, at) => {
      const count = counts[index]?.[at] ?? 0;
      return sum + (weight * (rarities[at] ?? 0) * count * (saturation + 1)) / (count + lengthFactor);
    }, 0);
  });
}
