import { type LoopbackServer, type Route, startLoopbackServer } from '../loopback-server.ts';
import type { ListingSite } from './listing-site.ts';
import { scriptedListings } from './scripted-listings.ts';
import { staticListings } from './static-listings.ts';

/** Every listing of the test world, each with its own database. */
export function allListings(): ListingSite[] {
  return [...staticListings(), ...scriptedListings()];
}

/** A site with these listings on it. */
export function startListings(
  listings: readonly ListingSite[],
  address = '127.0.0.11',
): Promise<LoopbackServer> {
  return startLoopbackServer(
    address,
    () => new Map<string, Route>(listings.flatMap((site) => site.routes())),
  );
}

/** What a listing's own database holds, as it is to be answered. */
export function recordsOf(site: ListingSite, origin: string): Record<string, unknown>[] {
  return JSON.parse(JSON.stringify(site.records).replaceAll('ORIGIN', origin)) as Record<string, unknown>[];
}
