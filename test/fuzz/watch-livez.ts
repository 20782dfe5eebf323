import { mainThreadOf, processorWaitMs } from '../fault-suite/processor-wait.ts';
import type { Findings } from './findings.ts';
import type { FuzzWorld } from './fuzz-world.ts';
import { createWireClient } from './wire-client.ts';

/** Requests `/livez` twice a second on a separate connection. */
export interface LivezWatch {
  slowestMs(): number;
  stop(): void;
}

const everyMs = 500;

/** Starts polling; a response that takes longer than `withinMs` is a finding. */
export function watchLivez(
  { host, port, service }: Pick<FuzzWorld, 'host' | 'port' | 'service'>,
  withinMs: number,
  findings: Findings,
): LivezWatch {
  const client = createWireClient(host, port);
  const bytes = Buffer.from(`GET /livez HTTP/1.1\r\nHost: ${host}:${port}\r\n\r\n`);
  let slowestMs = 0;
  let isBusy = false;
  let isStopped = false;

  const waitedMs = () => processorWaitMs(mainThreadOf(service.pid)) + processorWaitMs('/proc/thread-self');

  async function ask(): Promise<void> {
    if (isBusy || isStopped) return;
    isBusy = true;
    const since = performance.now();
    const waitedBefore = waitedMs();
    const sent = await client.send({
      bytes,
      method: 'GET',
      stopsEarly: false,
      isLast: false,
      timeoutMs: 30_000,
    });
    isBusy = false;
    if (isStopped) return;
    // Load of other programs on the machine is not counted against the service.
    const ms = performance.now() - since - (waitedMs() - waitedBefore);
    slowestMs = Math.max(slowestMs, ms);
    if (sent.kind === 'answer' && sent.answer.status === 200 && ms < withinMs) return;
    const detail =
      sent.kind === 'answer' ? `answered ${sent.answer.status}, or after ${withinMs} ms` : sent.kind;
    findings.add({ rule: 'not alive', detail }, 'GET /livez', () => ({
      repeat: null,
      answer: `after ${ms.toFixed(0)} ms`,
    }));
  }

  const timer = setInterval(() => void ask(), everyMs);
  return {
    slowestMs: () => slowestMs,
    stop() {
      isStopped = true;
      clearInterval(timer);
      client.close();
    },
  };
}
