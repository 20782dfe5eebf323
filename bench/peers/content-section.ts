// Main content: every library reads the same pages of the handed-over collections; each collection is scored by its own
// metric, and pages a second a core are computed from the processor time of the second half of the pages.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeText } from '../../src/page/text/decode.ts';
import { snippetF1 } from '../quality/figures.ts';
import { markdownOfHtml, strippedMarkdown } from '../quality/peers.ts';
import { archives, type SamplePage, sampleIn } from '../quality/sample.ts';
import { type Score, scorePage } from '../quality/score-page.ts';
import { startProgram } from './child-program.ts';
import { unpackCollections } from './collections.ts';
import { type PeerName, peerPackages } from './peer-list.ts';
import { measureRow, openPeer, type Section, type SectionContext } from './section.ts';

/** Every Nth page of a collection is read, in a full run. */
const every: Readonly<Record<string, number>> = { wcxb: 5, trafilatura: 4, scrapinghub: 1, readability: 1 };
const smallFactor = 12;
const timeoutMs = 15 * 60_000;

/** A library and the script that runs it. */
interface Reader {
  system: string;
  peer: PeerName;
  title: string;
  script: 'read_pages.py' | 'read-pages.mjs';
}

const readers: readonly Reader[] = [
  ...(['trafilatura', 'rs-trafilatura', 'magic-html', 'resiliparse'] as const).map(
    (peer): Reader => ({ system: peer, peer, title: peerPackages[peer].title, script: 'read_pages.py' }),
  ),
  {
    system: 'trafilatura-no-comments',
    peer: 'trafilatura',
    title: 'Trafilatura, include_comments=False',
    script: 'read_pages.py',
  },
  ...(['readability', 'defuddle'] as const).map(
    (peer): Reader => ({ system: peer, peer, title: peerPackages[peer].title, script: 'read-pages.mjs' }),
  ),
];

interface PreparedPage {
  page: SamplePage;
  file: string;
  html: string;
}

/** Returns the pages of the collections that are read, in an order in which the collections and kinds alternate. */
function chosenPages(folder: string, isSmall: boolean): SamplePage[] {
  const seen = new Map<string, number>();
  return sampleIn(folder, archives)
    .filter((page) => page.wanted.trim() !== '' || page.mustHave.length > 0)
    .filter(({ collection }) => {
      const at = seen.get(collection) ?? 0;
      seen.set(collection, at + 1);
      return at % ((every[collection] ?? 1) * (isSmall ? smallFactor : 1)) === 0;
    })
    .toSorted((one, other) => orderOf(one.id) - orderOf(other.id));
}

/** Returns a number that depends only on the id, so that each half of the pages has pages of all kinds. */
function orderOf(id: string): number {
  let hash = 17;
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}

/** Unpacks the collections into the cache, and writes the decoded text of the chosen pages with their manifest. */
function prepare({ data, size, run }: SectionContext): { pages: PreparedPage[]; manifest: string } | null {
  const folder = unpackCollections(data, archives);
  mkdirSync(join(folder, 'decoded'), { recursive: true });
  if (!archives.some((name) => existsSync(join(folder, name)))) return null;
  const pages = chosenPages(folder, size === 'small').map((page) => {
    const file = join(folder, 'decoded', `${page.collection}-${page.id.replace(/[^\w.-]/g, '_')}.html`);
    const html = decodeText(readFileSync(page.file), 'text/html', true).text;
    if (!existsSync(file)) writeFileSync(file, html);
    return { page, file, html };
  });
  const manifest = join(run.folder, 'content-manifest.jsonl');
  const lines = pages.map(({ page, file }) =>
    JSON.stringify({ id: `${page.collection}/${page.id}`, file, url: jobUrl(page.url), fold: page.fold }),
  );
  writeFileSync(manifest, `${lines.join('\n')}\n`);
  return { pages, manifest };
}

function jobUrl(url: string): string {
  return URL.canParse(url) ? url : 'https://example.com/';
}

/** What a library returned for a page. */
interface Reading {
  id: string;
  form: 'html' | 'markdown' | 'text';
  content: string;
  ms: number;
  error: string | null;
}

function mean(values: readonly (number | null | undefined)[]): number | null {
  const known = values.filter((value) => value !== null && value !== undefined);
  return known.length === 0 ? null : known.reduce((one, other) => one + other, 0) / known.length;
}

