import type { Scope } from '../resources/account.ts';
import type { Network } from '../resources/exit.ts';
import type { SearchProviderName } from '../resources/search.ts';

/** Retention periods in milliseconds. */
export interface Retention {
  pages: number;
  files: number;
  requests: number;
  deliveries: number;
}

/** Limits on fetching one site through one exit. */
export interface PolitenessRule {
  /** Maximum concurrent fetches. */
  concurrency: number;
  /** Minimum milliseconds between the starts of two fetches. */
  gapMs: number;
}

/** Limits of one key. */
export interface Limits {
  requestsPerMinute: number;
  concurrent: number;
}

/** Rule that lets persons sign in through an issuer, with their scopes. */
export interface SignInRule {
  /** An e-mail address, or `*@` and a domain; in lower case. */
  who: string;
  scopes: Scope[];
}

/** One provider of the ordered search list. */
export interface SearchProviderSetting {
  name: SearchProviderName;
  /** Base URL that replaces the provider's public one; a secret, because it can contain a password. */
  url: string | null;
  /** A secret. */
  key: string | null;
}

/** A web archive in addition to the two public ones. */
export interface ArchiveSetting {
  /** Name of the archive for callers: `memento:NAME`. */
  name: string;
  /** Protocol: pywb's index and replay, or Memento (RFC 7089) alone. */
  kind: 'pywb' | 'memento';
  /** Base URL of the collection, without a trailing slash. */
  url: string;
}

/** All settings of the process, read once by `config.ts` (docs/api/keys.md). */
export interface Settings {
  host: string;
  port: number;
  baseUrl: string | null;
  dataDir: string;
  databaseUrl: string | null;
  blobUrl: string | null;
  role: 'api' | 'worker' | 'all';
  /** URL at which other processes of the database reach this one. */
  internalUrl: string | null;
  /** Milliseconds for which a stopping process still accepts requests, so that balancers notice first. */
  drainMs: number;
  apiKey: string | null;
  /** URL and key of the service to which commands connect. */
  remoteUrl: string | null;
  remoteKey: string | null;
  allowNetworks: string[];
  /** Certificates in PEM that are trusted beside those of Node. */
  trustedCertificates: string[];
  exitsFile: string | null;
  geoipFile: string | null;
  browser: string | null;
  search: SearchProviderSetting[];
  modelUrl: string | null;
  /** Maximum model tokens of each account and day in UTC; null for no limit. */
  modelDailyTokens: number | null;
  model: string | null;
  modelKey: string | null;
  modelFile: string | null;
  /** Maximum concurrent model requests of all processes together. */
  modelConcurrency: number;
  /** Codes of the languages of OCR, as Tesseract names them. */
  ocrLanguages: string[];
  waybackUrl: string;
  commonCrawlIndexUrl: string;
  commonCrawlDataUrl: string;
  archives: ArchiveSetting[];
  ratesUrl: string;
  secret: string | null;
  planCredits: number;
  unlimited: boolean;
  keep: Retention;
  contact: string | null;
  trustedProxies: string[];
  /** Host names in lower case; a leading `*.` matches all subdomains, `*` matches any host. */
  allowedHosts: string[];
  corsOrigins: string[];
  smtpUrl: string | null;
  mailFrom: string | null;
  /** Issuer of OpenID Connect for the console. */
  oidcIssuer: string | null;
  oidcClientId: string | null;
  oidcClientSecret: string | null;
  /** The first rule that fits a person applies; nobody else may sign in. */
  oidcAllow: SignInRule[];
  politeness: PolitenessRule;
  limits: Limits;
  /** Minimum interval between two runs of a schedule, in milliseconds. */
  minIntervalMs: number;
  /** Address at which remote browsers reach the guard proxy. */
  guardListen: { host: string; port: number } | null;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /**
   * True if the launcher restarts the service after a crash; the launcher (bin/webdata.mjs) reads the variable itself.
   */
  restart: boolean;
  robots: 'respect' | 'ignore';
}

/** Values of `network` in requests; `auto` tries routes in order within the budget. */
export type NetworkChoice = 'auto' | Exclude<Network, 'unblock'>;
