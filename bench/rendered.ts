import { openHome } from '../test/service-process.ts';
import { load } from './load.ts';
import { cpuMsOf } from './process-tree.ts';
import { type Figure, report } from './report.ts';
import { startSite } from './start-site.ts';

// Cost of pages that a browser reads, by kind of site: node --max-semi-space-size=8 bench/run.ts rendered [PAGES] [AT ONCE].
// The baseline is the same bench in a clone of an earlier commit.
const pages = Number(process.argv[3] ?? 40);
const atOnce = Number(process.argv[4] ?? 1);
const linesOfPage = 40;
const warmUpPages = 4;

const site = await startSite('rendered-sites.ts');
const home = await openHome();
const service = await home.start();

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
  const found = Array.from({ length: linesOfPage }, (_, n) =>
    markdown.includes(`Crane ${n} of page ${page}`),
  );
  return found.filter(Boolean).length / linesOfPage;
}

async function measure(kind: string): Promise<Figure[]> {
  await load(warmUpPages, atOnce, async (page) => void (await readShare(kind, page)));
  const spent = () => cpuMsOf([service.pid]);
  const before = spent();
  let shares = 0;
  const run = await load(pages, atOnce, async (page) => {
    const share = await readShare(kind, 100 + page);
    shares += share;
  });
  return [
    { name: `${kind}: CPU a page, all processes`, value: (spent() - before) / pages, unit: 'ms' },
    { name: `${kind}: pages a second, ${atOnce} at once`, value: run.perSecond, unit: 'a second' },
    {
      name: `${kind}: text that came out`,
      value: (shares / pages) * 100,
      unit: '%',
      wanted: { atLeast: 100 },
    },
  ];
}

try {
  const figures: Figure[] = [];
  for (const kind of ['application', 'server', 'heavy']) figures.push(...(await measure(kind)));
  await report('rendered', figures);
} finally {
  await service.stop();
  await home.close();
  site.stop();
}
