import type { FoundValue } from '../../src/domain/pages/extraction.ts';

/** Fields of the bench `facts`. */
export const factNames = ['title', 'author', 'published_date'] as const;
export type FactName = (typeof factNames)[number];

/** Comparison of a value with its reference: `absent` if there is neither, `missed` if there is no value. */
export type Verdict = 'right' | 'wrong' | 'missed' | 'unwanted' | 'absent';

/** Numbers of pages of a kind by verdict; `strong` counts the unwanted values without the weak mark. */
export interface FactTally {
  wanted: number;
  right: number;
  wrong: number;
  absent: number;
  unwanted: number;
  strong: number;
}

/** Returns the half of the sites to which a site belongs. */
export function halfOf(site: string): 0 | 1 {
  let hash = 7;
  for (const character of site) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) >>> 0;
  return hash % 2 === 0 ? 0 : 1;
}

function normalized(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function isRight(name: FactName, wanted: string, given: string): boolean {
  if (name === 'published_date') return given.slice(0, 10) === wanted.slice(0, 10);
  const [one, other] = [normalized(wanted), normalized(given)];
  // References of titles often are those of the head, which add the name of the site.
  return one === other || (name === 'title' && (one.startsWith(other) || other.startsWith(one)));
}

/** Compares a value with its reference, without case and punctuation. */
export function judgeFact(
  name: FactName,
  wanted: string | null,
  given: FoundValue['value'] | undefined,
): Verdict {
  if (wanted === null) return given === undefined ? 'absent' : 'unwanted';
  if (given === undefined) return 'missed';
  return isRight(name, wanted, String(given)) ? 'right' : 'wrong';
}
