// Process with the watchdog, whose main thread is blocked: `node blocked-main-thread.ts HOW FOLDER WARN_MS END_MS`.
// Prints `ready` before, and `went on` and its counters afterwards.
import { setTimeout as delay } from 'node:timers/promises';
import { runActivity, runPageActivity } from '../../src/domain/system/activity.ts';
import { createLogger } from '../../src/runtime/logs/logger.ts';
import { startMainThreadWatchdog } from '../../src/runtime/watchdog/main-thread-watchdog.ts';

const [, , how, folder, warnMs, endMs] = process.argv as string[];
const watchdog = startMainThreadWatchdog({
  times: { tickMs: 50, warnAfterMs: Number(warnMs), endAfterMs: Number(endMs) },
  level: 'info',
  readable: false,
  reportFolder: folder as string,
  log: createLogger({ level: 'info', readable: false }),
});

/** Blocks for `ms` milliseconds. */
function spendTime(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

/** Blocks in a scope in which the names of globals are shadowed, as in functions of Node itself. */
function spendTimeAmongShadows(ms: number): unknown[] {
  // biome-ignore lint/suspicious/noShadowRestrictedNames: this is what is tested
  const [Symbol, JSON, Error] = [null, null, null];
  for (const until = performance.now() + ms; performance.now() < until; );
  return [Symbol, JSON, Error];
}

const blocks: Record<string, () => unknown> = {
  'shadowed-globals': () => spendTimeAmongShadows(1_500),
  loop: () => spendTime(1_500),
  'endless-loop': () => {
    for (;;);
  },
  // Exponential in the number of dashes.
  'endless-expression': () => /^(?:-+)+$/.test(`${'-'.repeat(60)} x`),
  // Cannot be interrupted.
  'native-code': () => {
    const text = JSON.stringify(Array.from({ length: 2_000_000 }, (_, id) => ({ id, name: `name ${id}` })));
    for (const until = performance.now() + 1_500; performance.now() < until; ) JSON.parse(text);
  },
  idle: () => delay(1_500),
};

// The worker thread needs time to start.
await delay(1_000);
process.stdout.write('ready\n');
await runActivity({ operation: 'scrape', requestId: 'req_1', accountId: 'acct_1' }, async () => {
  await runActivity({ operation: 'idle', accountId: 'acct_2' }, () => delay(1));
  await runPageActivity('acct_1', 'https://user:hidden@pages.example/secret-path?q=1', async () => {
    await delay(1);
    blocks[how as string]?.();
  });
});
if (how === 'idle') await delay(1_500);
// The watchdog logs the end of the block.
await delay(300);
process.stdout.write(`went on ${watchdog.blocks()}\n`);
await watchdog.close();
process.stdout.write('closed\n');
