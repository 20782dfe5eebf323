import type { KeyedScrape } from './acknowledged.ts';
import { repeatScrape } from './load/scrape-activity.ts';
import type { Segment } from './segment.ts';

/** A killed first run holds its key for three minutes; after this time the key must be free. */
const keyHeldMs = 4 * 60_000;
/** Delay before a key that was still held is tried again. */
const retryAfterMs = 60_000;
const conflict = 409;
const atOnce = 6;

const attemptedAt = new WeakMap<KeyedScrape, number>();

/**
 * Repeats unanswered scrapes with their keys until they are answered, which must not charge twice. Returns the
 * violations.
 */
export async function resolveKeyedScrapes({ acknowledged, clients }: Segment): Promise<string[]> {
  const violations: string[] = [];
  const now = performance.now();
  const open = acknowledged.keyed.filter(({ receipt }) => receipt === null);
  const due = open.filter(
    (scrape) => now - (attemptedAt.get(scrape) ?? Number.NEGATIVE_INFINITY) > retryAfterMs,
  );
  async function repeat(scrape: KeyedScrape): Promise<void> {
    const client = clients.find(({ key }) => key === scrape.key);
    if (client === undefined) return;
    attemptedAt.set(scrape, now);
    const status = await repeatScrape(scrape, client);
    if (status === conflict && now - scrape.sentAt > keyHeldMs)
      violations.push(`the Idempotency-Key of ${scrape.url} is held by nobody and not free`);
  }

  const next = due.values();
  const workers = Array.from({ length: atOnce }, async () => {
    for (const scrape of next) await repeat(scrape);
  });
  await Promise.all(workers);
  return violations;
}
