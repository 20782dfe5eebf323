import type { Section } from '../../domain/pages/page.ts';
import { oneLine } from '../../operations/views/terminal-text.ts';

/** Maximum number of sections that are listed. */
const maxSections = 30;
const maxIdWidth = 40;

/** Fewer sections than these show nothing of the page: the next level is shown in part. */
const minSections = 5;

/** Returns the sections of the highest levels that fit, in page order. */
function findShown(sections: readonly Section[]): Section[] {
  const levels = [...new Set(sections.map(({ level }) => level))].toSorted((one, other) => one - other);
  let shown: Section[] = [];
  for (const deepest of levels) {
    const next = sections.filter(({ level }) => level <= deepest);
    if (next.length > maxSections && shown.length >= minSections) break;
    shown = next;
  }
  return shown.slice(0, maxSections);
}

/** Returns the sections of a page that was cut, one per line with the name that reads it; none for a page without headings. */
export function sectionLines(sections: readonly Section[]): string[] {
  if (sections.length < 2) return [];
  const shown = findShown(sections);
  const width = Math.min(maxIdWidth, Math.max(...shown.map(({ id }) => id.length)));
  const left = sections.length - shown.length;
  return [
    'sections:',
    ...shown.map(({ id, title, length, level }) =>
      oneLine(`  ${id.padEnd(width)}  ${'  '.repeat(Math.max(0, level - 1))}${title} (${length} characters)`),
    ),
    ...(left > 0 ? [`  and ${left} more sections; --json lists all`] : []),
  ];
}
