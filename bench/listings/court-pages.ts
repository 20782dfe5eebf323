// Lists of decisions and cases of courts, with the records that another project reads from them.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectPage } from './collect-page.ts';

/** Record of a list; fields that the other project does not read are null. */
export interface CourtRecord {
  title: string | null;
  number: string | null;
  date: string | null;
  link: string | null;
}

/** Fields of a record. */
export const courtFields = ['title', 'number', 'date', 'link'] as const;

/** One of {@link courtFields}. */
export type CourtField = (typeof courtFields)[number];

/** Page of a court with its records. */
export interface CourtPage {
  id: string;
  file: string;
  records: CourtRecord[];
}

/** Returns the pages of an unpacked sample, which has `gt.json` and `html/`; none if there is no such folder. */
export function courtPages(folder: string): CourtPage[] {
  const index = join(folder, 'gt.json');
  if (!existsSync(index)) return [];
  const references = JSON.parse(readFileSync(index, 'utf8')) as Record<string, { records: CourtRecord[] }>;
  return Object.entries(references).map(([id, { records }]) => ({
    id,
    file: join(folder, 'html', `${id}.html`),
    records,
  }));
}

const letters = (text: unknown): string =>
  String(text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** Returns the last part of the path of a link, which the other project resolves against other addresses. */
function lastPart(link: unknown): string {
  const last = String(link).replace(/\/$/, '').split('/').at(-1) ?? '';
  try {
    return decodeURI(last);
  } catch {
    // The path has a percent sign of its own and stays as it is.
    return last;
  }
}

/** Returns whether a value is that of the reference, by field. */
export const isRightValue: Readonly<Record<CourtField, (given: unknown, wanted: string) => boolean>> = {
  title: (given, wanted) =>
    letters(given).includes(letters(wanted)) || letters(wanted).includes(letters(given)),
  number: (given, wanted) => letters(given) === letters(wanted),
  date: (given, wanted) => String(given).slice(0, 10) === wanted.slice(0, 10),
  link: (given, wanted) => lastPart(given) === lastPart(wanted),
};

/**
 * Collects the records of a page; returns four points times the share of its values that are right, less that of the wrong
 * ones. Records are compared by position.
 */
export async function scoreCourtPage({ file, records }: CourtPage): Promise<number> {
  const asked = courtFields.filter((field) => records.some((record) => record[field] !== null));
  const found = await collectPage('https://court.test/list', readFileSync(file), [...asked]);
  let score = 0;
  let wanted = 0;
  records.forEach((record, at) => {
    for (const field of asked) {
      const value = record[field];
      if (value === null) continue;
      wanted++;
      const given = found.records[at]?.[field] ?? null;
      if (given !== null) score += isRightValue[field](given, value) ? 1 : -1;
    }
  });
  const surplus = Math.max(0, found.records.length - records.length) * asked.length;
  return (4 * (score - surplus)) / Math.max(1, wanted + surplus);
}
