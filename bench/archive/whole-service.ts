import { openHome, type ServiceProcess } from '../../test/service-process.ts';
import { type ArchiveWorld, startArchiveWorld } from '../../test/world/archive-server.ts';
import { pastPage } from '../../test/world/archived-site.ts';
import type { WorldCapture, WorldRow } from '../../test/world/warc-files.ts';
import { cpuMsOf, pssMbOf } from '../process-tree.ts';
import { type Figure, quantile } from '../report.ts';
import { startDeadServer } from './dead-server.ts';
import { captures, changesWanted, historyOf } from './histories.ts';

// Cost of archive operations of the complete service, with an archive on loopback that responds at once.
const addresses = 20_000;
const seeds = 3;

interface Answer {
  status: string;
  receipt: { credits: number };
  urls: unknown[];
  complete: boolean;
  captures: { captured_at: string; until?: string; assumed: boolean }[];
  points: unknown[];
  source: string;
}

async function ask(service: ServiceProcess, body: object): Promise<{ answer: Answer; ms: number }> {
  const began = performance.now();
  const response = await fetch(`${service.url}/v1/archive`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Answer;
  const ms = performance.now() - began;
  if (answer.status !== 'ok') throw new Error(`${JSON.stringify(body)}: ${JSON.stringify(answer)}`);
  return { answer, ms };
}

/** Returns the rows of an index with `addresses` URLs without records. */
function rowsOfAddresses(): WorldRow[] {
  return Array.from({ length: addresses }, (_, at): WorldRow => {
    const path = `/section-${at % 40}/article-${String(at).padStart(5, '0')}`;
    const url = `http://big.example${path}`;
    const timestamp = `20${String(10 + (at % 15))}0601120000`;
    const row = { urlkey: `example,big)${path}`, timestamp, original: url, mimetype: 'text/html' };
    return {
      ...row,
      statuscode: '200',
      digest: String(at),
      length: '900',
      offset: 0,
      capture: { url, at: timestamp },
    };
  }).sort((one, other) => (one.urlkey < other.urlkey ? -1 : 1));
}

/** Returns the milliseconds that the archive itself takes for the same requests. */
async function ownMs(world: ArchiveWorld, paths: readonly string[]): Promise<number> {
  const began = performance.now();
  for (const path of paths) await (await fetch(`${world.wayback}${path}`)).arrayBuffer();
  return performance.now() - began;
}

/** Returns the peak memory of the processes during `work`, minus the memory before, in megabytes. */
async function memoryOf<Result>(
  pids: number[],
  work: () => Promise<Result>,
): Promise<{ result: Result; mb: number }> {
  const before = pssMbOf(pids);
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, pssMbOf(pids));
  }, 50);
  const result = await work().finally(() => clearInterval(watch));
  return { result, mb: Math.max(most, pssMbOf(pids)) - before };
}

async function measureAddresses(): Promise<Figure[]> {
  const world = await startArchiveWorld({ file: Buffer.alloc(0), rows: rowsOfAddresses() });
  const home = await openHome();
  try {
    const service = await home.start(world.environment);
    const postmaster = await home.postmaster();
    const pids = [service.pid, ...(postmaster === null ? [] : [postmaster.pid])];
    await ask(service, { action: 'urls', url: 'http://big.example/section-1/article-00001' });
    world.reset();
    const request = { action: 'urls', url: 'big.example', limit: addresses };
    const before = cpuMsOf(pids);
    const { result, mb } = await memoryOf(pids, () => ask(service, request));
    const cpu = cpuMsOf(pids) - before;
    const own = await ownMs(world, world.requested(/cdx/));
    if (!result.answer.complete || result.answer.urls.length !== addresses)
      throw new Error(`${result.answer.urls.length} addresses, complete: ${result.answer.complete}`);
    const again = await ask(service, request);
    return [
      {
        name: 'urls of 20,000 addresses, beside the archive’s own time',
        value: result.ms - own,
        unit: 'ms',
        wanted: { below: 10_000 },
      },
      { name: 'urls: the archive’s own time', value: own, unit: 'ms' },
      { name: 'urls: memory beyond what there was (PSS)', value: mb, unit: 'MB', wanted: { below: 150 } },
      { name: 'urls: CPU of service and database', value: cpu, unit: 'ms' },
      { name: 'urls, asked again (kept answers)', value: again.ms, unit: 'ms' },
    ];
  } finally {
    await home.close();
    await world.close();
  }
}

/** Returns one day per capture. */
function timestampAt(at: number): string {
  return new Date(Date.UTC(2015, 0, 1) + at * 86_400_000).toISOString().replaceAll(/[-:T]/g, '').slice(0, 14);
}

function capturesOf(url: string, seed: number, returns: boolean): { all: WorldCapture[]; places: number[] } {
  const { places, versions, random } = historyOf(seed, returns);
  const all = versions.map((version, at) => ({
    url,
    at: timestampAt(at),
    body: pastPage(
      'Offers',
      [`Offer number ${version * 7_919} stands until it is withdrawn.`],
      Math.floor(random() * 1e6),
    ),
  }));
  return { all, places };
}

