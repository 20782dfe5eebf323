import type { Network } from './exit.ts';
import type { SearchProviderName } from './search.ts';

/** How long kept things are kept, in milliseconds. */
export interface Retention {
  pages: number;
  files: number;
  requests: number;
  deliveries: number;
}

/** How gently one site is fetched through one exit. */
export interface PolitenessRule {
  /** Fetches at once. */
  concurrency: number;
  /** Milliseconds between two starts. */
  gapMs: number;
}

/** Upper bounds on what one key may ask. */
export interface Limits {
  requestsPerMinute: number;
  concurrent: number;
}

/** One provider of an ordered search list. */
export interface SearchProviderSetting {
  name: SearchProviderName;
  /** Where it answers, in place of its public address; a secret, as it may hold a password. */
  url: string | null;
  /** A secret. */
  key: string | null;
}

/** A web archive beside the two public ones. */
export interface ArchiveSetting {
  /** Callers name it `memento:NAME`. */
  name: string;
  /** What it speaks: pywb's index and replay, or Memento (RFC 7089) alone. */
  kind: 'pywb' | 'memento';
  /** The collection's base address, without a trailing slash. */
  url: string;
}

/** Every setting of the process, read once by `config.ts` (api.md section 2). */
export interface Settings {
  host: string;
  port: number;
  baseUrl: string | null;
  dataDir: string;
  databaseUrl: string | null;
  blobUrl: string | null;
  role: 'api' | 'worker' | 'all';
  apiKey: string | null;
  /** The service that commands talk to, and their key. */
  remoteUrl: string | null;
  remoteKey: string | null;
  allowNetworks: string[];
  exitsFile: string | null;
  geoipFile: string | null;
  browser: string | null;
  search: SearchProviderSetting[];
  modelUrl: string | null;
  model: string | null;
  modelKey: string | null;
  modelFile: string | null;
  /** Questions at once, all processes together. */
  modelConcurrency: number;
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
  corsOrigins: string[];
  smtpUrl: string | null;
  mailFrom: string | null;
  politeness: PolitenessRule;
  limits: Limits;
  /** The shortest span between two runs of a schedule, in milliseconds. */
  minIntervalMs: number;
  /** Where browsers elsewhere reach the guard proxy. */
  guardListen: { host: string; port: number } | null;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  robots: 'respect' | 'ignore';
}

/** What a caller may ask of `network`; `auto` lets the ladder climb within the budget. */
export type NetworkChoice = 'auto' | Exclude<Network, 'unblock'>;
