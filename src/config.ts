import {
  address,
  anyText,
  archives,
  directory,
  hostAndPort,
  keepDefaults,
  limits,
  networks,
  oneOf,
  origins,
  politeness,
  requiredAddress,
  requiredDuration,
  requiredText,
  retention,
  search,
  secretText,
  token,
  wholeNumber,
  yesOrNo,
} from './config-values.ts';
import type { Settings } from './domain/settings.ts';

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
  blobUrl: setting(
    'BLOB_URL',
    null,
    address('file', 's3'),
    'where files lie, file:///folder or s3://KEY:SECRET@bucket/prefix?endpoint=https://host&region=name (percent-encoded); unset: under DATA_DIR',
    true,
  ),
  role: setting('WEBDATA_ROLE', 'all', oneOf('api', 'worker', 'all'), 'what this process does'),
  apiKey: setting('WEBDATA_API_KEY', null, token, 'presets the first key', true),
  remoteUrl: setting(
    'WEBDATA_URL',
    null,
    address('http', 'https'),
    'address of the service that commands talk to; unset: the one on this data directory, else none is needed',
  ),
  remoteKey: setting('WEBDATA_KEY', null, anyText, 'key that commands use; unset: the first key here', true),
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
    'path of a browser, DevTools address of one elsewhere (ws://, http://), or none; unset: looked for where systems keep one',
    true,
  ),
  search: setting(
    'WEBDATA_SEARCH',
    null,
    search,
    'ordered search providers, such as searxng=http://127.0.0.1:8888,brave=KEY,local (docs/search.md)',
    true,
  ),
  modelUrl: setting(
    'WEBDATA_MODEL_URL',
    null,
    address('http', 'https'),
    'OpenAI-compatible chat completions, such as http://127.0.0.1:11434/v1',
  ),
  model: setting(
    'WEBDATA_MODEL',
    null,
    anyText,
    'name of the model at that address; unset: the first that it lists',
  ),
  modelKey: setting('WEBDATA_MODEL_KEY', null, anyText, 'key for that address', true),
  modelFile: setting(
    'WEBDATA_MODEL_FILE',
    null,
    anyText,
    'path of a GGUF model for the in-process engine, used when there is no address',
  ),
  modelConcurrency: setting(
    'WEBDATA_MODEL_CONCURRENCY',
    '4',
    wholeNumber(1, 256),
    'questions that the model endpoint is asked at once, by all processes together',
  ),
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
  archives: setting(
    'WEBDATA_ARCHIVES',
    null,
    archives,
    'further web archives, such as arquivo=pywb+https://arquivo.pt/wayback,other=memento+https://archive.example',
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
  minIntervalMs: setting(
    'WEBDATA_MIN_INTERVAL',
    '1m',
    requiredDuration,
    'shortest span between two runs of a schedule, of datasets, monitors and workflows',
  ),
  guardListen: setting(
    'WEBDATA_GUARD_LISTEN',
    null,
    hostAndPort,
    'host:port of this machine at which browsers elsewhere reach the guard proxy',
  ),
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
