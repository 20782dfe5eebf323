import { BlockList, isIP } from 'node:net';
import type { ExitEvidence } from '../../domain/exit.ts';
import type { GeoRule } from './exits-file.ts';
import type { GeoDatabase } from './geo-database.ts';

/** What is said about where an address lies. */
export interface Opinion {
  /** The first source's, be the others of one mind with it or not; null when none knows. */
  country: string | null;
  city: string | null;
  /** True when at least one source knows the country and none names another. */
  isAgreed: boolean;
  evidence: ExitEvidence[];
}

/** Says where addresses lie. */
export interface Geography {
  opinionOf(ip: string): Promise<Opinion>;
}

interface Rule extends GeoRule {
  prefix: number;
  list: BlockList;
}

function compile(rule: GeoRule): Rule {
  const [ip = '', length] = rule.network.split('/');
  const family = isIP(ip) === 6 ? 'ipv6' : 'ipv4';
  const prefix = length === undefined ? (family === 'ipv6' ? 128 : 32) : Number(length);
  const list = new BlockList();
  list.addSubnet(ip, prefix, family);
  return { ...rule, prefix, list };
}

function unmapped(ip: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip;
}

/**
 * The operator's rules, the narrowest first, then the databases, which are opened when one is first asked for: they are
 * held in memory whole.
 */
export function createGeography(
  rules: readonly GeoRule[],
  openDatabases: () => Promise<GeoDatabase[]>,
): Geography {
  const compiled = rules.map(compile).toSorted((one, other) => other.prefix - one.prefix);
  let databases: Promise<GeoDatabase[]> | null = null;

  return {
    async opinionOf(address) {
      const ip = unmapped(address);
      const rule = compiled.find(({ list }) => list.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4'));
      if (rule !== undefined) {
        const { country, city } = rule;
        return { country, city, isAgreed: true, evidence: [{ source: 'geo', country, db_date: null }] };
      }
      databases ??= openDatabases();
      const opinions = (await databases).map(({ name, date, find }) => ({ name, date, place: find(ip) }));
      const known = opinions.flatMap(({ place }) => place?.country ?? []);
      return {
        country: known[0] ?? null,
        city: opinions.map(({ place }) => place?.city ?? null).find((city) => city !== null) ?? null,
        isAgreed: new Set(known).size === 1,
        evidence: opinions.map(({ name, date, place }) => ({
          source: name,
          country: place?.country ?? null,
          db_date: date,
        })),
      };
    },
  };
}
