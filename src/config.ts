import { isIP } from 'node:net';
import { resolve } from 'node:path';
import type { Limits, PolitenessRule, Retention, SearchProvider, Settings } from './domain/settings.ts';

/** A bad or unknown setting; its message is the one line that the start prints. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** The environment as the process was given it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** One row of the table: a variable, what it means, and how its text becomes a value. */
interface Setting<Value> {
  variable: string;
  /** The default as documented and as read when the variable is unset; null when unset means "none". */
  fallback: string | null;
  about: string;
  /** Never printed. */
  secret: boolean;
  /** Throws an Error with the reason when the text is no good. */
  read(text: string | null): Value;
}

type Table = { [Field in keyof Settings]: Setting<Settings[Field]> };

function setting<Value>(
  variable: string,
  fallback: string | null,
  read: (text: string | null) => Value,
  about: string,
  secret = false,
): Setting<Value> {
  return { variable, fallback, about, secret, read };
}

const anyText = (text: string | null) => text;
const requiredText = (text: string | null) => text ?? '';

function wholeNumber(least: number, most: number) {
  return (text: string | null): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text ?? '') || value < least || value > most) {
      throw new Error(`must be a whole number from ${least} to ${most}`);
    }
    return value;
  };
}

function oneOf<Choice extends string>(...choices: Choice[]) {
  return (text: string | null): Choice => {
    const choice = choices.find((candidate) => candidate === text);
    if (choice === undefined) throw new Error(`must be one of ${choices.join(', ')}`);
    return choice;
  };
}

function yesOrNo(text: string | null): boolean {
  return oneOf('true', 'false')(text) === 'true';
}

function address(...schemes: string[]) {
  return (text: string | null): string | null => {
    if (text === null) return null;
    if (!URL.canParse(text) || !schemes.includes(new URL(text).protocol.slice(0, -1))) {
      throw new Error(`must be an address with scheme ${schemes.join(' or ')}`);
    }
    return text.replace(/\/+$/, '');
  };
}

