import { availableParallelism } from 'node:os';
import { openHome } from '../test/service-process.ts';
import { load } from './load.ts';
import { cpuMsOf, cpuMsOfChildren, ownCpuMsOf, processCountOf, pssMbOf } from './process-tree.ts';
import { quantile, report } from './report.ts';
import { startSite } from './start-site.ts';

// Cost of pages read in a browser: processor time of browser and service, and growth over many pages.
const pages = Number(process.argv[3] ?? 500);
const atOnce = availableParallelism() * 4;
const site = await startSite('scripted-site.ts');
const home = await openHome();
const service = await home.start();
const postmaster = await home.postmaster();
const database = postmaster === null ? [] : [postmaster.pid];

async function scrape(index: number): Promise<void> {
  const answer = await fetch(`${service.url}/v1/scrape`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: `${site.url}/?page=${index}`, render: 'always' }),
  });
  const page = (await answer.json()) as { markdown?: string; receipt: { route: string } };
  if (page.receipt.route !== 'browser' || !/Crane number 47/.test(page.markdown ?? '')) {
    throw new Error(`scrape answered ${answer.status} ${JSON.stringify(page).slice(0, 500)}`);
  }
}

/** Last measured CPU time of each browser, which includes replaced ones. */
const browsers = new Map<number, number>();
function lookAtBrowsers(): void {
  for (const [pid, ms] of cpuMsOfChildren(service.pid, database)) {
    browsers.set(pid, Math.max(ms, browsers.get(pid) ?? 0));
  }
}
const looking = setInterval(lookAtBrowsers, 200);

/** Returns the CPU time so far in milliseconds, by process group. */
function spent() {
  lookAtBrowsers();
  return {
    ours: ownCpuMsOf(service.pid),
    ofDatabase: cpuMsOf(database),
    browser: browsers.values().reduce((sum, ms) => sum + ms, 0),
    site: cpuMsOf([site.pid]),
    client: ownCpuMsOf(process.pid),
  };
}

/** Returns memory and processes of service and browser without an open page. */
function held() {
  return { mb: pssMbOf([service.pid]), processes: processCountOf([service.pid]) };
}

const rest = () => new Promise((resolve) => setTimeout(resolve, 1_500));

try {
  // Enough pages for a browser replacement and a stable heap size.
  await load(240, atOnce, scrape);
  const alone = await load(10, 1, scrape);
  await rest();
  const heldBefore = held();
  const before = spent();
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, pssMbOf([service.pid]));
  }, 2_000);
  const run = await load(pages, atOnce, scrape);
  clearInterval(watch);
  clearInterval(looking);
  const after = spent();
  await rest();
  const heldAfter = held();
  const each = (part: keyof typeof after) => (after[part] - before[part]) / pages;
  const cpuInAll = each('browser') + each('ours') + each('ofDatabase') + each('site') + each('client');
  const possible = (availableParallelism() * 1000) / cpuInAll;
  await report('browser', [
    { name: 'CPU of the browser a page', value: each('browser'), unit: 'ms', wanted: { below: 300 } },
    { name: 'CPU of ours a page', value: each('ours'), unit: 'ms', wanted: { below: 60 } },
    {
      name: 'CPU of database, site and client a page',
      value: cpuInAll - each('browser') - each('ours'),
      unit: 'ms',
    },
    { name: 'one page alone, median', value: quantile(alone.times, 0.5), unit: 'ms' },
    { name: `pages a second, ${atOnce} at once`, value: run.perSecond, unit: 'a second' },
    {
      name: 'of what the processor time allows',
      value: (run.perSecond / possible) * 100,
      unit: '%',
      wanted: { atLeast: 80 },
    },
    { name: `memory before ${pages} pages, idle (PSS)`, value: heldBefore.mb, unit: 'MB' },
    { name: `memory after ${pages} pages, idle (PSS)`, value: heldAfter.mb, unit: 'MB' },
    { name: 'memory while they are read, most (PSS)', value: most, unit: 'MB' },
    {
      name: 'processes more than before',
      value: heldAfter.processes - heldBefore.processes,
      unit: '',
      wanted: { below: 1 },
    },
  ]);
} finally {
  clearInterval(looking);
  await service.stop();
  await home.close();
  site.stop();
}
