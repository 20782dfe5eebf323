import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CDPSession, chromium, type Page } from 'playwright-core';
import { startService } from '../src/app/service.ts';
import { readSettings } from '../src/config.ts';
import { findBrowser } from '../src/web/browser/find/find-browser.ts';
import { buildConsole } from '../test/console/build-console.ts';
import { startPostgresServer } from '../test/postgres-server.ts';
import { type Figure, quantile, report } from './report.ts';

/** Measures the console with a dataset of 10,000 records: opening, scrolling, sorting and searching. */
const count = 10_000;
const rounds = 5;
const key = 'wd_bench_0123456789abcdef';
const maxTaskMs = 100;

const server = await startPostgresServer();
const dataDir = await mkdtemp(join(tmpdir(), 'webdata-bench-console-'));
const exitsFile = join(dataDir, 'exits.json');
await writeFile(exitsFile, '{"exits": [{"id": "this-machine", "network": "service"}], "echo": null}');
await buildConsole();
const service = await startService(
  readSettings({
    DATABASE_URL: server.connectionString,
    WEBDATA_SECRET: 'a root secret for benches alone',
    DATA_DIR: dataDir,
    PORT: '0',
    WEBDATA_API_KEY: key,
    WEBDATA_LOG_LEVEL: 'silent',
    WEBDATA_EXITS: exitsFile,
    WEBDATA_BROWSER: 'none',
  }),
  { watchdog: null },
);

async function createDataset(): Promise<string> {
  const records = Array.from({ length: count }, (_, number) => ({
    id: number,
    name: `Lamp number ${number} of oak and brass`,
    price: 10 + ((number * 37) % 500),
    stock: number % 9 !== 0,
    link: `https://shop.example/lamps/${number}`,
  }));
  const response = await fetch(`${service.url}/v1/datasets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Lamps', source: { kind: 'records', records } }),
  });
  if (!response.ok) throw new Error(await response.text());
  return ((await response.json()) as { did: string }).did;
}

/** Duration and processor time of an action, and the longest task of the page during it, in milliseconds. */
interface Measured {
  ms: number;
  cpuMs: number;
  longestTaskMs: number;
}

/** Returns the processor time of all tasks of the page so far, which other programs on the machine do not change. */
async function readCpuMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
}

async function measure(page: Page, session: CDPSession, work: () => Promise<unknown>): Promise<Measured> {
  await page.evaluate('window.tasks = []');
  const cpuBefore = await readCpuMs(session);
  const began = performance.now();
  await work();
  const ms = performance.now() - began;
  const cpuMs = (await readCpuMs(session)) - cpuBefore;
  await page.waitForTimeout(400);
  // Tasks below 50 ms are not reported (Long Tasks API).
  const longestTaskMs = await page.evaluate<number>('Math.max(0, ...window.tasks)');
  return { ms, cpuMs, longestTaskMs };
}

const observer = `window.tasks = [];
new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((entry) => entry.duration)))
  .observe({ type: 'longtask' });`;

async function openPage(page: Page, did: string): Promise<void> {
  await page.addInitScript(observer);
  await page.goto(service.url);
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  await page.goto(`${service.url}/#/datasets/${did}`);
  await page.getByRole('status').getByText('10,000 records', { exact: true }).waitFor();
  await page.getByRole('table', { name: 'Records' }).waitFor();
}

const scroll = `new Promise((resolve) => {
  const table = document.querySelector('.data-table');
  let steps = 0;
  const step = () => {
    table.scrollTop = (table.scrollHeight * steps) / 60;
    steps += 1;
    if (steps <= 60) requestAnimationFrame(step); else resolve(true);
  };
  step();
})`;

async function run(): Promise<Figure[]> {
  const { browser: found, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  const executablePath = found?.program?.executable;
  if (executablePath === undefined) throw new Error(`This bench needs a browser: ${detail}`);
  const browser = await chromium.launch({ executablePath });
  try {
    const did = await createDataset();
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(60_000);
    await openPage(page, did);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const table = page.getByRole('table', { name: 'Records' });
    const search = page.getByLabel('Search records');
    const actions: Record<string, () => Promise<unknown>> = {
      'scroll through all rows': () => page.evaluate(scroll),
      'sort by a number': () => table.getByRole('button', { name: 'price' }).click(),
      'search all fields': async () => {
        await search.fill('lamp number 9999');
        await page.getByText('1 record', { exact: true }).waitFor();
      },
      'clear the search': async () => {
        await search.fill('');
        await page.getByText('10,000 records', { exact: true }).waitFor();
      },
    };
    const found = new Map<string, Measured[]>();
    for (let round = 0; round < rounds; round += 1)
      for (const [name, work] of Object.entries(actions))
        found.set(name, [...(found.get(name) ?? []), await measure(page, session, work)]);
    return [...found].flatMap(([name, measured]): Figure[] => [
      {
        name,
        value: quantile(
          measured.map(({ ms }) => ms),
          0.5,
        ),
        unit: 'ms',
      },
      {
        name: `${name}: processor time`,
        value: quantile(
          measured.map(({ cpuMs }) => cpuMs),
          0.5,
        ),
        unit: 'ms',
      },
      {
        name: `${name}: longest task`,
        value: Math.max(...measured.map(({ longestTaskMs }) => longestTaskMs)),
        unit: 'ms',
        wanted: { below: maxTaskMs },
      },
    ]);
  } finally {
    await browser.close();
  }
}

try {
  await report('console', await run());
} finally {
  await service.stop();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
