import type { Passage } from '../../domain/pages/page.ts';

/** Writes passages with the heading above each, once for neighbours in the same section. */
export function passagesText(passages: readonly Passage[]): string {
  return passages
    .map(({ heading, section, text }, at) => {
      const isSame = at > 0 && passages[at - 1]?.section === section;
      const hasOwn = /^#{1,6} /.test(text);
      return heading == null || isSame || hasOwn ? text : `## ${heading}\n\n${text}`;
    })
    .join('\n\n');
}
