import { readFileSync } from 'node:fs';
import type { Figure } from '../report.ts';
import { type CollectedPage, collectPage } from './collect-page.ts';
import {
  type CourtField,
  type CourtPage,
  type CourtRecord,
  courtFields,
  courtPages,
  isRightValue,
} from './court-pages.ts';

/** Fields as a user names them who knows none of the pages. */
export const askedNames: Readonly<Record<CourtField, string>> = {
  title: 'case_name',
  number: 'docket_number',
  date: 'date',
  link: 'link',
};

/** Minimum shares of the records that are found, and of the values of a field that are right. */
const minFound = 0.8;
const minRight = 0.9;
/** Maximum difference of the number of records, as a share of the wanted ones, and at least. */
const maxSurplus = { share: 0.1, records: 1 };

/** Numbers of a field's values: wanted, right, and other ones in the records that were found. */
export interface FieldCount {
  wanted: number;
  right: number;
  wrong: number;
}

/** Score of a page. */
export interface CourtScore {
  isRegionRight: boolean;
  isFieldRight: ReadonlyMap<CourtField, boolean>;
  counts: ReadonlyMap<CourtField, FieldCount>;
}

type FoundRecord = CollectedPage['records'][number];

function rightFields(record: CourtRecord, found: FoundRecord, asked: readonly CourtField[]): CourtField[] {
  return asked.filter((field) => {
    const [wanted, given] = [record[field], found[askedNames[field]] ?? null];
    return wanted !== null && given !== null && isRightValue[field](given, wanted);
  });
}

/** Returns the record with the most right values for each wanted one; the order of the lists does not count. */
function matchRecords(page: CourtPage, found: readonly FoundRecord[], asked: readonly CourtField[]) {
  return page.records.map((record) => {
    let best: { found: FoundRecord; right: CourtField[] } | null = null;
    for (const one of found) {
      const right = rightFields(record, one, asked);
      if (right.length > (best?.right.length ?? 0)) best = { found: one, right };
    }
    return { record, best };
  });
}

/** Returns the fields that the reference of a page has. */
function askedFields({ records }: CourtPage): CourtField[] {
  return courtFields.filter((field) => records.some((record) => record[field] !== null));
}

/** Returns the records of a page, asked for the fields of its reference. */
export async function collectCourtPage(page: CourtPage): Promise<readonly FoundRecord[]> {
  const names = askedFields(page).map((field) => askedNames[field]);
  return (await collectPage('https://court.test/list', readFileSync(page.file), names)).records;
}

/** Scores the records that a reader found on a page, with the names of {@link askedNames}. */
export function scoreCourtPage(page: CourtPage, found: readonly FoundRecord[]): CourtScore {
  const { records } = page;
  const asked = askedFields(page);
  const matches = matchRecords(page, found, asked);
  const areFound = matches.filter(({ best }) => best !== null).length >= minFound * records.length;
  const allowed = Math.max(maxSurplus.records, maxSurplus.share * records.length);
  const counts = new Map(
    asked.map((field): [CourtField, FieldCount] => {
      const wanted = matches.filter(({ record }) => record[field] !== null);
      const right = wanted.filter(({ best }) => best?.right.includes(field) === true);
      const given = wanted.filter(({ best }) => (best?.found[askedNames[field]] ?? null) !== null);
      return [field, { wanted: wanted.length, right: right.length, wrong: given.length - right.length }];
    }),
  );
  return {
    isRegionRight: areFound && Math.abs(found.length - records.length) <= allowed,
    isFieldRight: new Map(
      [...counts].map(([field, { wanted, right }]) => [field, areFound && right >= minRight * wanted]),
    ),
    counts,
  };
}

const percent = (part: number, whole: number): number => (whole === 0 ? 0 : (100 * part) / whole);

/** Returns the figures of the lists of courts in a folder, which are asked for the same four fields. */
export async function measureCourts(folder: string): Promise<Figure[]> {
  const pages = courtPages(folder).filter(({ records }) => records.length > 0);
  const scores: CourtScore[] = [];
  for (const page of pages) scores.push(scoreCourtPage(page, await collectCourtPage(page)));
  const fieldPages = scores.flatMap(({ isFieldRight }) => [...isFieldRight.values()]);
  const figures: Figure[] = [
    {
      name: `courts, right region (${scores.length} pages)`,
      value: percent(scores.filter(({ isRegionRight }) => isRegionRight).length, scores.length),
      unit: '%',
      wanted: { atLeast: 85 },
    },
    {
      name: `courts, right fields (${fieldPages.length} of all pages)`,
      value: percent(fieldPages.filter((isRight) => isRight).length, fieldPages.length),
      unit: '%',
      wanted: { atLeast: 75 },
    },
  ];
  for (const field of courtFields) {
    const counts = scores.flatMap((score) => score.counts.get(field) ?? []);
    const sum = (key: keyof FieldCount): number => counts.reduce((total, count) => total + count[key], 0);
    const name = `courts, ${askedNames[field]}`;
    figures.push(
      {
        name: `${name}, right (of ${sum('wanted')} values)`,
        value: percent(sum('right'), sum('wanted')),
        unit: '%',
      },
      { name: `${name}, wrong`, value: percent(sum('wrong'), sum('wanted')), unit: '%' },
    );
  }
  return figures;
}