/** Returns the number of changes found at their exact position. */
function exactOf(answer: Answer, places: readonly number[]): number {
  const instants = answer.captures.map(({ captured_at }) => captured_at.replaceAll(/\D/g, '').slice(0, 14));
  return places.filter((place) => instants.includes(timestampAt(place))).length;
}

/** Returns the number of missed changes in spans that are not marked as assumed. */
function unmarkedOf({ captures: rows }: Answer, places: readonly number[]): number {
  const at = (time: string | undefined) => time?.replaceAll(/\D/g, '').slice(0, 14) ?? '';
  return places
    .map(timestampAt)
    .filter((place) => !rows.some(({ captured_at }) => at(captured_at) === place))
    .filter(
      (place) =>
        !rows.some(
          ({ captured_at, until, assumed }) => assumed && at(captured_at) <= place && at(until) >= place,
        ),
    ).length;
}

const stays = (seed: number) => `http://offers.example/${seed}`;
const returning = (seed: number) => `http://offers.example/returning-${seed}`;

async function measureHistories(): Promise<Figure[]> {
  const histories = Array.from({ length: seeds }, (_, at) => capturesOf(stays(at), at + 1, false));
  const back = Array.from({ length: seeds }, (_, at) => capturesOf(returning(at), at + 1, true));
  const world = await startArchiveWorld([...histories, ...back].flatMap(({ all }) => all));
  const home = await openHome();
  try {
    const service = await home.start(world.environment);
    const runs: { ms: number; calls: number; credits: number; exact: number; extra: number }[] = [];
    const read: number[] = [];
    for (const [at, { places }] of histories.entries()) {
      world.reset();
      const url = stays(at);
      const { answer, ms } = await ask(service, { action: 'snapshots', url });
      const exact = exactOf(answer, places);
      runs.push({
        ms,
        calls: world.requested().length,
        credits: answer.receipt.credits,
        exact,
        extra: answer.captures.length - 1 - exact,
      });
      read.push((await ask(service, { action: 'history', url, points: 40 })).ms);
    }
    let [missed, unmarked] = [0, 0];
    for (const [at, { places }] of back.entries()) {
      const { answer } = await ask(service, { action: 'snapshots', url: returning(at), limit: captures });
      missed += changesWanted - exactOf(answer, places);
      unmarked += unmarkedOf(answer, places);
    }
    const median = (pick: (run: (typeof runs)[number]) => number) => quantile(runs.map(pick), 0.5);
    const wanted = seeds * changesWanted;
    return [
      {
        name: `service, ${captures} captures: changes found exactly, of ${wanted}`,
        value: runs.reduce((sum, { exact }) => sum + exact, 0),
        unit: '',
        wanted: { atLeast: wanted },
      },
      {
        name: `service, ${captures} captures: false changes`,
        value: runs.reduce((sum, { extra }) => sum + extra, 0),
        unit: '',
        wanted: { below: 1 },
      },
      {
        name: `service, ${captures} captures: credits, median`,
        value: median(({ credits }) => credits),
        unit: '',
        wanted: { below: 81 },
      },
      { name: `service, A-B-A: changes missed of ${wanted}`, value: missed, unit: '' },
      {
        name: 'service, A-B-A: missed outside of rows marked assumed',
        value: unmarked,
        unit: '',
        wanted: { below: 1 },
      },
      { name: 'service: calls to the archive, median', value: median(({ calls }) => calls), unit: '' },
      { name: 'service: snapshots, median of 3', value: median(({ ms }) => ms), unit: 'ms' },
      { name: 'service: history of 40 points, median of 3', value: quantile(read, 0.5), unit: 'ms' },
    ];
  } finally {
    await home.close();
    await world.close();
  }
}

async function measureDeadArchive(): Promise<Figure[]> {
  const pages = Array.from({ length: 4 }, (_, at) => ({
    url: `http://offers.example/${at}`,
    at: '20200101000000',
    body: pastPage('Offers', ['Cranes.'], at),
  }));
  const [world, dead, home] = await Promise.all([startArchiveWorld(pages), startDeadServer(), openHome()]);
  try {
    const service = await home.start({ ...world.environment, WEBDATA_WAYBACK_URL: dead.url });
    const get = (at: number, source: string) =>
      ask(service, { action: 'get', url: `http://offers.example/${at}`, source });
    await get(0, 'commoncrawl');
    const alone = await get(1, 'commoncrawl');
    const first = await get(2, 'auto');
    const second = await get(3, 'auto');
    if (first.answer.source !== 'commoncrawl') throw new Error(`${first.answer.source} answered`);
    return [
      {
        name: 'a dead archive delays the first request with auto by',
        value: first.ms - alone.ms,
        unit: 'ms',
        // Connect timeout plus timer tolerance.
        wanted: { below: 5_250 },
      },
      { name: 'and the next one by', value: second.ms - alone.ms, unit: 'ms' },
    ];
  } finally {
    await home.close();
    dead.stop();
    await world.close();
  }
}

/** Measures time, memory, calls and credits of the complete service. */
export async function measureService(): Promise<Figure[]> {
  return [...(await measureAddresses()), ...(await measureHistories()), ...(await measureDeadArchive())];
}
