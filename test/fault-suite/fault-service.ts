// The service as a separate process whose clock and disk state the fault suite sets by messages. It exits with the
// suite.
import { statfsSync } from 'node:fs';
import { startWhenPossible } from '../../src/app/commands/start-when-possible.ts';
import { startService } from '../../src/app/service.ts';
import { readSettings } from '../../src/config.ts';
import type { DiskSpace } from '../../src/domain/system/disk-space.ts';
import { listenForStop, untilAborted } from '../../src/runtime/stop-signal.ts';

/** Message from the suite to this process. */
export interface ServiceOrder {
  /** Milliseconds by which the service's clock is ahead of the machine's. */
  clockOffsetMs?: number;
  /** True if the disk counts as nearly full. */
  isDiskLow?: boolean;
}

const orders: Required<ServiceOrder> = {
  clockOffsetMs: Number(process.argv[2] ?? 0),
  isDiskLow: process.argv[3] === 'low',
};
process.on('message', (order: ServiceOrder) => Object.assign(orders, order));
process.once('disconnect', () => process.exit(1));

const settings = readSettings(process.env);
const stopRequested = listenForStop();
const disk: DiskSpace = {
  isLow: () => orders.isDiskLow,
  freeBytes: () =>
    orders.isDiskLow ? 0 : statfsSync(settings.dataDir).bavail * statfsSync(settings.dataDir).bsize,
};
const parts = {
  clock: { now: () => new Date(Date.now() + orders.clockOffsetMs) },
  disk,
  lease: { leaseMs: 2_000, beatMs: 400 },
};
const service = await startWhenPossible(() => startService(settings, parts, stopRequested), {
  signal: stopRequested,
  onRetry: (retryReason) => process.stderr.write(`webdata: ${retryReason} The start is repeated.\n`),
});
process.stdout.write(`serving    ${service.url}\n`);
const reason = await Promise.race([untilAborted(stopRequested), service.lost]);
await service.stop();
if (reason instanceof Error) process.stderr.write(`${reason.message}\n`);
process.exit(reason instanceof Error ? 1 : 0);
