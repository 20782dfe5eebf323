import { BlockList, isIP } from 'node:net';
import type { ExitEvidence } from '../../domain/resources/exit.ts';
import { onceFulfilled } from '../../domain/values/once.ts';
import type { GeoRule } from './exits-file.ts';
import type { GeoDatabase } from './geo-database.ts';

/** Location of an address according to all sources. */
export interface AddressLocation {
  /** Country of the first source that knows one, even if others disagree; null if none does. */
  country: string | null;
  city: string | null;
  /** True if at least one source knows the country and none disagrees. */
  isAgreed: boolean;
  evidence: ExitEvidence[];
}

/** Locates IP addresses. */
export interface Geography {
  locate(ip: string): Promise<AddressLocation>;
}

interface CompiledRule extends GeoRule {
  prefix: number;
  list: BlockList;
}

function compile(rule: GeoRule): CompiledRule {
  const [ip = '', length] = rule.network.split('/');
  const family = isIP(ip) === 6 ? 'ipv6' : 'ipv4';
  const prefix = length === undefined ? (family === 'ipv6' ? 128 : 32) : Number(length);
  const list = new BlockList();
  list.addSubnet(ip, prefix, family);
  return { ...rule, prefix, list };
}

function unmapIpv4(ip: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip;
}

/**
 * Creates a geography that uses the operator's rules, the narrowest first, then the databases. These are opened on first
 * use, because they are loaded into memory.
 */
export function createGeography(
  rules: readonly GeoRule[],
  openDatabases: () => Promise<GeoDatabase[]>,
): Geography {
  const compiled = rules.map(compile).toSorted((one, other) => other.prefix - one.prefix);
  const databases = onceFulfilled(openDatabases);

  return {
    async locate(address) {
      const ip = unmapIpv4(address);
      const rule = compiled.find(({ list }) => list.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4'));
      if (rule !== undefined) {
        const { country, city } = rule;
        return { country, city, isAgreed: true, evidence: [{ source: 'geo', country, db_date: null }] };
      }
      const locations = (await databases()).map(({ name, date, find }) => ({ name, date, place: find(ip) }));
      const countries = locations.flatMap(({ place: location }) => location?.country ?? []);
      return {
        country: countries[0] ?? null,
        city:
          locations.map(({ place: location }) => location?.city ?? null).find((city) => city !== null) ??
          null,
        isAgreed: new Set(countries).size === 1,
        evidence: locations.map(({ name, date, place: location }) => ({
          source: name,
          country: location?.country ?? null,
          db_date: date,
        })),
      };
    },
  };
}
