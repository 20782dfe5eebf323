import { type LoopbackServer, type Route, startLoopbackServer } from '../loopback-server.ts';
import type { ListingSite } from './listing-site.ts';
import { scriptedListings } from './scripted-listings.ts';
import { staticListings } from './static-listings.ts';

/** Returns all listings of the test world, each with its own database. */
export function allListings(): ListingSite[] {
  return [...staticListings(), ...scriptedListings()];
}

/** Starts a site with these listings. */
export function startListings(
  listings: readonly ListingSite[],
  address = '127.0.0.11',
): Promise<LoopbackServer> {
  return startLoopbackServer(
    address,
    () => new Map<string, Route>(listings.flatMap((site) => site.routes())),
  );
}

/** Returns the expected records of a listing. */
export function recordsOf(site: ListingSite, origin: string): Record<string, unknown>[] {
  return JSON.parse(JSON.stringify(site.records).replaceAll('ORIGIN', origin)) as Record<string, unknown>[];
}
