import { z } from 'zod';
import type { JsonSchema } from '../../domain/pages/extraction.ts';
import { type Clock, systemClock } from '../../domain/system/clock.ts';
import { Failure } from '../../domain/system/failure.ts';
import { formatTimestamp, parseTimestamp } from '../../integrations/archives/index/timestamps.ts';
import {
  acceptedTimeForms,
  parseRequestedTime,
  type RequestedTime,
} from '../../integrations/archives/time/requested-time.ts';
import { extractionSchema } from '../extract/extract-request.ts';
import { type ArchiveAction, archiveActions } from './archive-action.ts';
import type { ReadVersion } from './read-version.ts';

/** Creates the schema of a time text; `also` lists further accepted words. */
function timeSchema(keywords: readonly string[] = []) {
  return z
    .string()
    .max(200)
    .superRefine((text, context) => {
      if (keywords.includes(text.trim().toLowerCase())) return;
      const read = parseRequestedTime(text, systemClock.now());
      if ('fault' in read) context.addIssue({ code: 'custom', message: read.fault });
    });
}

/** Body of `POST /v1/archive`. */
export const archiveBody = z.strictObject({
  action: z
    .enum(archiveActions)
    .describe(
      '`get`: the page on a date. `snapshots`: captures and real changes. `diff`: differences between a date and now, or between two dates. `history`: a field or section over time. `urls`: every URL that a site or path ever had.',
    ),
  url: z.string().max(8_192).describe('URL of the page. For `urls`: a site or a path.'),
  at: timeSchema()
    .nullish()
    .describe(`For \`get\` and \`diff\`: ${acceptedTimeForms}. Default: the newest copy.`),
  direction: z
    .enum(['nearest', 'before', 'after'])
    .default('nearest')
    .describe(
      'For `get`: the copy nearest to `at`, the last one up to its end, or the first one from its start.',
    ),
  compare_to: timeSchema(['live'])
    .default('live')
    .describe('For `diff`: `live` or a second date, in the same forms as `at`.'),
  since: timeSchema()
    .nullish()
    .describe('For `snapshots`, `history` and `urls`: start of the time window, in the same forms as `at`.'),
  until: timeSchema()
    .nullish()
    .describe('For `snapshots`, `history` and `urls`: end of the time window, in the same forms as `at`.'),
  every: z
    .enum(['change', 'day', 'month', 'year', 'all'])
    .default('change')
    .describe('For `snapshots` and `history`: each real change, one copy per period, or every copy.'),
  focus: z
    .string()
    .min(1)
    .max(1_000)
    .nullish()
    .describe('Return or compare only the sections about these words.'),
  schema: extractionSchema
    .nullish()
    .describe('For `get`, `diff` and `history`: fields to extract from each version (JSON Schema).'),
  prompt: z
    .string()
    .min(1)
    .max(4_000)
    .nullish()
    .describe(
      'For `get`, `diff` and `history`: fields to extract, in words. A configured model names and completes them; without one, they are derived from the words.',
    ),
  points: z.int().min(1).max(40).default(10).describe('For `history`: maximum number of versions to read.'),
  limit: z
    .int()
    .min(1)
    .max(20_000)
    .nullish()
    .describe('Maximum number of rows of `snapshots` (default 50) or of URLs of `urls` (default 1000).'),
  match: z
    .enum(['auto', 'exact', 'prefix', 'host', 'domain'])
    .default('auto')
    .describe('For `urls`. `auto`: `prefix` for a path, `host` for a site.'),
  kind: z
    .enum(['pages', 'documents', 'images', 'feeds', 'all'])
    .default('pages')
    .describe('For `urls`: kind of content.'),
  search: z
    .string()
    .max(1_000)
    .nullish()
    .describe('For `urls`: return only URLs that contain all these words.'),
  check_live: z
    .int()
    .min(0)
    .max(300)
    .default(0)
    .describe('For `urls`: number of URLs to request from the live site as well.'),
  source: z
    .string()
    .regex(
      /^(auto|wayback|commoncrawl|memento:[a-z0-9-]{1,40})$/,
      'Must be auto, wayback, commoncrawl or memento:NAME.',
    )
    .default('auto')
    .describe('Archive to read. `auto`: `wayback`, then `commoncrawl`, then the configured archives.'),
});

