// Records: the list of a page without a schema, an example or a rule of its site, beside libraries that find it in the same way.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeText } from '../../src/page/text/decode.ts';
import { collectPage } from '../listings/collect-page.ts';
import { type CourtPage, courtPages } from '../listings/court-pages.ts';
import { askedNames, collectCourtPage, scoreCourtPage } from '../listings/measure-courts.ts';
import { type JudgedPage, judgedPages } from '../listings/real-pages.ts';
import { startProgram } from './child-program.ts';
import { unpackCollections } from './collections.ts';
import type { InstalledPeer } from './install-peer.ts';
import { type Measured, measureRow, openPeer, type Section, type SectionContext } from './section.ts';

const timeoutMs = 10 * 60_000;
/** Every Nth page is read in a small run. */
const smallFactor = 6;
const courtUrl = 'https://court.test/list';
const libraries = ['gerapy-auto-extractor', 'lxparse'] as const;
/** Libraries for the same work that cannot be compared, with the reason. */
const excluded = [
  ['mdr', 'MDR 0.0.1', 'Its Cython code of 2014 does not compile for Python 3.11.'],
  ['scrapely', 'Scrapely', 'It needs an annotated example of each kind of page.'],
  ['autoscraper', 'AutoScraper', 'It needs examples of the wanted values of each page.'],
  ['webstruct', 'webstruct', 'It needs a model that is trained with annotated pages.'],
  ['extractnet', 'ExtractNet', 'It reads articles, not lists.'],
] as const;

type Records = readonly Readonly<Record<string, unknown>>[];

/** The pages of both collections. */
interface Pages {
  real: readonly JudgedPage[];
  courts: readonly CourtPage[];
}

/** Records that a reader found, by id of the page. */
interface Found {
  real: ReadonlyMap<string, Records>;
  courts: ReadonlyMap<string, Records>;
  failures: number;
}

function share<Item>(items: readonly Item[], test: (item: Item) => boolean): number | null {
  return items.length === 0 ? null : items.filter(test).length / items.length;
}

function figuresOf({ run }: SectionContext, system: string, pages: Pages, found: Found): Measured {
  const log = `records-${system}.log.jsonl`;
  const real = pages.real.map((page) => {
    const records = found.real.get(page.id) ?? [];
    const right = page.judge(records);
    run.log(log, {
      id: page.id,
      isDeveloped: page.isDeveloped,
      right,
      records: records.slice(0, 3),
      count: records.length,
    });
    return { page, right };
  });
  const courts = pages.courts.map((page) => {
    const records = found.courts.get(page.id) ?? [];
    const { isRegionRight } = scoreCourtPage(page, records);
    run.log(log, {
      id: page.id,
      isRegionRight,
      wanted: page.records.length,
      records: records.slice(0, 3),
      count: records.length,
    });
    return isRegionRight;
  });
  const ofHalf = (isDeveloped: boolean) => real.filter(({ page }) => page.isDeveloped === isDeveloped);
  const held = ofHalf(false);
  return {
    figures: {
      developed: share(ofHalf(true), ({ right }) => right !== null),
      heldOut: share(held, ({ right }) => right !== null),
      title: share(held, ({ right }) => right?.includes('title') === true),
      url: share(held, ({ right }) => right?.includes('url') === true),
      courts: share(courts, Boolean),
      failures: found.failures,
    },
    log,
  };
}

async function readWithWebdata({ real, courts }: Pages): Promise<Found> {
  const found = { real: new Map<string, Records>(), courts: new Map<string, Records>(), failures: 0 };
  for (const { id, url, file, fields } of real)
    found.real.set(id, (await collectPage(url, readFileSync(file), [...fields])).records);
  for (const page of courts) found.courts.set(page.id, await collectCourtPage(page));
  return found;
}

interface Line {
  id: string;
  records: { title: string | null; url: string | null }[];
  error: string | null;
}

/** Writes the decoded pages for the libraries, and returns their manifest. */
function writePages({ run }: SectionContext, { real, courts }: Pages): string {
  const all = [
    ...real.map(({ id, url, file }) => ({ id: `real/${id}`, url, file })),
    ...courts.map(({ id, file }) => ({ id: `courts/${id}`, url: courtUrl, file })),
  ];
  const lines = all.map(({ id, url, file: source }, at) => {
    const file = join(run.folder, `records-${at}.html`);
    writeFileSync(file, decodeText(readFileSync(source), 'text/html', true).text);
    return JSON.stringify({ id, url, file });
  });
  const manifest = join(run.folder, 'records-manifest.jsonl');
  writeFileSync(manifest, `${lines.join('\n')}\n`);
  return manifest;
}

async function readWithLibrary(
  { run }: SectionContext,
  library: string,
  peer: InstalledPeer,
  manifest: string,
): Promise<Found> {
  const output = join(run.folder, `records-${library}.jsonl`);
  await startProgram({
    program: peer.program,
    script: 'list_records.py',
    args: [library, manifest, output],
    errorLog: join(run.folder, `records-${library}.err`),
    timeoutMs,
  }).done;
  const lines = readFileSync(output, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
  const of = (set: string) =>
    lines.flatMap(({ id, records }) =>
      id.startsWith(`${set}/`)
        ? [
            [
              id.slice(set.length + 1),
              records.map(({ title, url }) => ({ title: title || null, url: url || null })),
            ] as const,
          ]
        : [],
    );
  const court = of('courts').map(([id, records]): [string, Records] => [
    id,
    records.map(({ title, url }) => ({ [askedNames.title]: title, [askedNames.link]: url })),
  ]);
  return {
    real: new Map(of('real')),
    courts: new Map(court),
    failures: lines.filter(({ error }) => error !== null).length,
  };
}

/** Measures the records of listing pages. */
export const measureRecords: Section = async (context) => {
  const { run, data, size } = context;
  const folder = unpackCollections(data, ['pages', 'records']);
  const row = { section: 'records', table: 'records' } as const;
  const isTaken = (_: unknown, at: number) => size === 'full' || at % smallFactor === 0;
  const pages: Pages = {
    real: judgedPages(join(folder, 'pages')).filter(isTaken),
    courts: courtPages(join(folder, 'records'))
      .filter(({ records }) => records.length > 0)
      .filter(isTaken),
  };
  if (pages.real.length + pages.courts.length === 0) {
    const reason = `${data} does not contain the collections; name a folder with them with --data`;
    run.addAbsence({ ...row, table: null, system: 'all', title: 'all libraries', version: '', reason });
    return;
  }
  run.describeInput('records', `${pages.real.length} pages of sites, ${pages.courts.length} lists of courts`);
  await measureRow(context, { ...row, system: 'webdata', title: 'webdata' }, async () =>
    figuresOf(context, 'webdata', pages, await readWithWebdata(pages)),
  );
  const manifest = writePages(context, pages);
  for (const library of libraries) {
    if (!context.isWanted(library)) continue;
    const peer = await openPeer(context, 'records', library);
    if (peer === null) continue;
    const { title, version } = peer;
    await measureRow(context, { ...row, system: library, title, version }, async () =>
      figuresOf(context, library, pages, await readWithLibrary(context, library, peer, manifest)),
    );
  }
  for (const [system, title, reason] of excluded)
    run.addAbsence({ ...row, system, title, version: '', reason });
};
