import type { Section } from '../../../domain/pages/page.ts';
import { estimateTokens } from '../../../domain/values/estimate-tokens.ts';

const head = 'Later sections, with their length:';
/** Deepest level of a heading in Markdown. */
const deepestLevel = 6;

/** Writes the sections below each other, indented by their level. */
function linesOf(sections: readonly Section[]): string[] {
  const top = Math.min(...sections.map(({ level }) => level));
  return sections.map(({ level, title, length }) => `${'  '.repeat(level - top)}- ${title} (${length})`);
}

/** Returns how many of the lines fit. */
function countWithin(lines: readonly string[], maxTokens: number): number {
  let remaining = maxTokens;
  const tooMany = lines.findIndex((line) => {
    // The line break is a token.
    remaining -= estimateTokens(line) + 1;
    return remaining < 0;
  });
  return tooMany === -1 ? lines.length : tooMany;
}

/**
 * Names the sections from the position `shown` on, with their lengths in code points, in at most about `maxTokens`: without the
 * deepest levels if all do not fit, then without the last ones. Empty if nothing can be named.
 */
export function outlineText(sections: readonly Section[], shown: number, maxTokens: number): string {
  const later = sections.filter(({ offset, title }) => offset >= shown && title !== '');
  const room = maxTokens - estimateTokens(head);
  let lines = linesOf(later);
  for (let level = deepestLevel; level >= 1 && countWithin(lines, room) < lines.length; level -= 1) {
    const main = later.filter((section) => section.level <= level);
    if (main.length > 0) lines = linesOf(main);
  }
  const count = countWithin(lines, room);
  if (count === 0) return '';
  // Their number is not known: the result of a page names only its first main sections.
  return [head, ...lines.slice(0, count), ...(count < lines.length ? ['and more'] : [])].join('\n');
}
