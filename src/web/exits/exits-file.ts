import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { z } from 'zod';
import type { Network } from '../../domain/resources/exit.ts';
import { errorMessage, Failure } from '../../domain/system/failure.ts';
import { itemAt } from '../../domain/values/elements.ts';
import { fillTemplate, findPlaceholders } from './upstream.ts';

/** An exit of the exits file (docs/api/exits.md). */
export interface ExitConfig {
  id: string;
  network: Network;
  /** ISO 3166-1 alpha-2 in upper case; empty for a machine whose location is observed. */
  countries: readonly string[];
  city: string | null;
  /** Template of the proxy URL, which contains secrets; null for this machine. */
  proxy: string | null;
}

/** Location of an address range, set by the operator. */
export interface GeoRule {
  /** Address range in CIDR notation. */
  network: string;
  country: string;
  city: string | null;
}

/** The validated exits file. */
export interface ExitsFile {
  exits: readonly ExitConfig[];
  /** URL of an echo, which returns the caller's address; null disables it, undefined uses the default. */
  echo: string | null | undefined;
  geo: readonly GeoRule[];
}

/** Exits without a file: only this machine. */
const defaultExitsFile: ExitsFile = {
  exits: [{ id: 'this-machine', network: 'service', countries: [], city: null, proxy: null }],
  echo: undefined,
  geo: [],
};

const maxFileBytes = 4 * 1024 * 1024;
const schemes = ['http:', 'https:', 'socks5:'];

const country = z
  .string()
  .regex(/^[A-Za-z]{2}$/, 'must be a two-letter country code')
  .refine((code) => code.toUpperCase() !== 'UK', 'the country code of the United Kingdom is GB')
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
  echo: z.string().refine(isWebAddress, 'must be an http or https URL').nullish(),
  geo: z
    .record(
      z.string().refine(isCidr, 'must be an address range such as 203.0.113.0/24'),
      z.strictObject({ country, city: city.nullish() }),
    )
    .default({}),
});

type ExitInput = z.output<typeof exitSchema>;

/** Returns the error of a template for this exit, or null. Does not quote the template, which contains a password. */
function getTemplateError(template: string, exit: ExitInput, countries: readonly string[]): string | null {
  const { known, unknown } = findPlaceholders(template);
  if (unknown.length > 0) {
    return `{${unknown[0]}} is not one of {country}, {COUNTRY}, {city}, {session}`;
  }
  if (known.has('city') && (exit.city ?? null) === null) return 'contains {city}, but the exit has no city';
  const hasCountryPlaceholder = known.has('country') || known.has('COUNTRY');
  if (countries.length > 1 && !hasCountryPlaceholder)
    return 'must contain {country} or {COUNTRY} for an exit in several countries';
  const url = URL.parse(
    fillTemplate(template, { country: countries[0] ?? '', city: 'city', session: 'session' }),
  );
  if (url === null || url.hostname === '' || !schemes.includes(url.protocol)) {
    return 'must be a URL such as http://user:password@host:port, https://... or socks5://...';
  }
  if (url.protocol === 'socks5:' && url.port === '') return 'must have a port with socks5://';
  const rest = `${url.pathname === '/' ? '' : url.pathname}${url.search}${url.hash}`;
  return rest === '' ? null : 'must end with its host and port; percent-encode the user name and password';
}

/** Returns the field and reason of an error that involves several fields of an exit, or null. */
function getExitError(exit: ExitInput, countries: readonly string[]): [field: string, reason: string] | null {
  const proxy = exit.proxy ?? null;
  if (exit.country !== undefined && exit.countries !== undefined) {
    return ['countries', 'give country or countries, not both'];
  }
  if (proxy === null) {
    if (exit.network === 'unblock') return ['proxy', 'an exit of network unblock needs a proxy'];
    return countries.length > 1 ? ['countries', 'this machine cannot be in several countries'] : null;
  }
  if (countries.length === 0) return ['country', 'an exit with a proxy needs country or countries'];
  const exitError = getTemplateError(proxy, exit, countries);
  return exitError === null ? null : ['proxy', exitError];
}

/** Describes an issue without the validator's own text. */
function reasonOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `unknown field ${issue.keys.join(', ')}`;
  if (issue.code === 'invalid_type') return `is missing or is not of type ${issue.expected}`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'too_small') return `must have at least ${issue.minimum} ${unitOf(issue.origin)}`;
  if (issue.code === 'too_big') return `must have at most ${issue.maximum} ${unitOf(issue.origin)}`;
  return issue.message;
}

function unitOf(origin: string): string {
  return origin === 'string' ? 'characters' : 'items';
}

function formatIssue(issue: z.core.$ZodIssue): string {
  const at = issue.path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`,
    '',
  );
  const reason = issue.code === 'invalid_key' ? reasonOf(issue.issues[0] ?? issue) : reasonOf(issue);
  return `${at === '' ? 'the file' : at}: ${reason}`;
}

/** Parses and validates the exits file. Throws Failure `invalid` with one line, which contains no proxy URL. */
export function parseExitsFile(text: string): ExitsFile {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // The parser's message quotes the text, which contains passwords.
    throw new Failure('invalid', 'it is not valid JSON');
  }
  // Schemas with a message of their own keep it.
  const result = fileSchema.safeParse(json, { error: () => 'is not valid' });
  if (!result.success) throw new Failure('invalid', formatIssue(itemAt(result.error.issues, 0)));
  const ids = new Set<string>();
  const exits = result.data.exits.map((exit, index): ExitConfig => {
    const countries = [...new Set(exit.countries ?? (exit.country === undefined ? [] : [exit.country]))];
    const exitError = ids.has(exit.id)
      ? (['id', 'is already used by another exit'] as const)
      : getExitError(exit, countries);
    if (exitError !== null) throw new Failure('invalid', `exits[${index}].${exitError[0]}: ${exitError[1]}`);
    ids.add(exit.id);
    return {
      id: exit.id,
      network: exit.network,
      countries,
      city: exit.city ?? null,
      proxy: exit.proxy ?? null,
    };
  });
  const geo = Object.entries(result.data.geo).map(([network, location]) => ({
    network,
    country: location.country,
    city: location.city ?? null,
  }));
  return { exits, echo: result.data.echo, geo };
}

/** Reads the file of `WEBDATA_EXITS`; without one the only exit is this machine. Throws Failure `invalid` with one line. */
export async function readExitsFile(path: string | null): Promise<ExitsFile> {
  if (path === null) return defaultExitsFile;
  try {
    const bytes = await readFile(path);
    if (bytes.length > maxFileBytes) throw new Failure('too_large', 'it is larger than 4 MiB');
    return parseExitsFile(bytes.toString('utf8'));
  } catch (error) {
    throw new Failure('invalid', `bad setting WEBDATA_EXITS: ${path}: ${errorMessage(error)}`, {
      cause: error,
    });
  }
}
