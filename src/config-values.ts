import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { scopes } from './domain/resources/account.ts';
import { type SearchProviderName, searchProviderNames } from './domain/resources/search.ts';
import type {
  ArchiveSetting,
  Limits,
  PolitenessRule,
  Retention,
  SearchProviderSetting,
  SignInRule,
} from './domain/system/settings.ts';
import { dayMs } from './domain/values/day-ms.ts';
import { removeTrailingSlashes } from './domain/values/trailing-slashes.ts';

// Readers that convert the texts of settings to values; each throws an Error with the reason if its text is invalid.

/** Any text, or null. */
export const anyText = (text: string | null) => text;
/** Any text; requires a default. */
export const requiredText = (text: string | null) => text ?? '';

/** An integer between two bounds, digits only. */
export function integerBetween(min: number, max: number) {
  return (text: string | null): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text ?? '') || value < min || value > max) {
      throw new Error(`must be an integer from ${min} to ${max}`);
    }
    return value;
  };
}

/** An integer between two bounds, or null. */
export function optionalInteger(min: number, max: number) {
  return (text: string | null): number | null => (text === null ? null : integerBetween(min, max)(text));
}

/** One of several values. */
export function oneOf<Choice extends string>(...choices: Choice[]) {
  return (text: string | null): Choice => {
    const choice = choices.find((candidate) => candidate === text);
    if (choice === undefined) throw new Error(`must be one of ${choices.join(', ')}`);
    return choice;
  };
}

/** `true` or `false`. */
export function booleanValue(text: string | null): boolean {
  return oneOf('true', 'false')(text) === 'true';
}

/** A URL with one of the schemes, without a trailing slash; or null. */
export function optionalUrl(...schemes: string[]) {
  return (text: string | null): string | null => {
    if (text === null) return null;
    if (!URL.canParse(text) || !schemes.includes(new URL(text).protocol.slice(0, -1))) {
      throw new Error(`must be a URL with scheme ${schemes.join(' or ')}`);
    }
    return removeTrailingSlashes(text);
  };
}

/** Identifier of an issuer: an https URL, or http on this machine; kept as it is, because issuers differ by a slash. Or null. */
export function issuerUrl(text: string | null): string | null {
  if (text === null) return null;
  const url = URL.parse(text);
  const isLocal = url !== null && /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && isLocal))
    throw new Error('must be a URL with scheme https');
  return text;
}

