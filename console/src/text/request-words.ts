import type { HistoryEntry } from '../../../clients/typescript/src/index.ts';
import { toWords } from './format.ts';

/** What requests did, in the past tense, by operation. */
const deeds: Readonly<Record<string, string>> = {
  scrape: 'Read',
  read: 'Read stored text',
  parse: 'Read a file',
  map: 'Mapped',
  crawl: 'Crawled',
  batch: 'Read a list of pages',
  search: 'Searched the web',
  extract: 'Extracted values from',
  collect: 'Collected records of',
  inspect: 'Inspected',
  compare: 'Compared',
  archive: 'Looked into the archive of',
  monitor_check: 'Checked',
  browser_step: 'Took a step in a browser',
  diff_monitor: 'Compared versions of',
  follow_job: 'Followed a job',
  verify_receipt: 'Verified a receipt',
};

/** Verbs in the past tense, by the first word of an operation. */
const verbs: Readonly<Record<string, string>> = {
  act: 'Changed the state of',
  add: 'Added',
  change: 'Changed',
  close: 'Closed',
  create: 'Created',
  delete: 'Deleted',
  export: 'Exported',
  find: 'Searched',
  forget: 'Forgot',
  get: 'Looked at',
  import: 'Imported',
  list: 'Listed',
  open: 'Opened',
  preview: 'Previewed',
  redeliver: 'Delivered again',
  refresh: 'Refreshed',
  remove: 'Removed',
  revoke: 'Revoked',
  rotate: 'Replaced',
  run: 'Ran',
  set: 'Set',
  start: 'Started',
  test: 'Tested',
  update: 'Changed',
};

const origins: Readonly<Record<HistoryEntry['origin'], string>> = {
  http: 'API',
  mcp: 'MCP',
  cli: 'Command line',
  v2: 'API of version 2',
  job: 'Job',
  schedule: 'Schedule',
};

/** A request in words. */
export interface RequestWords {
  /** What was done, such as `Checked`. */
  deed: string;
  /** To what: its name or its address; empty if the deed says it. */
  about: string;
  /** What came of it, such as `no change`; empty if the status says it. */
  outcome: string;
}

/** Returns what an operation did; without its noun if a name follows. */
function deedOf(tool: string, hasName: boolean): string {
  const known = deeds[tool];
  if (known !== undefined) return known;
  const [first = '', ...rest] = tool.replace(/^act_on_/, 'act_').split('_');
  const verb = verbs[first];
  if (verb === undefined) return toWords(tool);
  return hasName ? verb : `${verb} ${rest.join(' ')}`;
}

/** Returns an address without its scheme. */
function shortAddress(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '');
}

/** Returns what a request did, in words; `name` is the name of what it is about, if it has one. */
export function wordsOf(
  { tool, url, error }: Pick<HistoryEntry, 'tool' | 'url' | 'error'>,
  subject: HistoryEntry['subject'] = null,
): RequestWords {
  return {
    deed: deedOf(tool, subject !== null),
    about: subject?.name ?? shortAddress(url ?? ''),
    outcome: error?.message ?? subject?.outcome ?? '',
  };
}

/** Returns the name of the interface that made a request. */
export function originName(origin: HistoryEntry['origin']): string {
  return origins[origin];
}