/** State that an earlier request left. */
export interface ArchiveRest {
  /** Archive that returned its result; null for `urls`, which can come from several. */
  source: string | null;
  /** Digests of the URLs that `urls` listed (`createUrlDigests`). */
  listed?: string;
  /** Versions that `history` read, by timestamp. */
  versions?: [timestamp: string, version: ReadVersion][];
}

/** Options of an archive request. */
export interface ArchiveCommand {
  action: ArchiveAction;
  /** URL as given in the request. */
  url: string;
  /** Time as given in the request; null: the newest copy. */
  at: string | null;
  direction: 'nearest' | 'before' | 'after';
  compareTo: string;
  /** Inclusive, as 14 digits (YYYYMMDDhhmmss). */
  since: string | null;
  until: string | null;
  every: 'change' | 'day' | 'month' | 'year' | 'all';
  focus: string | null;
  schema: JsonSchema | null;
  prompt: string | null;
  points: number;
  limit: number | null;
  match: 'auto' | 'exact' | 'prefix' | 'host' | 'domain';
  kind: 'pages' | 'documents' | 'images' | 'feeds' | 'all';
  search: string | null;
  checkLive: number;
  source: string;
  /** Set if the request continues another one. */
  rest: ArchiveRest | null;
  /** Names of the given options that the action does not use. */
  unusedOptions: string[];
}

/** Parses the time of a validated body. */
export function parseRequestTime(text: string | null, clock: Clock): RequestedTime {
  if (text === null) return { kind: 'latest' };
  const read = parseRequestedTime(text, clock.now());
  if ('fault' in read) throw new Failure('invalid', `This time is not valid: ${read.fault}`);
  return read.time;
}

/** Returns one end of the time window; `first` and `latest` leave it open. */
function windowBound(text: string | null | undefined, end: 'from' | 'until'): string | null {
  if (text === null || text === undefined) return null;
  const time = parseRequestTime(text, systemClock);
  return time.kind === 'span' ? formatTimestamp(time.span[end]) : null;
}

/** The actions that use each option which not all of them use. */
const actionsOfOptions: Readonly<Record<string, readonly ArchiveAction[]>> = {
  at: ['get', 'diff'],
  direction: ['get'],
  compare_to: ['diff'],
  since: ['snapshots', 'history', 'urls'],
  until: ['snapshots', 'history', 'urls'],
  every: ['snapshots', 'history'],
  focus: ['get', 'snapshots', 'diff', 'history'],
  schema: ['get', 'diff', 'history'],
  prompt: ['get', 'diff', 'history'],
  points: ['history'],
  limit: ['snapshots', 'urls'],
  match: ['urls'],
  kind: ['urls'],
  search: ['urls'],
  check_live: ['urls'],
};

/** Returns the options with a value other than the default that the action does not use. */
function findUnusedOptions(body: z.output<typeof archiveBody>): string[] {
  const defaults: Readonly<Record<string, unknown>> = archiveBody.parse({
    action: body.action,
    url: body.url,
  });
  const given: Readonly<Record<string, unknown>> = body;
  return Object.keys(actionsOfOptions).filter(
    (name) =>
      actionsOfOptions[name]?.includes(body.action) === false &&
      given[name] !== null &&
      given[name] !== defaults[name],
  );
}

/** Converts the validated body to a command. */
export function toArchiveCommand(body: z.output<typeof archiveBody>): ArchiveCommand {
  const since = windowBound(body.since, 'from');
  const until = windowBound(body.until, 'until');
  if (since !== null && until !== null && since > until) {
    const detail = `Must not be before \`since\` (${parseTimestamp(since).toISOString()}).`;
    throw new Failure('invalid', `/until: ${detail}`, { errors: [{ pointer: '/until', detail }] });
  }
  return {
    action: body.action,
    url: body.url,
    at: body.at ?? null,
    direction: body.direction,
    compareTo: body.compare_to,
    since,
    until,
    every: body.every,
    focus: body.focus ?? null,
    schema: body.schema ?? null,
    prompt: body.prompt ?? null,
    points: body.points,
    limit: body.limit ?? null,
    match: body.match,
    kind: body.kind,
    search: body.search ?? null,
    checkLive: body.check_live,
    source: body.source,
    rest: null,
    unusedOptions: findUnusedOptions(body),
  };
}
