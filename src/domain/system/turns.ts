import { setImmediate } from 'node:timers/promises';

/** Longest time for which long work keeps the main thread, so that other requests are served between its parts. */
const maxTurnMs = 10;

/** Uses items one after another, and lets other work run in between if they take long. */
export async function forEachInTurns<Item>(items: Iterable<Item>, use: (item: Item) => void): Promise<void> {
  let since = performance.now();
  for (const item of items) {
    use(item);
    if (performance.now() - since < maxTurnMs) continue;
    await setImmediate();
    since = performance.now();
  }
}
