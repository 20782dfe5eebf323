// npm run bench -- metadata [FOLDER]: title, author and date in the metadata of pages. FOLDER holds the unpacked archives
// `metadata` and `pages` of the samples. `revision=PATH` reads the pages with another checkout, for its figures beside.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageMetadata } from '../src/domain/pages/page.ts';
import { decodeText } from '../src/page/text/decode.ts';
import { pageJob } from './quality/page-job.ts';
import { samplePages } from './quality/sample.ts';
import { type Figure, report } from './report.ts';

type Reader = typeof import('../src/page/read/read-html.ts');
type Describer = Partial<typeof import('../src/extract/describe-page.ts')>;

interface Reference {
  url: string;
  title?: string | null;
  author?: string | null;
  published?: string | null;
}

const facts = ['title', 'author', 'published'] as const;
type Fact = (typeof facts)[number];
const dayMs = 86_400_000;

const folder = process.argv[3] ?? '/tmp';
const other = process.argv.find((one) => one.startsWith('revision='))?.slice('revision='.length);
const root =
  other === undefined ? new URL('../', import.meta.url).href : `${pathToFileURL(path.resolve(other)).href}/`;
const { readHtml }: Reader = await import(`${root}src/page/read/read-html.ts`);
const { describePage: describe }: Describer = await import(`${root}src/extract/describe-page.ts`).catch(
  () => ({}),
);

function metadataOf(file: string, url: string): PageMetadata {
  const html = decodeText(readFileSync(file), 'text/html', true).text;
  return describe === undefined
    ? readHtml(html, pageJob(url)).metadata
    : readHtml(html, pageJob(url), { describe }).metadata;
}

const wordsOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Compares a value with its reference: names in any order, days within the time zones of a day. */
function isRight(fact: Fact, wanted: string, given: string): boolean {
  if (fact === 'published')
    return Math.abs(Date.parse(given.slice(0, 10)) - Date.parse(wanted.slice(0, 10))) <= dayMs;
  if (fact === 'title') return wordsOf(wanted) === wordsOf(given);
  const names = (text: string) =>
    wordsOf(text)
      .split(/ (?:and )?/)
      .sort()
      .join(' ');
  return names(wanted) === names(given);
}

/** Figures of one set: of the pages whose reference states a fact, those with the right value, and with another one. */
function figuresOf(set: string, pages: readonly [file: string, reference: Reference][]): Figure[] {
  const counts = new Map(facts.map((fact) => [fact, { wanted: 0, right: 0, wrong: 0 }]));
  let without = 0;
  let empty = 0;
  for (const [file, reference] of pages) {
    const metadata = metadataOf(file, reference.url);
    for (const [fact, count] of counts) {
      const wanted = reference[fact];
      const given = metadata[fact];
      if (fact === 'author' && !wanted) {
        without++;
        if (given === undefined) empty++;
      }
      if (!wanted) continue;
      count.wanted++;
      if (given === undefined) continue;
      if (isRight(fact, wanted, given)) count.right++;
      else count.wrong++;
    }
  }
  const share = (part: number, whole: number) => (100 * part) / Math.max(1, whole);
  const stated = [...counts].flatMap(([fact, { wanted, right, wrong }]): Figure[] =>
    wanted === 0
      ? []
      : [
          { name: `${set}, ${fact}, right (of ${wanted})`, value: share(right, wanted), unit: '%' },
          { name: `${set}, ${fact}, wrong`, value: share(wrong, wanted), unit: '%' },
        ],
  );
  if (without === 0) return stated;
  return [
    ...stated,
    { name: `${set}, no author (of ${without} without one)`, value: share(empty, without), unit: '%' },
  ];
}

const articles = JSON.parse(readFileSync(path.join(folder, 'metadata/gt.json'), 'utf8')) as Record<
  string,
  Reference
>;
const samples = (samplePages(path.join(folder, 'pages')) ?? []).filter(({ url }) => URL.canParse(url));
const kinds = Map.groupBy(samples, ({ kind }) => kind);
await report('metadata', [
  ...figuresOf(
    'articles with metadata',
    Object.entries(articles).map(([id, reference]) => [
      path.join(folder, `metadata/html/${id}.html`),
      reference,
    ]),
  ),
  ...[...kinds].flatMap(([kind, pages]) =>
    figuresOf(
      kind,
      pages.map(({ file, url, facts: { title, author, published_date: published } }) => [
        file,
        { url, title, author, published },
      ]),
    ),
  ),
]);
