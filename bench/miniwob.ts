// npm run bench -- miniwob: tasks of MiniWoB++ (PyPI, MIT), played by scripts that see only snapshots of the browser. The
// environment variable MINIWOB names the folder `miniwob/html` of the unpacked package; TASKS selects tasks by parts of their names, with
// commas between them.
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { browserAction } from '../src/domain/pages/browser-action.ts';
import { silentLog } from '../src/domain/system/log.ts';
import { findBrowser } from '../src/web/browser/find/find-browser.ts';
import { createProcessBrowserPool } from '../src/web/browser/pool/process-browser-pool.ts';
import {
  type ControlledBrowser,
  openControlledBrowser,
} from '../src/web/browser/steps/controlled-browser.ts';
import { createSsrfGuard } from '../src/web/guard/ssrf-guard.ts';
import { Hand } from './miniwob/hand.ts';
import { solvers } from './miniwob/solvers.ts';
import { unplayed } from './miniwob/unplayed.ts';
import { report } from './report.ts';

const seeds = [7, 11, 23];
const maxEpisodeMs = 600_000;
const address = '127.0.0.11';
const folder = process.env.MINIWOB;
if (folder === undefined) throw new Error('set MINIWOB to the folder miniwob/html of the unpacked package');

const types: Readonly<Record<string, string>> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
};
const server = createServer((request, response) => {
  try {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const body = readFileSync(join(folder, decodeURIComponent(pathname)));
    const type = types[pathname.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
server.listen(0, address);
await once(server, 'listening');
const { port } = server.address() as AddressInfo;

const guard = createSsrfGuard({ allowNetworks: [`${address}/32`], ownAddresses: () => [] });
const search = findBrowser(process.env.WEBDATA_BROWSER ?? null);
const pool = createProcessBrowserPool({
  finder: { search: () => search, invalidate() {} },
  guard,
  log: silentLog,
});

async function evaluate(browser: ControlledBrowser, text: string): Promise<unknown> {
  return (await browser.act(browserAction({ type: 'evaluate', text }))).value;
}

/** Plays one episode; returns its reward and what went wrong. */
async function play(browser: ControlledBrowser, name: string, seed: number) {
  await browser.act(browserAction({ type: 'goto', url: `http://${address}:${port}/miniwob/${name}.html` }));
  const start = `(Math.seedrandom(${seed}), core.EPISODE_MAX_TIME = ${maxEpisodeMs}, core.startEpisodeReal(), true)`;
  await evaluate(browser, start);
  const task = String(await evaluate(browser, 'document.getElementById("query").innerText')).trim();
  const hand = new Hand(browser);
  let problem = '';
  try {
    await solvers[name]?.(task, hand);
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  const reward = Number(await evaluate(browser, 'WOB_DONE_GLOBAL ? WOB_RAW_REWARD_GLOBAL : 0'));
  return { reward, steps: hand.steps, problem: reward > 0 ? '' : problem || `reward ${reward}: ${task}` };
}

const all = readdirSync(join(folder, 'miniwob')).flatMap((file) => /^(.*)\.html$/.exec(file)?.[1] ?? []);
const parts = (process.env.TASKS ?? '').split(',');
const chosen = all.filter((name) => name in solvers && parts.some((part) => name.includes(part)));
const options = {
  device: { viewport: { width: 600, height: 500 } },
  via: null,
  state: null,
  canWait: false,
  isRecorded: false,
};
const rows: { task: string; solved: string; steps: number; problem: string }[] = [];
for (const name of chosen) {
  const browser = await openControlledBrowser({ pool, guard }, options, new AbortController().signal);
  const played = [];
  for (const seed of seeds) played.push(await play(browser, name, seed));
  await browser.close();
  const solved = played.filter(({ reward }) => reward > 0).length;
  const problem = played.find(({ problem: one }) => one !== '')?.problem ?? '';
  const steps = Math.round(played.reduce((sum, one) => sum + one.steps, 0) / played.length);
  rows.push({ task: name, solved: `${solved} of ${seeds.length}`, steps, problem: problem.slice(0, 140) });
  console.info(JSON.stringify(rows.at(-1)));
}
await pool.close();
server.close();
const whole = rows.filter(({ solved }) => solved === `${seeds.length} of ${seeds.length}`).length;
const left = all.filter((name) => !(name in solvers));
await report('miniwob', [
  { name: 'tasks', value: all.length, unit: '' },
  { name: 'played', value: rows.length, unit: 'tasks' },
  { name: 'reward in each of three episodes', value: whole, unit: 'tasks' },
]);
for (const name of left) console.info(`not played: ${name}: ${unplayed[name] ?? 'no reason is recorded'}`);
