// Polls `/livez` from a separate thread, so that the load of the suite does not delay the requests.
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { Probe } from './liveness.ts';
import { mainThreadOf, processorWaitMs } from './processor-wait.ts';

const { url, everyMs, withinMs } = workerData as { url: string; everyMs: number; withinMs: number };
/** One keep-alive connection, like that of a monitor; reopened when it is lost. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const lookEveryMs = 50;
const maxMs = 120_000;
let servicePid = 0;
parentPort?.on('message', (pid: number) => {
  servicePid = pid;
});

/** Returns the milliseconds for which the service and this thread waited for a processor. */
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
      // Load of other programs on the machine is not counted against the service.
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