/** Persons who may sign in, with their scopes: `ada@example.com=read+write,*@example.com=read`. */
export function signInRules(text: string | null): SignInRule[] {
  return (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .map((item) => {
      const [who = '', granted = ''] = item.toLowerCase().split('=');
      const names = granted.split('+').map((name) => name.trim());
      const unknown = names.find((name) => !scopes.some((scope) => scope === name));
      if (!/^[^@\s]+@[^@\s]+$/.test(who.trim()))
        throw new Error(`"${who}" is not an e-mail address or *@ with a domain`);
      if (unknown !== undefined) throw new Error(`"${unknown}" is not one of ${scopes.join(', ')}`);
      return { who: who.trim(), scopes: scopes.filter((scope) => names.includes(scope)) };
    });
}

/** A URL with one of the schemes; requires a default. */
export function requiredUrl(...schemes: string[]) {
  return (text: string | null): string => optionalUrl(...schemes)(text) ?? '';
}

function splitList(text: string | null): string[] {
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

/** IP address ranges, separated by commas: CIDR ranges or single addresses. */
export function networks(text: string | null): string[] {
  const items = splitList(text);
  for (const item of items) {
    if (!isNetwork(item)) throw new Error(`"${item}" is not an address range such as 10.0.0.0/8 or ::1/128`);
  }
  return items;
}

/** Web origins, separated by commas, or `*`. */
export function origins(text: string | null): string[] {
  const items = splitList(text);
  for (const item of items) {
    if (item !== '*' && !(URL.canParse(item) && new URL(item).origin === item)) {
      throw new Error(`"${item}" is not an origin such as https://app.example.com`);
    }
  }
  return items;
}

/** Codes of languages, as Tesseract names them, separated by commas. */
export function ocrLanguages(text: string | null): string[] {
  const codes = splitList(text);
  for (const code of codes) {
    if (!/^[a-z]{3}(?:_[a-z]{1,10}){0,2}$/.test(code))
      throw new Error(`"${code}" is not a language code of Tesseract such as eng, deu or chi_sim`);
  }
  if (codes.length === 0) throw new Error('at least one language such as eng is needed');
  return [...new Set(codes)];
}

/** Host names, separated by commas: a name, `*.` and a name for all its subdomains, or `*` for any. */
export function hostNames(text: string | null): string[] {
  return splitList(text).map((item) => {
    const name = item.replace(/^\*\./, '');
    const isName = item === '*' || /^[a-z\d_-]{1,63}(?:\.[a-z\d_-]{1,63})*$/i.test(name);
    if (!isName) throw new Error(`"${item}" is not a host name such as web.example.com, *.example.com or *`);
    return item.toLowerCase();
  });
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: dayMs };

function durationMs(text: string): number {
  const match = /^(\d+)(ms|s|m|h|d)$/.exec(text);
  if (match === null) throw new Error(`"${text}" is not a duration such as 250ms, 10s, 15m, 12h or 30d`);
  return Number(match[1]) * (unitMs[match[2] as string] as number);
}

/** A duration in milliseconds, above zero. */
export function requiredDuration(text: string | null): number {
  const ms = durationMs(text ?? '');
  if (ms === 0) throw new Error('must be longer than 0');
  return ms;
}

/** Maximum of {@link drainDuration}: supervisors kill a process that takes longer to stop. */
const maxDrainMs = 5 * 60_000;

/** A duration in milliseconds, from 0 to five minutes. */
export function drainDuration(text: string | null): number {
  const ms = durationMs(text ?? '');
  if (ms > maxDrainMs) throw new Error('must be at most 5m');
  return ms;
}

/** Default retention periods. */
export const defaultRetention = 'pages=30d,files=30d,requests=90d,deliveries=30d';

/** Retention periods; unnamed ones keep their defaults. */
export function retention(text: string | null): Retention {
  const periods: Retention = { pages: 0, files: 0, requests: 0, deliveries: 0 };
  for (const item of [...splitList(defaultRetention), ...splitList(text)]) {
    const [name = '', duration = ''] = item.split('=');
    if (!Object.hasOwn(periods, name))
      throw new Error(`"${name}" is not one of ${Object.keys(periods).join(', ')}`);
    periods[name as keyof Retention] = durationMs(duration);
  }
  return periods;
}

/** Concurrent fetches and the gap between them. */
export function politeness(text: string | null): PolitenessRule {
  const match = /^(\d{1,3})\/(\d+(?:ms|s))$/.exec(text ?? '');
  if (match === null || Number(match[1]) < 1)
    throw new Error('must have the form 2/250ms (concurrent fetches / gap)');
  return { concurrency: Number(match[1]), gapMs: durationMs(match[2] as string) };
}

/** Requests per minute and concurrent requests. */
export function limits(text: string | null): Limits {
  const match = /^(\d{1,9})\/m,(\d{1,6})$/.exec(text ?? '');
  if (match === null || Number(match[1]) < 1 || Number(match[2]) < 1) {
    throw new Error('must have the form 6000/m,200 (requests per minute, concurrent requests)');
  }
  return { requestsPerMinute: Number(match[1]), concurrent: Number(match[2]) };
}

/** Parses `KEY`, or `KEY@http://...` for a URL other than the public one. */
function parseKeyAndUrl(name: SearchProviderName, text: string): SearchProviderSetting {
  const at = /@(?=https?:\/\/)/.exec(text)?.index ?? -1;
  const key = at < 0 ? text : text.slice(0, at);
  if (!/^[\x21-\x7e]{1,500}$/.test(key))
    throw new Error(`${name} needs a key of 1 to 500 printable ASCII characters`);
  return { name, key, url: at < 0 ? null : optionalUrl('http', 'https')(text.slice(at + 1)) };
}

function parseSearchProvider(item: string): SearchProviderSetting {
  const separator = item.indexOf('=');
  const providerName = separator < 0 ? item : item.slice(0, separator).trim();
  const value = separator < 0 ? '' : item.slice(separator + 1).trim();
  const name = searchProviderNames.find((candidate) => candidate === providerName);
  if (name === undefined)
    throw new Error(`"${providerName}" is not one of ${searchProviderNames.join(', ')}`);
  if (name === 'local') {
    if (separator >= 0) throw new Error('local takes no value');
    return { name, key: null, url: null };
  }
  if (value === '') throw new Error(`${name} needs its URL or key, as ${name}=...`);
  if (name === 'searxng') return { name, key: null, url: optionalUrl('http', 'https')(value) };
  return parseKeyAndUrl(name, value);
}

/** Search providers in order; each URL at most once. */
export function searchProviders(text: string | null): SearchProviderSetting[] {
  const providers = splitList(text).map(parseSearchProvider);
  const seen = new Set<string>();
  for (const { name, url } of providers) {
    if (seen.has(`${name} ${url}`)) throw new Error(`${name} is named twice`);
    seen.add(`${name} ${url}`);
  }
  return providers;
}

/** Web archives by name: NAME=pywb+URL or NAME=memento+URL. */
export function archives(text: string | null): ArchiveSetting[] {
  const parsed = splitList(text).map((item) => {
    const match = /^([a-z0-9-]{1,40})=(pywb|memento)\+(https?:\/\/.+)$/.exec(item);
    if (match === null || !URL.canParse(match[3] as string)) {
      throw new Error(`"${item}" is not an archive such as arquivo=pywb+https://arquivo.pt/wayback`);
    }
    const kind = match[2] as ArchiveSetting['kind'];
    return { name: match[1] as string, kind, url: removeTrailingSlashes(match[3] as string) };
  });
  if (new Set(parsed.map(({ name }) => name)).size < parsed.length)
    throw new Error('two archives have the same name');
  return parsed;
}

/** An API key chosen by the operator (docs/api/conventions.md#authentication), or null. */
export function token(text: string | null): string | null {
  if (text !== null && !/^[A-Za-z0-9\-_.]{16,256}$/.test(text)) {
    throw new Error('must have 16 to 256 characters from A-Z, a-z, 0-9, "-", "_" and "."');
  }
  return text;
}

/** A secret of at least 16 characters, or null. */
export function secretText(text: string | null): string | null {
  if (text !== null && text.length < 16) throw new Error('must have at least 16 characters');
  return text;
}

const wildcardAddresses = ['0.0.0.0', '::'];

/** Host name or IP address at which other machines reach this one, and a port: `webdata:8790` or `[fd00::1]:8790`. */
export function hostAndPort(text: string | null): { host: string; port: number } | null {
  if (text === null) return null;
  const [, bracketed, plain, digits] = /^(?:\[([^\]]+)\]|([^:\s]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  const port = Number(digits);
  if (host === undefined || port > 65_535) throw new Error('must have the form webdata:8790 (host:port)');
  if (wildcardAddresses.includes(host))
    throw new Error('must name an address at which other machines reach this one');
  return { host, port };
}

/** An absolute path. */
export function directory(text: string | null): string {
  return resolve(requiredText(text));
}
