import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { type SearchProviderName, searchProviderNames } from './domain/search.ts';
import type {
  ArchiveSetting,
  Limits,
  PolitenessRule,
  Retention,
  SearchProviderSetting,
} from './domain/settings.ts';

// How the texts of settings become values: each reader throws an Error with the reason when its text is no good.

/** Any text, or none. */
export const anyText = (text: string | null) => text;
/** Any text; there is a default. */
export const requiredText = (text: string | null) => text ?? '';

/** A whole number within bounds, in digits alone. */
export function wholeNumber(least: number, most: number) {
  return (text: string | null): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text ?? '') || value < least || value > most) {
      throw new Error(`must be a whole number from ${least} to ${most}`);
    }
    return value;
  };
}

/** One of a few words. */
export function oneOf<Choice extends string>(...choices: Choice[]) {
  return (text: string | null): Choice => {
    const choice = choices.find((candidate) => candidate === text);
    if (choice === undefined) throw new Error(`must be one of ${choices.join(', ')}`);
    return choice;
  };
}

/** `true` or `false`. */
export function yesOrNo(text: string | null): boolean {
  return oneOf('true', 'false')(text) === 'true';
}

/** An address of one of the schemes, without a trailing slash; or none. */
export function address(...schemes: string[]) {
  return (text: string | null): string | null => {
    if (text === null) return null;
    if (!URL.canParse(text) || !schemes.includes(new URL(text).protocol.slice(0, -1))) {
      throw new Error(`must be an address with scheme ${schemes.join(' or ')}`);
    }
    return text.replace(/\/+$/, '');
  };
}

/** An address of one of the schemes; there is a default. */
export function requiredAddress(...schemes: string[]) {
  return (text: string | null): string => address(...schemes)(text) ?? '';
}

