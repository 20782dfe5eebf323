import { readConfigCertificates } from './config-certificates.ts';
import {
  anyText,
  archives,
  booleanValue,
  defaultRetention,
  directory,
  drainDuration,
  hostAndPort,
  hostNames,
  integerBetween,
  issuerUrl,
  limits,
  networks,
  ocrLanguages,
  oneOf,
  optionalInteger,
  optionalUrl,
  origins,
  politeness,
  requiredDuration,
  requiredText,
  requiredUrl,
  retention,
  searchProviders,
  secretText,
  signInRules,
  token,
} from './config-values.ts';
import type { Settings } from './domain/system/settings.ts';

/** One setting: its variable, its description, and the reader of its text. */
export interface Setting<Value> {
  variable: string;
  /** Default as documented and as read if the variable is unset; null if there is none. */
  defaultText: string | null;
  description: string;
  /** Never printed. */
  secret: boolean;
  /** Throws an Error with the reason if the text is invalid. */
  read(text: string | null): Value;
}

type Table = { [Field in keyof Settings]: Setting<Settings[Field]> };

function setting<Value>(
  variable: string,
  defaultText: string | null,
  read: (text: string | null) => Value,
  description: string,
  secret = false,
): Setting<Value> {
  return { variable, defaultText, description, secret, read };
}

const isRoot = process.getuid?.() === 0;

