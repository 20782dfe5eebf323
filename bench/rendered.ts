import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openHome } from '../test/service-process.ts';
import { load } from './load.ts';
import { installPeer, isInstalled } from './peers/install-peer.ts';
import { browserPeers, readWithPeer } from './peers/read-with-peer.ts';
import { cpuMsOfMachine } from './process-tree.ts';
import { type Figure, report } from './report.ts';
import { startSite } from './start-site.ts';

// Cost of pages that a browser reads, by kind of site, in CPU time of the whole machine, on which nothing else may run: node --max-semi-space-size=8 bench/run.ts rendered [PAGES] [AT ONCE].
// The baseline is the same bench in a clone of an earlier commit. With `peers`, other crawlers with a browser read as many pages of
// the same sites after it; what a run of four pages costs is subtracted, so that the start of their browser does not count.
const pages = Number(process.argv[3] ?? 40);
const atOnce = Number(process.argv[4] ?? 1);
const linesOfPage = 40;
const warmUpPages = 4;
const withPeers = process.argv.includes('peers');

const site = await startSite('rendered-sites.ts');
const home = await openHome();
const service = await home.start();

/** Returns the share of the lines of a page that its Markdown has. */
function shareOf(markdown: string, page: number): number {
  const text = markdown.replaceAll('\\', '');
  const found = Array.from({ length: linesOfPage }, (_, n) => text.includes(`Crane ${n} of page ${page}`));
  return found.filter(Boolean).length / linesOfPage;
}

/** Returns the share of the lines of a page that came out. */
async function readShare(kind: string, page: number): Promise<number> {
  const answer = await fetch(`${service.url}/v1/scrape`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: `${site.url}/${kind}?page=${page}`, render: 'always' }),
  });
  const { markdown = '', receipt } = (await answer.json()) as {
    markdown?: string;
    receipt?: { route: string };
  };
  if (receipt?.route !== 'browser') throw new Error(`no browser: ${answer.status} ${markdown.slice(0, 200)}`);
  return shareOf(markdown, page);
}

async function measure(kind: string): Promise<Figure[]> {
  await load(warmUpPages, atOnce, async (page) => void (await readShare(kind, page)));
  const before = cpuMsOfMachine();
  let shares = 0;
  const run = await load(pages, atOnce, async (page) => {
    const share = await readShare(kind, 100 + page);
    shares += share;
  });
  return [
    { name: `${kind}: CPU a page`, value: (cpuMsOfMachine() - before) / pages, unit: 'ms' },
    { name: `${kind}: pages a second, ${atOnce} at once`, value: run.perSecond, unit: 'a second' },
    {
      name: `${kind}: text that came out`,
      value: (shares / pages) * 100,
      unit: '%',
      wanted: { atLeast: 100 },
    },
  ];
}

/** Measures the other crawlers on pages of one kind. */
async function measurePeers(kind: string, folder: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const name of browserPeers) {
    const peer = await installPeer(name);
    if (!isInstalled(peer)) throw new Error(peer.reason);
    const at = (page: number) => `${site.url}/${kind}?page=${page}`;
    const numbers = Array.from({ length: warmUpPages + pages }, (_, page) => 100 + page);
    const readFirst = async (count: number) => {
      const before = cpuMsOfMachine();
      const urls = numbers.slice(0, count).map(at);
      const { markdown, ms } = await readWithPeer(peer, name, {
        urls,
        concurrency: atOnce,
        settleMs: 0,
        folder,
      });
      return { markdown, ms, cpuMs: cpuMsOfMachine() - before };
    };
    const start = await readFirst(warmUpPages);
    const read = await readFirst(numbers.length);
    const shares = numbers.map((page) => shareOf(read.markdown.get(at(page)) ?? '', page));
    const title = `${kind}, ${peer.title} ${peer.version}`;
    figures.push(
      { name: `${title}: CPU a page`, value: (read.cpuMs - start.cpuMs) / pages, unit: 'ms' },
      { name: `${title}: pages a second`, value: (pages * 1_000) / (read.ms - start.ms), unit: 'a second' },
      {
        name: `${title}: text`,
        value: (shares.reduce((sum, one) => sum + one, 0) / numbers.length) * 100,
        unit: '%',
      },
    );
  }
  return figures;
}

const kinds = ['application', 'server', 'heavy'];
const folder = mkdtempSync(join(tmpdir(), 'webdata-rendered-'));
try {
  const figures: Figure[] = [];
  for (const kind of kinds) figures.push(...(await measure(kind)));
  if (withPeers) {
    await service.stop();
    for (const kind of kinds) figures.push(...(await measurePeers(kind, folder)));
  }
  await report('rendered', figures);
} finally {
  await service.stop();
  await home.close();
  site.stop();
  rmSync(folder, { recursive: true });
}
