import { setTimeout as pause } from 'node:timers/promises';
import type { KeyedScrape } from '../acknowledged.ts';
import type { ServiceClient } from '../service-client.ts';
import { type Activity, type LoadContext, newIdempotencyKey } from './load-context.ts';

const done = [200, 409];
const refusedPauseMs = 150;
/** Pages of the hostile server that respond at once. */
const hostilePaths = [
  '/resets',
  '/gzip-cut',
  '/garbage-status',
  '/loop',
  '/nested-bomb',
  '/bad-chunks',
  '/endless',
];
let pages = 0;

function nextPath(round: number): string {
  pages += 1;
  return `/small/${round}-${pages}`;
}

/** Scrapes a unique URL with an Idempotency-Key. */
async function scrapeKeyed(context: LoadContext, client: ServiceClient): Promise<void> {
  const scrape: KeyedScrape = {
    idempotencyKey: newIdempotencyKey(context.round),
    url: context.world.pages.url(nextPath(context.round)),
    key: client.key,
    receipt: null,
    sentAt: performance.now(),
  };
  context.acknowledged.keyed.push(scrape);
  // A conflict means that an earlier attempt without a response still holds the key; it is repeated much later.
  while (!done.includes((await repeatScrape(scrape, client)) ?? 0) && !context.isStopping())
    await pause(refusedPauseMs);
}

/** Repeats a keyed scrape. Resolves with the status of the response, or null. */
export async function repeatScrape(scrape: KeyedScrape, client: ServiceClient): Promise<number | null> {
  const reply = await client.request('POST', '/v1/scrape', {
    body: { url: scrape.url },
    idempotencyKey: scrape.idempotencyKey,
  });
  if (reply.kind !== 'answer') return null;
  if (reply.status === 200) scrape.receipt = reply.json.receipt;
  return reply.status;
}

/** Returns the body of a scrape without a key. */
function chooseBody({ choices, world, round }: LoadContext): object {
  const kind = choices.between(0, 1);
  if (kind < 0.05) return { url: world.pages.url(`/noise/${round}-${choices.whole(0, 999)}?words=80000`) };
  if (kind < 0.15) return { url: world.hostile.url(choices.pick(hostilePaths)), timeout_ms: 3_000 };
  if (kind < 0.2) return { url: world.pages.url(nextPath(round)), network: 'residential', max_credits: 50 };
  if (kind < 0.25) return { url: world.pages.url('/small/cached'), max_age: 60 };
  if (kind < 0.28 && world.browser !== null) {
    return { url: world.pages.url(nextPath(round)), render: 'always', formats: ['markdown', 'screenshot'] };
  }
  if (kind < 0.33) return { urls: [1, 2, 3].map(() => world.pages.url(nextPath(round))) };
  return { url: world.pages.url(nextPath(round)) };
}

async function scrape(context: LoadContext, client: ServiceClient): Promise<void> {
  const answer = await client.ask('POST', '/v1/scrape', { body: chooseBody(context) });
  if (answer?.receipt !== undefined) context.acknowledged.receipts.push(answer.receipt);
  if (answer === null) await pause(refusedPauseMs);
}

/** Scrapes page after page with one client, half of them with an Idempotency-Key. */
export const scrapeActivity: Activity = async (context) => {
  while (!context.isStopping()) {
    const client = context.choices.pick(context.clients);
    if (context.choices.chance(0.5)) await scrapeKeyed(context, client);
    else await scrape(context, client);
    await pause(context.choices.between(10, 80));
  }
};