/** All settings, in the order of the documentation. */
export const configTable: Table = {
  host: setting('HOST', '127.0.0.1', requiredText, 'IP address on which the API listens'),
  port: setting(
    'PORT',
    '8787',
    integerBetween(0, 65_535),
    'port on which the API listens (0: any free port)',
  ),
  baseUrl: setting(
    'BASE_URL',
    null,
    optionalUrl('http', 'https'),
    'public URL for links in responses; unset: the host of the request',
  ),
  dataDir: setting(
    'DATA_DIR',
    isRoot ? '/var/lib/webdata' : './data',
    directory,
    'directory of database, blobs and secrets, which must be backed up (default for root: /var/lib/webdata)',
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    null,
    optionalUrl('postgres', 'postgresql'),
    'PostgreSQL 15 or later, directly or through session pooling; unset: embedded PostgreSQL',
    true,
  ),
  blobUrl: setting(
    'BLOB_URL',
    null,
    optionalUrl('file', 's3'),
    'blob store: file:///folder or s3://KEY:SECRET@bucket/prefix?endpoint=https://host&region=name (percent-encoded); unset: under DATA_DIR',
    true,
  ),
  role: setting(
    'WEBDATA_ROLE',
    'all',
    oneOf('api', 'worker', 'all'),
    'role of this process: API, worker, or both',
  ),
  internalUrl: setting(
    'WEBDATA_INTERNAL_URL',
    null,
    optionalUrl('http', 'https'),
    'URL at which other processes of the database reach this one; unset: PORT at HOST, or at the first network address of the machine if HOST is 0.0.0.0 or ::',
  ),
  drainMs: setting(
    'WEBDATA_DRAIN',
    '0s',
    drainDuration,
    'time for which a stopping process still accepts requests while /readyz is 503, so that balancers stop sending it requests first; at most 5m',
  ),
  apiKey: setting('WEBDATA_API_KEY', null, token, 'token of the first key', true),
  remoteUrl: setting(
    'WEBDATA_URL',
    null,
    optionalUrl('http', 'https'),
    'URL of the service to which commands connect; unset: the running service of this data directory, or none',
  ),
  remoteKey: setting(
    'WEBDATA_KEY',
    null,
    anyText,
    'key for commands; unset: the first key of this data directory',
    true,
  ),
  allowNetworks: setting(
    'WEBDATA_ALLOW_NETWORKS',
    null,
    networks,
    'private address ranges that requests may access, such as 127.0.0.0/8,::1/128',
  ),
  trustedCertificates: setting(
    'WEBDATA_TRUSTED_CERTIFICATES',
    null,
    readConfigCertificates,
    'PEM file, or folder of PEM files, with certificates of private authorities that all TLS connections and the browser trust (docs/operations.md)',
  ),
  exitsFile: setting('WEBDATA_EXITS', null, anyText, 'path of the exits file'),
  geoipFile: setting(
    'WEBDATA_GEOIP_DB',
    null,
    anyText,
    'path of a country database (mmdb) that replaces the packaged one',
  ),
  browser: setting(
    'WEBDATA_BROWSER',
    null,
    anyText,
    'path of a browser, DevTools URL of a remote browser (ws://, http://), or none; unset: searched in standard locations',
    true,
  ),
  search: setting(
    'WEBDATA_SEARCH',
    null,
    searchProviders,
    'search providers in order, such as searxng=http://127.0.0.1:8888,brave=KEY,local (docs/search.md)',
    true,
  ),
  modelUrl: setting(
    'WEBDATA_MODEL_URL',
    null,
    optionalUrl('http', 'https'),
    'base URL of an OpenAI-compatible chat completions API, such as http://127.0.0.1:11434/v1',
  ),
  model: setting('WEBDATA_MODEL', null, anyText, 'name of the model; unset: the first that the API lists'),
  modelKey: setting('WEBDATA_MODEL_KEY', null, anyText, 'key of the model API', true),
  modelFile: setting(
    'WEBDATA_MODEL_FILE',
    null,
    anyText,
    'path of a GGUF model for in-process inference; used if no model URL is set',
  ),
  modelConcurrency: setting(
    'WEBDATA_MODEL_CONCURRENCY',
    '4',
    integerBetween(1, 256),
    'maximum concurrent requests to the model, all processes together',
  ),
  modelDailyTokens: setting(
    'WEBDATA_MODEL_DAILY_TOKENS',
    null,
    optionalInteger(1_000, 1_000_000_000_000),
    'maximum model tokens of each account and day in UTC, input and output together; unset: no limit',
  ),
  ocrLanguages: setting(
    'WEBDATA_OCR_LANGUAGES',
    'eng',
    ocrLanguages,
    'languages of OCR, separated by commas, each with its package `@tesseract.js-data/…`, such as eng,deu,fra',
  ),
  waybackUrl: setting(
    'WEBDATA_WAYBACK_URL',
    'https://web.archive.org',
    requiredUrl('http', 'https'),
    'base URL of the Wayback Machine',
  ),
  commonCrawlIndexUrl: setting(
    'WEBDATA_COMMONCRAWL_INDEX_URL',
    'https://index.commoncrawl.org',
    requiredUrl('http', 'https'),
    'base URL of the Common Crawl index',
  ),
  commonCrawlDataUrl: setting(
    'WEBDATA_COMMONCRAWL_DATA_URL',
    'https://data.commoncrawl.org',
    requiredUrl('http', 'https'),
    'base URL of the Common Crawl records',
  ),
  archives: setting(
    'WEBDATA_ARCHIVES',
    null,
    archives,
    'additional web archives, such as arquivo=pywb+https://arquivo.pt/wayback,other=memento+https://archive.example',
  ),
  ratesUrl: setting(
    'WEBDATA_RATES_URL',
    'https://www.ecb.europa.eu/stats/eurofxref',
    requiredUrl('http', 'https'),
    'base URL of the daily and 90-day exchange rate files',
  ),
  secret: setting(
    'WEBDATA_SECRET',
    null,
    secretText,
    'root secret; generated in DATA_DIR/secrets for the embedded database, required with DATABASE_URL',
    true,
  ),
  planCredits: setting(
    'WEBDATA_PLAN_CREDITS',
    '100000',
    integerBetween(0, 1_000_000_000_000),
    'plan credits of the default account per month',
  ),
  unlimited: setting(
    'WEBDATA_UNLIMITED',
    'true',
    booleanValue,
    'whether the default account may fall below 0 credits',
  ),
  keep: setting(
    'WEBDATA_KEEP',
    defaultRetention,
    retention,
    'retention periods; ledger rows and receipts are kept forever',
  ),
  contact: setting('WEBDATA_CONTACT', null, anyText, 'contact address in the User-Agent header'),
  trustedProxies: setting(
    'WEBDATA_TRUSTED_PROXIES',
    null,
    networks,
    'address ranges of proxies whose X-Forwarded-* headers are trusted',
  ),
  allowedHosts: setting(
    'WEBDATA_ALLOWED_HOSTS',
    null,
    hostNames,
    'additional host names under which /mcp and the live view are accessible, such as web.example.com,*.example.org, or * for any (SECURITY.md)',
  ),
  corsOrigins: setting(
    'WEBDATA_CORS_ORIGINS',
    null,
    origins,
    'origins from which browsers may call the API (CORS); unset: none',
  ),
  smtpUrl: setting(
    'WEBDATA_SMTP_URL',
    null,
    optionalUrl('smtp', 'smtps'),
    'mail server for notifications of monitors',
    true,
  ),
  mailFrom: setting('WEBDATA_MAIL_FROM', null, anyText, 'sender address of e-mails'),
  oidcIssuer: setting(
    'WEBDATA_OIDC_ISSUER',
    null,
    issuerUrl,
    'issuer of OpenID Connect through which persons sign in to the console (docs/self-hosting/teams.md)',
  ),
  oidcClientId: setting('WEBDATA_OIDC_CLIENT_ID', null, anyText, 'client that is registered at the issuer'),
  oidcClientSecret: setting('WEBDATA_OIDC_CLIENT_SECRET', null, anyText, 'secret of this client', true),
  oidcAllow: setting(
    'WEBDATA_OIDC_ALLOW',
    null,
    signInRules,
    'persons who may sign in, with their scopes, such as ada@example.com=read+write+admin,*@example.com=read',
  ),
  politeness: setting(
    'WEBDATA_POLITENESS',
    '2/250ms',
    politeness,
    'maximum concurrent fetches and minimum gap between them, per site and exit',
  ),
  limits: setting(
    'WEBDATA_LIMITS',
    '6000/m,200',
    limits,
    'maximum requests per minute and concurrent requests, per key and account',
  ),
  minIntervalMs: setting(
    'WEBDATA_MIN_INTERVAL',
    '1m',
    requiredDuration,
    'minimum interval between two runs of a dataset, monitor or workflow',
  ),
  guardListen: setting(
    'WEBDATA_GUARD_LISTEN',
    null,
    hostAndPort,
    'host:port at which remote browsers reach the guard proxy of this machine',
  ),
  logLevel: setting(
    'WEBDATA_LOG_LEVEL',
    'info',
    oneOf('debug', 'info', 'warn', 'error', 'silent'),
    'minimum severity of log lines',
  ),
  restart: setting(
    'WEBDATA_RESTART',
    'true',
    booleanValue,
    'whether the launcher restarts the service after a crash; set to false under systemd, Kubernetes or another supervisor',
  ),
  robots: setting(
    'WEBDATA_ROBOTS',
    'respect',
    oneOf('respect', 'ignore'),
    'default for robots.txt rules in crawls',
  ),
};
