// Records of listing pages of real sites, judged by the digests in `real-pages.json`.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Figure } from '../report.ts';
import { type CollectedPage, collectPage } from './collect-page.ts';

/** Digests of the accepted values of a record, by field. */
type Sample = Readonly<Record<string, readonly string[]>>;

/** The label of a page. It was written from the HTML, before the service read the page. */
interface LabelledPage {
  kind: string;
  /** 0: the rules were developed with it. 1: held out. 2: a later group, labelled after the errors of half 1 were read. */
  half: 0 | 1 | 2;
  count: number;
  /** True if the page shows that its listing has further pages. */
  more?: true;
  fields: string[];
  /** Digests of URL and title of each record. */
  records: [string, string][];
  /** Records of the site's structured list that the page shows elsewhere or later; they are neither wanted nor foreign. */
  optional?: [string, string][];
  /** The first, the middle and the last record. */
  samples: Sample[];
}

/** Minimum share of the records that must be found, and maximum share of the returned ones that are foreign. */
const minFound = 0.9;
const maxForeign = 0.1;
const digestLength = 10;

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digestLength);
}

function letters(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Returns the form of a URL whose digest is stored: without scheme, `www.`, fragment and last slash. */
function urlForm(value: string): string {
  const url = URL.parse(value);
  if (url === null) return value;
  let path = url.pathname;
  try {
    path = decodeURIComponent(path);
  } catch {
    // The path has a percent sign of its own and stays as it is.
  }
  return `${url.hostname.replace(/^www\./, '')}${path.replace(/\/$/, '')}${url.search}`;
}

const forms: Readonly<Record<string, (text: string) => string>> = {
  title: letters,
  author: letters,
  url: urlForm,
  image: urlForm,
  date: (text) => text.slice(0, 10),
  price: (text) => text,
};

function digestOf(field: string, value: unknown): string | null {
  const form = forms[field];
  return value === null || value === undefined || form === undefined ? null : digest(form(String(value)));
}

type Field = { field: string; isRight: boolean };

/** Result of one page. */
interface PageScore {
  id: string;
  label: LabelledPage;
  found: CollectedPage;
  isRegionRight: boolean;
  matched: number;
  fields: Field[];
}

/** Matches each returned record with a labelled one by URL, else by title; each labelled one once. */
function matchRecords({ records }: LabelledPage, found: CollectedPage): (number | null)[] {
  const used = new Set<number>();
  return found.records.map((record) => {
    const [url, title] = [digestOf('url', record.url), digestOf('title', record.title)];
    let at = records.findIndex((label, index) => !used.has(index) && label[0] === url && label[1] === title);
    if (at === -1)
      at = records.findIndex((label, index) => !used.has(index) && (label[0] === url || label[1] === title));
    if (at === -1) return null;
    used.add(at);
    return at;
  });
}

function scoreFields(
  label: LabelledPage,
  found: CollectedPage,
  matches: readonly (number | null)[],
): Field[] {
  const positions = [0, label.count >> 1, label.count - 1];
  return label.fields.map((field) => ({
    field,
    isRight: positions.every((position, index) => {
      const accepted = label.samples[index]?.[field];
      if (accepted === undefined) return true;
      const record = found.records[matches.indexOf(position)];
      const value = digestOf(field, record?.[field]);
      return value !== null && accepted.includes(value);
    }),
  }));
}

/** Scores the records that a reader found on a page. */
function scoreRecords(id: string, label: LabelledPage, found: CollectedPage): PageScore {
  const matches = matchRecords(label, found);
  const matched = matches.filter((at) => at !== null).length;
  const optional = new Set((label.optional ?? []).flat());
  const foreign = found.records.filter(
    (record, at) => matches[at] === null && !optional.has(digestOf('url', record.url) ?? ''),
  ).length;
  return {
    id,
    label,
    found,
    matched,
    isRegionRight: matched >= label.count * minFound && foreign <= found.records.length * maxForeign,
    fields: scoreFields(label, found, matches),
  };
}

async function scorePage(folder: string, id: string, url: string, label: LabelledPage): Promise<PageScore> {
  const bytes = readFileSync(join(folder, 'html', `${id}.html`));
  return scoreRecords(id, label, await collectPage(url, bytes, label.fields));
}

function printScore({ id, label, found, isRegionRight, matched, fields }: PageScore): void {
  const wrong = fields.filter(({ isRight }) => !isRight);
  if (isRegionRight && wrong.length === 0 && !(label.more && found.complete)) return;
  console.log(
    `${id} ${label.kind} ${isRegionRight ? 'ok' : 'REGION'} ${matched} of ${label.count}, returned ${found.records.length}`,
    label.more && found.complete ? 'COMPLETE?' : '',
    found.source.slice(-110),
  );
  for (const { field } of wrong) {
    const values = [0, label.count >> 1, label.count - 1].map((at) =>
      JSON.stringify(found.records[at]?.[field])?.slice(0, 60),
    );
    console.log(`    ${field} [${found.paths[field] ?? 'not mapped'}] ${values.join(' ')}`);
  }
}

function percent(right: number, all: number): number {
  return all === 0 ? 0 : (100 * right) / all;
}

function figuresOf(name: string, scores: readonly PageScore[], isJudged: boolean): Figure[] {
  const right = scores.filter(({ isRegionRight }) => isRegionRight);
  const fields = right.flatMap((score) => score.fields);
  const wanted = isJudged ? { wanted: { atLeast: 92 } } : {};
  return [
    {
      name: `${name}, right region (${scores.length} pages)`,
      value: percent(right.length, scores.length),
      unit: '%',
      ...wanted,
    },
    {
      name: `${name}, right fields where the region is right (${fields.length})`,
      value: percent(fields.filter(({ isRight }) => isRight).length, fields.length),
      unit: '%',
      ...wanted,
    },
  ];
}

/** Labelled page of a folder, with the judge of records that any reader found on it. */
export interface JudgedPage {
  id: string;
  url: string;
  file: string;
  /** True if the rules of the service were developed with the page. */
  isDeveloped: boolean;
  fields: readonly string[];
  /** Returns the fields that are right; null if the region is wrong. */
  judge(records: readonly CollectedPage['records'][number][]): string[] | null;
}

/** Returns the labelled pages that a folder has. */
export function judgedPages(folder: string): JudgedPage[] {
  const { labels, pages } = readLabels(folder);
  return Object.entries(labels).flatMap(([id, label]) => {
    if (!hasPage(folder, id, pages)) return [];
    return {
      id,
      url: pages[id]?.url as string,
      file: join(folder, 'html', `${id}.html`),
      isDeveloped: label.half === 0,
      fields: label.fields,
      judge(records) {
        const found = { records: [...records], complete: false, source: '', paths: {} };
        const { isRegionRight, fields } = scoreRecords(id, label, found);
        return isRegionRight ? fields.filter(({ isRight }) => isRight).map(({ field }) => field) : null;
      },
    };
  });
}

/** Ids of the labelled pages of a folder, and the judge of one: a point for the right region, and one for each right field. */
export interface RealPageJudge {
  ids: string[];
  judge: (id: string) => Promise<number>;
}

/** Returns the judge of the saved pages in a folder. */
export function realPageJudge(folder: string): RealPageJudge {
  const { labels, pages } = readLabels(folder);
  return {
    ids: Object.keys(labels).filter((id) => hasPage(folder, id, pages)),
    judge: async (id) => {
      const { isRegionRight, found, label, fields } = await scorePage(
        folder,
        id,
        pages[id]?.url as string,
        labels[id] as LabelledPage,
      );
      if (!isRegionRight) return found.records.length === 0 ? 0 : -1;
      return 1 + fields.filter(({ isRight }) => isRight).length - (label.more && found.complete ? 1 : 0);
    },
  };
}

interface Labels {
  labels: Record<string, LabelledPage>;
  pages: Record<string, { url: string }>;
}

function readLabels(folder: string): Labels {
  return {
    labels: JSON.parse(
      readFileSync(new URL('./real-pages.json', import.meta.url), 'utf8'),
    ) as Labels['labels'],
    pages: JSON.parse(readFileSync(join(folder, 'gt.json'), 'utf8')) as Labels['pages'],
  };
}

function hasPage(folder: string, id: string, pages: Labels['pages']): boolean {
  return pages[id] !== undefined && existsSync(join(folder, 'html', `${id}.html`));
}

const halves = ['development half', 'held-out half', 'second held-out group'];

/**
 * Measures the records of the saved pages in a folder: `gt.json` has their URLs by id, `html/ID.html` the pages. `half`
 * limits the pages; `listsWrong` prints what is wrong.
 */
export async function measureRealPages(
  folder: string,
  half: number | null,
  listsWrong: boolean,
): Promise<Figure[]> {
  const { labels, pages } = readLabels(folder);
  const scores: PageScore[] = [];
  for (const [id, label] of Object.entries(labels)) {
    if (!hasPage(folder, id, pages)) continue;
    if (half !== null && label.half !== half) continue;
    const score = await scorePage(folder, id, pages[id]?.url as string, label);
    if (listsWrong) printScore(score);
    scores.push(score);
  }
  return halves.flatMap((name, index) => {
    const own = scores.filter(({ label }) => label.half === index);
    if (own.length === 0) return [];
    const kinds = [...Map.groupBy(own, ({ label }) => label.kind)].sort(([one], [other]) =>
      one.localeCompare(other),
    );
    const withMore = own.filter(({ label }) => label.more);
    return [
      ...figuresOf(`real listings, ${name}`, own, true),
      ...kinds.flatMap(([kind, ofKind]) => figuresOf(`real listings, ${name}, ${kind}`, ofKind, false)),
      {
        name: `real listings, ${name}, complete although the listing has more pages (${withMore.length})`,
        value: withMore.filter(({ found }) => found.complete).length,
        unit: '',
        wanted: { below: 1 },
      },
    ];
  });
}
