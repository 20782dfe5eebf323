// Asks `/livez` again and again from a thread of its own, so that the load of the suite does not hold the questions up.
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { Probe } from './liveness.ts';
import { mainThreadOf, processorWaitMs } from './processor-wait.ts';

const { url, everyMs, withinMs } = workerData as { url: string; everyMs: number; withinMs: number };
/** One connection that is kept, as a monitor's; another one is opened when it is lost. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const lookEveryMs = 50;
const maxMs = 120_000;
let servicePid = 0;
parentPort?.on('message', (pid: number) => {
  servicePid = pid;
});

/** Milliseconds that the service and this thread could not run because other programs held the processors. */
function waitedMs(): number {
  return processorWaitMs(mainThreadOf(servicePid)) + processorWaitMs('/proc/thread-self');
}

function ask(): Promise<Probe['result']> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const waitedBefore = waitedMs();
    const pid = servicePid;
    const request = get(`${url}/livez`, { agent }, (response) => {
      response.resume();
      response.once('end', () => settle(response.statusCode === 200 ? 'ok' : 'refused'));
      response.once('error', () => settle('refused'));
    });
    const timer = setInterval(() => {
      const elapsed = performance.now() - startedAt;
      // A machine that is busy with something else is no fault of the service.
      const waited = servicePid === pid ? Math.max(0, waitedMs() - waitedBefore) : elapsed;
      if (elapsed - waited < withinMs && elapsed < maxMs) return;
      settle('late');
      request.destroy();
    }, lookEveryMs);
    const settle = (result: Probe['result']) => {
      clearInterval(timer);
      resolve(result);
    };
    request.once('error', () => settle('refused'));
  });
}

for (;;) {
  const startedAt = Date.now();
  const result = await ask();
  const probe: Probe = { startedAt, endedAt: Date.now(), result };
  parentPort?.postMessage(probe);
  await pause(everyMs);
}
