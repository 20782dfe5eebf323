// npm run bench -- listings FOLDER [worst]: records of listings that other programs wrote. FOLDER holds the saved pages of
// `bench/listings/reference.json`, NAME.html; `bench/listings/README.md` says how they are made.
// npm run bench -- listings real FOLDER [half=0] [worst]: records of pages of real sites.
// npm run bench -- listings courts FOLDER: lists of courts, of which FOLDER holds `gt.json` and `html/`.
// npm run bench -- listings agendas [worst]: meetings of invented authorities, each page in another markup.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findOnPage } from '../src/listings/page/sources/find-on-page.ts';
import { measureAgendas } from './listings/measure-agendas.ts';
import { measureCourts } from './listings/measure-courts.ts';
import { measureRealPages } from './listings/real-pages.ts';
import { type Figure, report } from './report.ts';

/** A page with the values of its records, in order. Written before the service read the page. */
interface ReferencePage {
  source: string;
  fields: Record<string, (string | number)[]>;
}

type FoundRecord = Readonly<Record<string, unknown>>;

/** Minimum share of the records that must be right. */
const minShare = 0.9;
const [, , , mode = ''] = process.argv;
const folder = process.argv[mode === 'real' || mode === 'courts' ? 4 : 3] ?? '';
const half = process.argv.find((one) => one.startsWith('half='))?.slice(5) ?? null;
const listsWrong = process.argv.includes('worst');

function letters(text: unknown): string {
  return String(text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

function isRight(field: string, found: unknown, wanted: string | number): boolean {
  if (found === null || found === undefined) return false;
  if (field === 'url') return decodeURIComponent(String(found)).endsWith(String(wanted));
  if (field === 'date') return String(found).startsWith(String(wanted));
  if (field === 'description' || field === 'author') return letters(found).includes(letters(wanted));
  return letters(found) === letters(wanted);
}

/** Returns the share of the records whose field is right, by position. */
function shareOf(field: string, found: readonly FoundRecord[], wanted: readonly (string | number)[]): number {
  const right = wanted.filter((value, at) => isRight(field, found[at]?.[field], value)).length;
  return right / Math.max(wanted.length, found.length);
}

interface PageScore {
  name: string;
  source: string;
  count: number;
  wanted: number;
  /** True if the records are those of the reference, in order. */
  isRegionRight: boolean;
  fields: { field: string; isRight: boolean }[];
}

/** Identifying fields: any of them shows that a record is the right one. */
const identifying = ['title', 'url', 'name', 'project', 'description'];

function scorePage(name: string, { source, fields }: ReferencePage): PageScore {
  const { sources } = findOnPage({
    bytes: readFileSync(join(folder, `${name}.html`)),
    headers: { 'content-type': 'text/html; charset=utf-8' },
    url: 'http://notes.test/',
    fields: Object.keys(fields),
    reading: null,
    answers: [],
  });
  const records = sources[0]?.read?.records ?? [];
  const wanted = Object.values(fields)[0]?.length ?? 0;
  const shares = Object.entries(fields).map(([field, values]) => ({
    field,
    share: shareOf(field, records, values),
  }));
  const isRegionRight = shares.some(({ field, share }) => identifying.includes(field) && share >= minShare);
  if (listsWrong && shares.some(({ share }) => share < minShare)) {
    console.log(name, isRegionRight, sources[0]?.kind, sources[0]?.path, records.length, 'of', wanted);
    for (const { field, share } of shares.filter((one) => one.share < minShare)) {
      const values = records.slice(0, 2).map((record) => JSON.stringify(record[field])?.slice(0, 70));
      console.log('   ', field, share.toFixed(2), values.join(' '), '≠', fields[field]?.[0]);
    }
  }
  return {
    name,
    source,
    count: records.length,
    wanted,
    isRegionRight,
    fields: shares.map(({ field, share }) => ({ field, isRight: share >= minShare })),
  };
}

function percent(right: number, all: number): number {
  return all === 0 ? 0 : (100 * right) / all;
}

/** Returns the figures of one reference file. */
function figuresOf(name: string, file: string, isJudged: boolean): Figure[] {
  const text = readFileSync(new URL(`./listings/${file}`, import.meta.url), 'utf8');
  const reference = JSON.parse(text) as Record<string, ReferencePage>;
  const present = Object.entries(reference).filter(([page]) => existsSync(join(folder, `${page}.html`)));
  const scores = present.map(([page, wanted]) => scorePage(page, wanted));
  const right = scores.filter(({ isRegionRight }) => isRegionRight);
  const fields = right.flatMap((one) => one.fields);
  const bySource = Map.groupBy(scores, ({ source }) => source);
  const sourceShares = [...bySource.values()].map(
    (own) => own.filter(({ isRegionRight }) => isRegionRight).length / own.length,
  );
  const wanted = isJudged ? { wanted: { atLeast: 92 } } : {};
  return [
    {
      name: `${name}, right region (${scores.length} pages of ${bySource.size} programs)`,
      value: percent(right.length, scores.length),
      unit: '%',
      ...wanted,
    },
    {
      name: `${name}, right region, mean of the programs`,
      value: percent(
        sourceShares.reduce((sum, share) => sum + share, 0),
        sourceShares.length,
      ),
      unit: '%',
    },
    {
      name: `${name}, right fields where the region is right (${fields.length})`,
      value: percent(fields.filter((one) => one.isRight).length, fields.length),
      unit: '%',
      ...wanted,
    },
  ];
}

if (folder === 'agendas') await report('agendas', await measureAgendas(listsWrong));
else if (mode === 'courts') await report('courts', await measureCourts(folder));
else if (mode === 'real')
  await report(
    'real-listings',
    await measureRealPages(folder, half === null ? null : Number(half), listsWrong),
  );
else
  await report('listings', [
    ...figuresOf('listings', 'reference.json', true),
    ...figuresOf('listings, held out', 'held-out.json', true),
    ...figuresOf('listings, second held-out set', 'held-out-2.json', true),
    ...figuresOf('listings, third held-out set', 'held-out-3.json', true),
  ]);