function requiredAddress(...schemes: string[]) {
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

function networks(text: string | null): string[] {
  const items = list(text);
  for (const item of items) {
    if (!isNetwork(item)) throw new Error(`"${item}" is no address range such as 10.0.0.0/8 or ::1/128`);
  }
  return items;
}

function origins(text: string | null): string[] {
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

const keepDefaults = 'pages=30d,files=30d,requests=90d,deliveries=30d';

function retention(text: string | null): Retention {
  const kept: Retention = { pages: 0, files: 0, requests: 0, deliveries: 0 };
  for (const item of [...list(keepDefaults), ...list(text)]) {
    const [name = '', duration = ''] = item.split('=');
    if (!Object.hasOwn(kept, name))
      throw new Error(`"${name}" is not one of ${Object.keys(kept).join(', ')}`);
    kept[name as keyof Retention] = durationMs(duration);
  }
  return kept;
}

function politeness(text: string | null): PolitenessRule {
  const match = /^(\d{1,3})\/(\d+(?:ms|s))$/.exec(text ?? '');
  if (match === null || Number(match[1]) < 1)
    throw new Error('must look like 2/250ms (fetches at once / gap)');
  return { concurrency: Number(match[1]), gapMs: durationMs(match[2] as string) };
}

function limits(text: string | null): Limits {
  const match = /^(\d{1,9})\/m,(\d{1,6})$/.exec(text ?? '');
  if (match === null || Number(match[1]) < 1 || Number(match[2]) < 1) {
    throw new Error('must look like 6000/m,200 (requests a minute, concurrent work)');
  }
  return { requestsPerMinute: Number(match[1]), concurrent: Number(match[2]) };
}

const searchProviders = [
  'searxng',
  'brave',
  'serper',
  'tavily',
  'exa',
  'mojeek',
  'kagi',
  'marginalia',
  'local',
];

function search(text: string | null): SearchProvider[] {
  return list(text).map((item) => {
    const split = item.indexOf('=');
    const name = split < 0 ? item : item.slice(0, split);
    if (!searchProviders.includes(name)) {
      throw new Error(`"${name}" is not one of ${searchProviders.join(', ')}`);
    }
    if (split < 0 && name !== 'local') throw new Error(`${name} needs its address or key, as ${name}=...`);
    return { name, value: split < 0 ? null : item.slice(split + 1) };
  });
}

function token(text: string | null): string | null {
  if (text !== null && !/^[A-Za-z0-9\-_.]{16,256}$/.test(text)) {
    throw new Error('must be 16 to 256 characters of A-Z a-z 0-9 - _ .');
  }
  return text;
}

function secretText(text: string | null): string | null {
  if (text !== null && text.length < 16) throw new Error('must be at least 16 characters');
  return text;
}

function directory(text: string | null): string {
  return resolve(requiredText(text));
}

const isRoot = process.getuid?.() === 0;

/** The one table of settings: every variable that the service knows, in the order of the documentation. */
const table: Table = {
  host: setting('HOST', '127.0.0.1', requiredText, 'address the API listens on'),
  port: setting('PORT', '8787', wholeNumber(0, 65_535), 'port the API listens on (0: any free one)'),
  baseUrl: setting(
    'BASE_URL',
    null,
    address('http', 'https'),
    'public address used in links; unset: the request’s own host',
  ),
  dataDir: setting(
    'DATA_DIR',
    isRoot ? '/var/lib/webdata' : './data',
    directory,
    'database, blobs, secrets: everything that must be backed up (as root /var/lib/webdata)',
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    null,
    address('postgres', 'postgresql'),
    'PostgreSQL 15 or later, direct or session-pooled; unset: the embedded one',
    true,
  ),
  blobUrl: setting('BLOB_URL', null, address('file', 's3'), 'where files lie; unset: under DATA_DIR', true),
  role: setting('WEBDATA_ROLE', 'all', oneOf('api', 'worker', 'all'), 'what this process does'),
  apiKey: setting('WEBDATA_API_KEY', null, token, 'presets the first key', true),
  allowNetworks: setting(
    'WEBDATA_ALLOW_NETWORKS',
    null,
    networks,
    'private address ranges that callers’ addresses may lie in, such as 127.0.0.0/8,::1/128',
  ),
  exitsFile: setting('WEBDATA_EXITS', null, anyText, 'path of the exits file'),
  geoipFile: setting('WEBDATA_GEOIP_DB', null, anyText, 'path of a newer country database (mmdb)'),
  browser: setting(
    'WEBDATA_BROWSER',
    null,
    anyText,
    'path of a browser, or ws:// or http:// address of a remote one',
  ),
  search: setting(
    'WEBDATA_SEARCH',
    null,
    search,
    'ordered search providers, such as searxng=http://127.0.0.1:8888,brave=KEY,local',
    true,
  ),
  modelUrl: setting(
    'WEBDATA_MODEL_URL',
    null,
    address('http', 'https'),
    'OpenAI-compatible chat completions',
  ),
  model: setting('WEBDATA_MODEL', null, anyText, 'name of the model at that address'),
  modelKey: setting('WEBDATA_MODEL_KEY', null, anyText, 'key for that address', true),
  modelFile: setting('WEBDATA_MODEL_FILE', null, anyText, 'path of a GGUF model for the in-process engine'),
  waybackUrl: setting(
    'WEBDATA_WAYBACK_URL',
    'https://web.archive.org',
    requiredAddress('http', 'https'),
    'base address of the Wayback Machine',
  ),
  commonCrawlIndexUrl: setting(
    'WEBDATA_COMMONCRAWL_INDEX_URL',
    'https://index.commoncrawl.org',
    requiredAddress('http', 'https'),
    'base address of the Common Crawl index',
  ),
  commonCrawlDataUrl: setting(
    'WEBDATA_COMMONCRAWL_DATA_URL',
    'https://data.commoncrawl.org',
    requiredAddress('http', 'https'),
    'base address of the Common Crawl records',
  ),
  ratesUrl: setting(
    'WEBDATA_RATES_URL',
    'https://www.ecb.europa.eu/stats/eurofxref',
    requiredAddress('http', 'https'),
    'base address of the daily and 90-day exchange rate files',
  ),
  secret: setting(
    'WEBDATA_SECRET',
    null,
    secretText,
    'root secret; made in DATA_DIR/secrets with the embedded database, required with DATABASE_URL',
    true,
  ),
  planCredits: setting(
    'WEBDATA_PLAN_CREDITS',
    '100000',
    wholeNumber(0, 1_000_000_000_000),
    'plan credits of the default account, a month',
  ),
  unlimited: setting(
    'WEBDATA_UNLIMITED',
    'true',
    yesOrNo,
    'the default account counts credits but is never refused for lack of them',
  ),
  keep: setting(
    'WEBDATA_KEEP',
    keepDefaults,
    retention,
    'how long things are kept; ledger rows and receipts stay',
  ),
  contact: setting('WEBDATA_CONTACT', null, anyText, 'contact address in the User-Agent'),
  trustedProxies: setting(
    'WEBDATA_TRUSTED_PROXIES',
    null,
    networks,
    'address ranges of proxies whose X-Forwarded-* headers are believed',
  ),
  corsOrigins: setting(
    'WEBDATA_CORS_ORIGINS',
    null,
    origins,
    'origins that browsers may call from; unset: none',
  ),
  smtpUrl: setting('WEBDATA_SMTP_URL', null, address('smtp', 'smtps'), 'mail server of monitors', true),
  mailFrom: setting('WEBDATA_MAIL_FROM', null, anyText, 'sender of e-mails'),
  politeness: setting(
    'WEBDATA_POLITENESS',
    '2/250ms',
    politeness,
    'fetches at once and gap, per site and exit',
  ),
  limits: setting(
    'WEBDATA_LIMITS',
    '6000/m,200',
    limits,
    'requests a minute and concurrent work, per key and account',
  ),
  guardListen: setting('WEBDATA_GUARD_LISTEN', null, anyText, 'where remote browsers reach the guard proxy'),
  logLevel: setting(
    'WEBDATA_LOG_LEVEL',
    'info',
    oneOf('debug', 'info', 'warn', 'error', 'silent'),
    'least severe log lines written',
  ),
  robots: setting('WEBDATA_ROBOTS', 'respect', oneOf('respect', 'ignore'), 'robots rules on crawls'),
};

/** Variables of the CLI, which the server knows but does not read. */
export const commandLineVariables = [
  { variable: 'WEBDATA_URL', about: 'the CLI’s server', secret: false },
  { variable: 'WEBDATA_KEY', about: 'the CLI’s key', secret: true },
] as const;

const fields = Object.keys(table) as Array<keyof Settings>;

/** Every variable with its default, meaning and whether it is secret, for the documentation. */
export const settingsReference = [
  ...fields.map((field) => {
    const { variable, fallback, about, secret } = table[field];
    return { variable, fallback, about, secret };
  }),
  ...commandLineVariables.map((row) => ({ ...row, fallback: null })),
];

/** The text of a variable; an empty value counts as unset. */
function textOf(environment: Environment, variable: string): string | null {
  const text = environment[variable]?.trim();
  return text === undefined || text === '' ? null : text;
}

function refuseUnknown(environment: Environment): void {
  const known = new Set<string>(settingsReference.map((row) => row.variable));
  for (const variable of Object.keys(environment)) {
    if (variable.startsWith('WEBDATA_') && !known.has(variable)) {
      throw new ConfigurationError(`unknown setting ${variable} (see docs/configuration.md)`);
    }
  }
}

function readField<Field extends keyof Settings>(environment: Environment, field: Field): Settings[Field] {
  const row: Setting<Settings[Field]> = table[field];
  try {
    return row.read(textOf(environment, row.variable) ?? row.fallback);
  } catch (error) {
    throw new ConfigurationError(`bad setting ${row.variable}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function checkTogether(settings: Settings): void {
  if (settings.databaseUrl !== null && settings.secret === null) {
    throw new ConfigurationError('DATABASE_URL needs WEBDATA_SECRET as well, the same for every process');
  }
  if (settings.role !== 'all' && settings.databaseUrl === null) {
    throw new ConfigurationError(
      `WEBDATA_ROLE=${settings.role} needs a DATABASE_URL that the processes share`,
    );
  }
}

/** Reads and checks every setting; throws ConfigurationError with one clear line. */
export function readSettings(environment: Environment = process.env): Settings {
  refuseUnknown(environment);
  const entries = fields.map((field) => [field, readField(environment, field)]);
  const settings = Object.fromEntries(entries) as Settings;
  checkTogether(settings);
  return settings;
}

/** What `config` prints: one line a variable with its effective value, secrets hidden. */
export function describeSettings(environment: Environment = process.env): string[] {
  readSettings(environment);
  return settingsReference.map(({ variable, fallback, secret }) => {
    const given = textOf(environment, variable);
    const shown = given === null ? (fallback ?? '') : secret ? '(hidden)' : given;
    return `${variable}=${shown}${given === null ? '    # default' : ''}`;
  });
}