function list(text: string | null): string[] {
  return (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function isNetwork(text: string): boolean {
  const [ip = '', prefix] = text.split('/');
  const family = isIP(ip);
  if (family === 0) return false;
  return prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}

/** Address ranges, separated by commas: CIDRs or single addresses. */
export function networks(text: string | null): string[] {
  const items = list(text);
  for (const item of items) {
    if (!isNetwork(item)) throw new Error(`"${item}" is no address range such as 10.0.0.0/8 or ::1/128`);
  }
  return items;
}

/** Web origins, separated by commas, or `*`. */
export function origins(text: string | null): string[] {
  const items = list(text);
  for (const item of items) {
    if (item !== '*' && !(URL.canParse(item) && new URL(item).origin === item)) {
      throw new Error(`"${item}" is no origin such as https://app.example.com`);
    }
  }
  return items;
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function durationMs(text: string): number {
  const match = /^(\d+)(ms|s|m|h|d)$/.exec(text);
  if (match === null) throw new Error(`"${text}" is no duration such as 250ms, 10s, 15m, 12h or 30d`);
  return Number(match[1]) * (unitMs[match[2] as string] as number);
}

/** A span of time in milliseconds, longer than none. */
export function requiredDuration(text: string | null): number {
  const ms = durationMs(text ?? '');
  if (ms === 0) throw new Error('must be longer than nothing');
  return ms;
}

/** What is kept how long, unless told. */
export const keepDefaults = 'pages=30d,files=30d,requests=90d,deliveries=30d';

/** How long things are kept; what is not named keeps its default. */
export function retention(text: string | null): Retention {
  const kept: Retention = { pages: 0, files: 0, requests: 0, deliveries: 0 };
  for (const item of [...list(keepDefaults), ...list(text)]) {
    const [name = '', duration = ''] = item.split('=');
    if (!Object.hasOwn(kept, name))
      throw new Error(`"${name}" is not one of ${Object.keys(kept).join(', ')}`);
    kept[name as keyof Retention] = durationMs(duration);
  }
  return kept;
}

/** Fetches at once and the gap between them. */
export function politeness(text: string | null): PolitenessRule {
  const match = /^(\d{1,3})\/(\d+(?:ms|s))$/.exec(text ?? '');
  if (match === null || Number(match[1]) < 1)
    throw new Error('must look like 2/250ms (fetches at once / gap)');
  return { concurrency: Number(match[1]), gapMs: durationMs(match[2] as string) };
}

/** Requests a minute and concurrent work. */
export function limits(text: string | null): Limits {
  const match = /^(\d{1,9})\/m,(\d{1,6})$/.exec(text ?? '');
  if (match === null || Number(match[1]) < 1 || Number(match[2]) < 1) {
    throw new Error('must look like 6000/m,200 (requests a minute, concurrent work)');
  }
  return { requestsPerMinute: Number(match[1]), concurrent: Number(match[2]) };
}

/** `KEY`, or `KEY@http://...` for another address than the public one. */
function keyAndAddress(name: SearchProviderName, text: string): SearchProviderSetting {
  const at = /@(?=https?:\/\/)/.exec(text)?.index ?? -1;
  const key = at < 0 ? text : text.slice(0, at);
  if (!/^[\x21-\x7e]{1,500}$/.test(key)) throw new Error(`${name} needs a key of printable characters`);
  return { name, key, url: at < 0 ? null : address('http', 'https')(text.slice(at + 1)) };
}

function searchProvider(item: string): SearchProviderSetting {
  const split = item.indexOf('=');
  const written = split < 0 ? item : item.slice(0, split).trim();
  const value = split < 0 ? '' : item.slice(split + 1).trim();
  const name = searchProviderNames.find((known) => known === written);
  if (name === undefined) throw new Error(`"${written}" is not one of ${searchProviderNames.join(', ')}`);
  if (name === 'local') {
    if (split >= 0) throw new Error('local takes no value');
    return { name, key: null, url: null };
  }
  if (value === '') throw new Error(`${name} needs its address or key, as ${name}=...`);
  if (name === 'searxng') return { name, key: null, url: address('http', 'https')(value) };
  return keyAndAddress(name, value);
}

/** Search providers in order; none twice with one address. */
export function search(text: string | null): SearchProviderSetting[] {
  const providers = list(text).map(searchProvider);
  const seen = new Set<string>();
  for (const { name, url } of providers) {
    if (seen.has(`${name} ${url}`)) throw new Error(`${name} is named twice`);
    seen.add(`${name} ${url}`);
  }
  return providers;
}

/** Web archives by name: NAME=pywb+ADDRESS or NAME=memento+ADDRESS. */
export function archives(text: string | null): ArchiveSetting[] {
  const read = list(text).map((item) => {
    const match = /^([a-z0-9-]{1,40})=(pywb|memento)\+(https?:\/\/.+)$/.exec(item);
    if (match === null || !URL.canParse(match[3] as string)) {
      throw new Error(`"${item}" is no archive such as arquivo=pywb+https://arquivo.pt/wayback`);
    }
    const kind = match[2] as ArchiveSetting['kind'];
    return { name: match[1] as string, kind, url: (match[3] as string).replace(/\/+$/, '') };
  });
  if (new Set(read.map(({ name }) => name)).size < read.length) throw new Error('two archives have one name');
  return read;
}

/** A key that an operator may choose (api.md section 2), or none. */
export function token(text: string | null): string | null {
  if (text !== null && !/^[A-Za-z0-9\-_.]{16,256}$/.test(text)) {
    throw new Error('must be 16 to 256 characters of A-Z a-z 0-9 - _ .');
  }
  return text;
}

/** A secret long enough to be one, or none. */
export function secretText(text: string | null): string | null {
  if (text !== null && text.length < 16) throw new Error('must be at least 16 characters');
  return text;
}

const everyAddress = ['0.0.0.0', '::'];

/** A name or address that others reach this machine by, and a port, as in `webdata:8790` or `[fd00::1]:8790`. */
export function hostAndPort(text: string | null): { host: string; port: number } | null {
  if (text === null) return null;
  const [, bracketed, plain, digits] = /^(?:\[([^\]]+)\]|([^:\s]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  const port = Number(digits);
  if (host === undefined || port > 65_535) throw new Error('must look like webdata:8790 (host:port)');
  if (everyAddress.includes(host)) throw new Error('must name an address that others reach this machine by');
  return { host, port };
}

/** An absolute path. */
export function directory(text: string | null): string {
  return resolve(requiredText(text));
}
