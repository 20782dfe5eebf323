// The service as the launcher's child, with short times of the watchdog and of leases. No known page blocks the main
// thread or ends the process, so paths select the behaviour: `/poison-read` blocks while it is read, `/poison-text`
// blocks when its text is accessed, and `/poison-kill` kills the process like the kernel's OOM killer.
import { startService } from '../../src/app/service.ts';
import { readSettings } from '../../src/config.ts';
import type { FetchPage } from '../../src/fetching/fetch-request.ts';
import { listenForStop, untilAborted } from '../../src/runtime/stop-signal.ts';
import { reportToLauncher } from '../../src/runtime/watchdog/launcher-channel.ts';

function block(): never {
  for (;;);
}

const decorateFetcher =
  (fetchPage: FetchPage): FetchPage =>
  async (command, order) => {
    const fetched = await fetchPage(command, order);
    const { pathname } = new URL(command.url);
    if (pathname.startsWith('/poison-read')) block();
    if (pathname.startsWith('/poison-kill')) process.kill(process.pid, 'SIGKILL');
    if (!pathname.startsWith('/poison-text')) return fetched;
    const page = Object.defineProperty({ ...fetched.page }, 'markdown', { enumerable: true, get: block });
    return { ...fetched, page };
  };

const stop = listenForStop();
const service = await startService(
  readSettings(process.env),
  {
    lease: { leaseMs: 1_500, beatMs: 300 },
    // Longer than any delay at the start on an overloaded machine.
    watchdog: { tickMs: 250, warnAfterMs: 1_500, endAfterMs: 3_000 },
    decorateFetcher,
  },
  stop,
);
process.stdout.write(`serving ${service.url}\n`);
reportToLauncher('serving');
await untilAborted(stop);
reportToLauncher('stopping');
await service.stop();
