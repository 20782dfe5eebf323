import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { z } from 'zod';
import type { Network } from '../../domain/exit.ts';
import { Failure, messageOf } from '../../domain/failure.ts';
import { fillTemplate, placeholdersOf } from './upstream.ts';

/** One exit as the operator wrote it down (api.md section 4). */
export interface ExitSpec {
  id: string;
  network: Network;
  /** ISO 3166-1 alpha-2 in upper case; none for a machine whose place is to be observed. */
  countries: readonly string[];
  city: string | null;
  /** Template of the upstream's address, a secret; null for this machine. */
  proxy: string | null;
}

/** Where the operator says that addresses lie. */
export interface GeoRule {
  /** A CIDR. */
  network: string;
  country: string;
  city: string | null;
}

/** The exits file, checked. */
export interface ExitsFile {
  exits: readonly ExitSpec[];
  /** An address that answers with the caller's own; null to ask nobody, undefined where the operator names none. */
  echo: string | null | undefined;
  geo: readonly GeoRule[];
}

/** The exits where there is no file: this machine, wherever it is. */
export const withoutFile: ExitsFile = {
  exits: [{ id: 'this-machine', network: 'service', countries: [], city: null, proxy: null }],
  echo: undefined,
  geo: [],
};

const largestFileBytes = 4 * 1024 * 1024;
const schemes = ['http:', 'https:', 'socks5:'];

const country = z
  .string()
  .regex(/^[A-Za-z]{2}$/, 'must be a two-letter country code')
  .refine((code) => code.toUpperCase() !== 'UK', 'the code of the United Kingdom is GB')
  .transform((code) => code.toUpperCase());

const city = z.string().trim().min(1).max(100);

function isCidr(text: string): boolean {
  const [ip = '', prefix, ...more] = text.split('/');
  const family = isIP(ip);
  if (family === 0 || more.length > 0) return false;
  return prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}

function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
}

const exitSchema = z.strictObject({
  id: z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
      'must be up to 64 letters, digits, dots, dashes and underscores',
    ),
  network: z.enum(['service', 'residential', 'unblock']),
  country: country.optional(),
  countries: z.array(country).min(1).max(250).optional(),
  city: city.nullish(),
  proxy: z.string().max(2_000).nullish(),
});

const fileSchema = z.strictObject({
  exits: z.array(exitSchema).min(1).max(1_000),
  echo: z.string().refine(isWebAddress, 'must be an http or https address').nullish(),
  geo: z
    .record(
      z.string().refine(isCidr, 'is no address range such as 203.0.113.0/24'),
      z.strictObject({ country, city: city.nullish() }),
    )
    .default({}),
});

type WrittenExit = z.output<typeof exitSchema>;

/** Why a template cannot be used for this exit, or null. Never quotes it: it holds a password. */
function templateFault(template: string, exit: WrittenExit, countries: readonly string[]): string | null {
  const { known, unknown } = placeholdersOf(template);
  if (unknown.length > 0) {
    return `{${unknown[0]}} is none of {country}, {COUNTRY}, {city}, {session}`;
  }
  if (known.has('city') && (exit.city ?? null) === null) return 'holds {city}, but the exit has no city';
  const varies = known.has('country') || known.has('COUNTRY');
  if (countries.length > 1 && !varies)
    return 'of an exit in several countries must hold {country} or {COUNTRY}';
  const url = URL.parse(
    fillTemplate(template, { country: countries[0] ?? '', city: 'city', session: 'session' }),
  );
  if (url === null || url.hostname === '' || !schemes.includes(url.protocol)) {
    return 'must be an address such as http://user:password@host:port, https://... or socks5://...';
  }
  if (url.protocol === 'socks5:' && url.port === '') return 'of socks5:// must name a port';
  const rest = `${url.pathname === '/' ? '' : url.pathname}${url.search}${url.hash}`;
  return rest === '' ? null : 'must end with its host and port; a user name or password is percent-encoded';
}

/** What is wrong with an exit that its fields alone do not show, as its field and the reason. */
function exitFault(exit: WrittenExit, countries: readonly string[]): [field: string, reason: string] | null {
  const proxy = exit.proxy ?? null;
  if (exit.country !== undefined && exit.countries !== undefined) {
    return ['countries', 'give country or countries, not both'];
  }
  if (proxy === null) {
    if (exit.network === 'unblock') return ['proxy', 'an exit of network unblock needs one'];
    return countries.length > 1 ? ['countries', 'this machine cannot be in several countries'] : null;
  }
  if (countries.length === 0) return ['country', 'an exit with a proxy needs country or countries'];
  const fault = templateFault(proxy, exit, countries);
  return fault === null ? null : ['proxy', fault];
}

function issueText(issue: z.core.$ZodIssue): string {
  const at = issue.path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`,
    '',
  );
  const reason = issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? issue.message) : issue.message;
  return `${at === '' ? 'the file' : at}: ${reason}`;
}

/** Checks what the file holds. Throws Failure `invalid` of one line, which quotes no address of a proxy. */
export function parseExitsFile(text: string): ExitsFile {
  let written: unknown;
  try {
    written = JSON.parse(text);
  } catch {
    // The parser's own message quotes the text, and with it passwords.
    throw new Failure('invalid', 'it is no JSON');
  }
  const checked = fileSchema.safeParse(written);
  if (!checked.success) throw new Failure('invalid', issueText(checked.error.issues[0] as z.core.$ZodIssue));
  const ids = new Set<string>();
  const exits = checked.data.exits.map((exit, index): ExitSpec => {
    const countries = [...new Set(exit.countries ?? (exit.country === undefined ? [] : [exit.country]))];
    const fault = ids.has(exit.id)
      ? (['id', 'is taken by an earlier exit'] as const)
      : exitFault(exit, countries);
    if (fault !== null) throw new Failure('invalid', `exits[${index}].${fault[0]}: ${fault[1]}`);
    ids.add(exit.id);
    return {
      id: exit.id,
      network: exit.network,
      countries,
      city: exit.city ?? null,
      proxy: exit.proxy ?? null,
    };
  });
  const geo = Object.entries(checked.data.geo).map(([network, place]) => ({
    network,
    country: place.country,
    city: place.city ?? null,
  }));
  return { exits, echo: checked.data.echo, geo };
}

/** Reads the file of `WEBDATA_EXITS`; without one there is this machine. Throws Failure `invalid` of one line. */
export async function readExitsFile(path: string | null): Promise<ExitsFile> {
  if (path === null) return withoutFile;
  try {
    const bytes = await readFile(path);
    if (bytes.length > largestFileBytes) throw new Failure('too_large', 'it is larger than 4 MB');
    return parseExitsFile(bytes.toString('utf8'));
  } catch (error) {
    throw new Failure('invalid', `bad setting WEBDATA_EXITS: ${path}: ${messageOf(error)}`, { cause: error });
  }
}