function qualityFigures(scores: readonly Score[]): Record<string, number | null> {
  const of = (name: string) => scores.filter(({ page }) => page.collection === name);
  const f1 = (list: readonly Score[]) => mean(list.map(({ words }) => words?.f1));
  const wcxb = of('wcxb');
  const kinds = [...new Set(wcxb.map(({ page }) => page.kind))].sort();
  const trafilatura = of('trafilatura');
  return {
    wcxb: f1(wcxb),
    ...Object.fromEntries(kinds.map((kind) => [kind, f1(wcxb.filter(({ page }) => page.kind === kind))])),
    scrapinghub: f1(of('scrapinghub')),
    readability: f1(of('readability')),
    trafilatura: trafilatura.length === 0 ? null : snippetF1(trafilatura),
    unwanted: mean(trafilatura.map(({ mustNot }) => mustNot)),
    empty: scores.filter(({ isEmpty }) => isEmpty).length,
  };
}

function scoreAll(
  pages: readonly PreparedPage[],
  contentOf: (prepared: PreparedPage) => string,
  note: (line: object) => void,
): Record<string, number | null> {
  const scores = pages.map((prepared) => {
    const { page, html } = prepared;
    const score = scorePage(page, html, contentOf(prepared));
    const { words, mustHave, mustNot, isEmpty } = score;
    note({ id: `${page.collection}/${page.id}`, kind: page.kind, f1: words?.f1, mustHave, mustNot, isEmpty });
    return score;
  });
  return qualityFigures(scores);
}

/** Runs a reader over the manifest, and returns the figures of its readings. */
async function measureReader(
  { run }: SectionContext,
  pages: readonly PreparedPage[],
  system: string,
  start: { program: string; script: string; args: (output: string) => string[] },
): Promise<{ figures: Record<string, number | null>; log: string }> {
  const output = join(run.folder, `content-${system}-pages.jsonl`);
  await startProgram({
    program: start.program,
    script: start.script,
    args: start.args(output),
    errorLog: join(run.folder, `content-${system}.err`),
    timeoutMs,
  }).done;
  const readings = new Map(
    readFileSync(output, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Reading)
      .map((reading): [string, Reading] => [reading.id, reading]),
  );
  const log = `content-${system}-scores.jsonl`;
  const figures = scoreAll(
    pages,
    ({ page }) => {
      const { form, content } = readings.get(`${page.collection}/${page.id}`) ?? {
        form: 'text',
        content: '',
      };
      return form === 'html' ? markdownOfHtml(content, jobUrl(page.url)) : content;
    },
    (line) => run.log(log, line),
  );
  const all = [...readings.values()];
  const timed = all.slice(Math.floor(all.length / 2));
  const ms = timed.reduce((sum, one) => sum + one.ms, 0);
  run.log(log, { timedPages: timed.length, timedMs: ms });
  return {
    figures: {
      ...figures,
      failures: all.filter(({ error }) => error !== null).length + pages.length - all.length,
      pagesPerSecond: (timed.length * 1_000) / ms,
    },
    log,
  };
}

/** Measures the quality and speed of main content. */
export const measureContent: Section = async (context) => {
  const { run } = context;
  const prepared = prepare(context);
  if (prepared === null) {
    const reason = `${context.data} contains none of the collections; name a folder with them with --data`;
    run.addAbsence({
      section: 'content',
      table: null,
      system: 'all',
      title: 'all libraries',
      version: '',
      reason,
    });
    return;
  }
  const counts = Map.groupBy(prepared.pages, ({ page }) => page.collection);
  run.describeInput('content', [...counts].map(([name, list]) => `${name}: ${list.length} pages`).join(', '));
  const row = { section: 'content', table: 'content' } as const;
  await measureRow(context, { ...row, system: 'webdata', title: 'webdata' }, () =>
    measureReader(context, prepared.pages, 'webdata', {
      program: process.execPath,
      script: 'read-pages-webdata.ts',
      args: (output) => [prepared.manifest, output],
    }),
  );
  for (const { system, peer, title, script } of readers) {
    if (!context.isWanted(system)) continue;
    const installed = await openPeer(context, 'content', peer);
    if (installed === null) continue;
    await measureRow(context, { ...row, system, title, version: installed.version }, () =>
      measureReader(context, prepared.pages, system, {
        program: installed.program,
        script,
        args: (output) => [system, prepared.manifest, output, installed.folder],
      }),
    );
  }
  const baseline = 'body without nav, footer, aside …';
  await measureRow(context, { ...row, system: 'stripped-body', title: baseline }, async () => {
    const log = 'content-stripped-body-scores.jsonl';
    const figures = scoreAll(
      prepared.pages,
      ({ page, html }) => strippedMarkdown(html, jobUrl(page.url)),
      (line) => run.log(log, line),
    );
    return { figures: { ...figures, failures: 0, pagesPerSecond: null }, log };
  });
};
