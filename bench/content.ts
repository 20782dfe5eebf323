// npm run bench -- content [PAGES]: processor time from bytes to Markdown, compared with other libraries and with
// parse5 alone. Processor time, because the machine may be busy with other work. Each library reads all pages in a
// separate run, like a service that uses it; the libraries alternate by round, and the minimum time of each page
// counts.
import { readFileSync } from 'node:fs';
import { parse } from 'parse5';
import { describePage } from '../src/extract/describe-page.ts';
import { readResponse } from '../src/page/read/read-response.ts';
import { decodeText } from '../src/page/text/decode.ts';
import { pageJob } from './quality/page-job.ts';
import { openPeers } from './quality/peers.ts';
import { openSample } from './quality/sample.ts';
import { type Figure, quantile, report } from './report.ts';

interface Input {
  url: string;
  bytes: Buffer;
  html: string;
}

/** Every `every`th page is measured, so that slow libraries end in acceptable time. */
const every = 16;
/** Number of unmeasured rounds: the engine's optimized code is final after about five hundred pages. */
const warmUps = 7;
const rounds = 2;

interface Run {
  name: string;
  read(input: Input): unknown;
}

/** Returns the milliseconds of processor time for one page. */
async function cost(run: Run, input: Input): Promise<number> {
  const begun = process.cpuUsage();
  try {
    await run.read(input);
  } catch {
    // A library that fails on a page is timed anyway.
  }
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

const inputs = openSample()
  .filter((_, index) => index % every === 0)
  .map((page): Input => {
    const bytes = readFileSync(page.file);
    return { url: pageJob(page.url).url, bytes, html: decodeText(bytes, 'text/html', true).text };
  });
const peers = await openPeers();
const runs: Run[] = [
  {
    name: 'webdata',
    read: ({ url, bytes }) => readResponse(pageJob(url, bytes), { describe: describePage }),
  },
  { name: 'parse5 alone', read: ({ html }) => parse(html) },
  ...peers.map((peer): Run => ({ name: peer.name, read: ({ html, url }) => peer.contentOf(html, url) })),
];
const megabytes = inputs.reduce((sum, input) => sum + input.bytes.length, 0) / 1e6;
const figures: Figure[] = [{ name: 'pages', value: inputs.length, unit: '' }];
const totals = new Map<string, number>();
const silenced = console.error;
console.error = () => {};
const timesOf = new Map<Run, number[]>(runs.map((run) => [run, []]));
for (let round = 0; round < warmUps + rounds; round += 1) {
  for (const run of runs) {
    const times: number[] = [];
    for (const input of inputs) times.push(await cost(run, input));
    const before = timesOf.get(run);
    if (before === undefined || round < warmUps) continue;
    timesOf.set(
      run,
      before.length === 0 ? times : times.map((time, at) => Math.min(time, before[at] as number)),
    );
  }
}
for (const [run, times] of timesOf) {
  const seconds = times.reduce((one, other) => one + other, 0) / 1000;
  totals.set(run.name, seconds);
  const isOurs = run.name === 'webdata';
  figures.push(
    {
      name: `${run.name}: pages`,
      value: inputs.length / seconds,
      unit: '/s',
      ...(isOurs ? { wanted: { atLeast: 200 } } : {}),
    },
    { name: `${run.name}: throughput`, value: megabytes / seconds, unit: 'MB/s' },
    {
      name: `${run.name}: median`,
      value: quantile(times, 0.5),
      unit: 'ms',
      ...(isOurs ? { wanted: { below: 4 } } : {}),
    },
    {
      name: `${run.name}: p95`,
      value: quantile(times, 0.95),
      unit: 'ms',
      ...(isOurs ? { wanted: { below: 15 } } : {}),
    },
  );
}
console.error = silenced;
const ratio = (totals.get('Readability + linkedom') ?? Number.NaN) / (totals.get('webdata') ?? Number.NaN);
figures.push({
  name: 'webdata is so many times as fast as Readability + linkedom',
  value: ratio,
  unit: '×',
  wanted: { atLeast: 6 },
});
await report('content', figures);
