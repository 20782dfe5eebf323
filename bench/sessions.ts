import { readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { openHome } from '../test/service-process.ts';
import { load } from './load.ts';
import { cpuMsOf, processCountOf, pssMbOf } from './process-tree.ts';
import { quantile, report } from './report.ts';
import { startSite } from './start-site.ts';

// Cost of browser sessions: memory of many sessions, time of a step, live view, and leftovers.
const concurrent = 20;
const opened = Number(process.argv[3] ?? 200);
const steps = 60;
const views = 10;
const watchMs = 5_000;

interface Session {
  sid: string;
  live_url: string;
}

const site = await startSite('shop-site.ts');
const home = await openHome();
const service = await home.start();

async function ask<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${service.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const json = (await answer.json()) as Answer;
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(json)}`);
  return json;
}

const open = (path: string) =>
  ask<Session>('POST', '/v1/browser', { url: `${site.url}${path}`, wait_seconds: 60 });
const step = (sid: string, body: object) =>
  ask<{ ok: boolean; result: unknown }>('POST', `/v1/browser/${sid}`, body);
const close = async (sid: string) => void (await ask('DELETE', `/v1/browser/${sid}`));

async function timesOf(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return times;
}

/** Returns the milliseconds from the request for the live view to its first frame; the socket stays open. */
async function watch(url: string): Promise<{ ms: number; socket: WebSocket }> {
  const started = performance.now();
  const socket = new WebSocket(url);
  const { promise: first, resolve, reject } = Promise.withResolvers<void>();
  socket.on('error', reject);
  socket.on('message', (_data, isBinary) => (isBinary ? resolve() : null));
  await first;
  return { ms: performance.now() - started, socket };
}

async function liveUrlOf(sid: string): Promise<string> {
  const { result } = await step(sid, { type: 'live', snapshot: false });
  return (result as { live_url: string }).live_url;
}

/** Returns the CPU usage of all processes in percent of one core. */
async function coreShare(ms: number): Promise<number> {
  const before = cpuMsOf([service.pid]);
  await delay(ms);
  return ((cpuMsOf([service.pid]) - before) / ms) * 100;
}

/** Prints the progress of the bench. */
const tell = (what: string) => process.stderr.write(`${Math.round(performance.now() / 1_000)} s: ${what}\n`);

const files = () => readdirSync(`/proc/${service.pid}/fd`).length;
const held = () => ({ processes: processCountOf([service.pid]), mb: pssMbOf([service.pid]), files: files() });

try {
  tell('the service runs');
  await load(8, 4, async () => close((await open('/')).sid));
  await delay(2_000);
  const before = held();

  tell('nothing is open');
  const sessions = await Promise.all(
    Array.from({ length: concurrent }, (_, at) => open(`/product/${at + 1}`)),
  );
  await delay(3_000);
  tell('all are open');
  const memory = pssMbOf([service.pid]);
  await Promise.all(sessions.slice(1).map(({ sid }) => close(sid)));
  const { sid } = sessions[0] as Session;

  await step(sid, { type: 'snapshot' });
  const evaluated = await timesOf(steps, () => step(sid, { type: 'evaluate', text: '1' }));
  const hovered = await timesOf(steps, () => step(sid, { type: 'hover', target: 'Add to cart' }));
  tell('steps are done');
  const firstFrames: number[] = [];
  for (let at = 0; at < views; at += 1) {
    const { ms, socket } = await watch(await liveUrlOf(sid));
    firstFrames.push(ms);
    socket.close();
    await delay(100);
  }
  // Page that never stands still: one small element rotates.
  await step(sid, {
    type: 'evaluate',
    text: `void document.body.insertAdjacentHTML('beforeend', '<style>@keyframes turn { to { transform: rotate(1turn) } }</style><div style="width: 60px; height: 60px; background: teal; animation: turn 2s linear infinite"></div>')`,
  });
  await delay(1_000);
  tell('frames came');
  const unwatched = await coreShare(watchMs);
  const { socket } = await watch(await liveUrlOf(sid));
  await delay(500);
  let frames = 0;
  let bytes = 0;
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (!isBinary) return;
    frames += 1;
    bytes += data.length;
  });
  const watched = await coreShare(watchMs);
  socket.close();
  await close(sid);

  tell('it was watched');
  const started = performance.now();
  await load(opened, 4, async () => close((await open('/')).sid));
  const perSecond = opened / ((performance.now() - started) / 1_000);
  // Waits until idle connections to the database and to the service are closed.
  await delay(23_000);
  const after = held();
  await report('sessions', [
    {
      name: `memory of everything with ${concurrent} sessions open (PSS)`,
      value: memory,
      unit: 'MB',
      wanted: { below: 2_500 },
    },
    {
      name: 'a step that does nothing in the page, with its snapshot, median',
      value: quantile(evaluated, 0.5),
      unit: 'ms',
      wanted: { below: 40 },
    },
    { name: 'the same, p95', value: quantile(evaluated, 0.95), unit: 'ms' },
    {
      name: 'a step that points at an element named in words, median',
      value: quantile(hovered, 0.5),
      unit: 'ms',
    },
    {
      name: 'live view, first frame, median',
      value: quantile(firstFrames, 0.5),
      unit: 'ms',
      wanted: { below: 500 },
    },
    { name: 'a moving page, all processes', value: unwatched, unit: '% of a core' },
    { name: 'what watching it adds', value: watched - unwatched, unit: '% of a core', wanted: { below: 20 } },
    { name: 'frames a second', value: frames / (watchMs / 1_000), unit: '' },
    { name: 'of frames', value: bytes / 1_024 / (watchMs / 1_000), unit: 'kB a second' },
    { name: `sessions opened and closed a second, of ${opened}`, value: perSecond, unit: '' },
    {
      name: 'processes more than before',
      value: after.processes - before.processes,
      unit: '',
      wanted: { below: 1 },
    },
    {
      name: 'open files more than before',
      value: after.files - before.files,
      unit: '',
      wanted: { below: 5 },
    },
    { name: 'memory before, with nothing open (PSS)', value: before.mb, unit: 'MB' },
    { name: 'memory after', value: after.mb, unit: 'MB' },
  ]);
} finally {
  await service.stop();
  await home.close();
  site.stop();
}
