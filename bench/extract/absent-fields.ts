import { extractPage } from '../../src/app/threads/extract-page.ts';
import type { JsonSchema } from '../../src/domain/pages/extraction.ts';
import { jobFor, parsed } from './read.ts';
import type { KnownPage } from './samples.ts';

const text: JsonSchema = { type: 'string' };
const number: JsonSchema = { type: 'number' };

/** Fields that no page of the samples has. */
const farFetched: Record<string, JsonSchema> = {
  moon_phase: text,
  blood_type: text,
  runway_length_m: number,
  defendant: text,
  boiling_point: number,
};
/** Fields that pages of other kinds have, with the kinds that may have them. */
const plausible: Record<string, { schema: JsonSchema; kinds: readonly string[] }> = {
  job_title: { schema: text, kinds: ['job', 'nbaplayer', 'university'] },
  director: { schema: text, kinds: ['movie'] },
  mileage_km: { schema: number, kinds: ['auto'] },
  cook_time: { schema: number, kinds: ['recipe'] },
  isbn: { schema: text, kinds: ['book'] },
};

/** Counts of values for fields that pages do not have. */
export interface InventedTally {
  asked: number;
  /** Values, and those without the weak mark. */
  given: number;
  strong: number;
}

function countValues(
  page: KnownPage,
  properties: Record<string, JsonSchema>,
  tally: InventedTally,
  tell: (line: string) => void,
): void {
  const { values } = extractPage(parsed(page), jobFor({ type: 'object', properties }));
  tally.asked += Object.keys(properties).length;
  tally.given += values.length;
  for (const { pointer, value, evidence } of values) {
    if (evidence.weak !== true) tally.strong++;
    tell(`invented ${page.id} ${pointer} ${JSON.stringify(value).slice(0, 80)} ${evidence.locator}`);
  }
}

/** Requests fields that the pages do not have, and counts the values that are returned. */
export function askAbsentFields(
  pages: readonly KnownPage[],
  tell: (line: string) => void,
): { farFetched: InventedTally; plausible: InventedTally } {
  const far = { asked: 0, given: 0, strong: 0 };
  const near = { asked: 0, given: 0, strong: 0 };
  for (const page of pages) {
    countValues(page, farFetched, far, tell);
    const others = Object.entries(plausible).filter(([, { kinds }]) => !kinds.includes(page.kind));
    countValues(page, Object.fromEntries(others.map(([name, { schema }]) => [name, schema])), near, tell);
  }
  return { farFetched: far, plausible: near };
}
