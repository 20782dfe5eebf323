import { z } from 'zod';
import { type AskedTime, readAskedTime, timeForms } from '../../domain/asked-time.ts';
import { type Clock, systemClock } from '../../domain/clock.ts';
import type { JsonSchema } from '../../domain/extraction.ts';
import { Failure } from '../../domain/failure.ts';
import { instantOf, timestampOf } from '../../sources/archives/timestamps.ts';
import { schemaSchema } from '../extract/extract-request.ts';

/** What can be asked of the past (archives.md section 9). */
export const archiveActions = ['get', 'snapshots', 'diff', 'history', 'urls'] as const;

/** One of {@link archiveActions}. */
export type ArchiveAction = (typeof archiveActions)[number];

/** A text that {@link readAskedTime} understands; `also` is taken beside. */
function timeText(also: readonly string[] = []) {
  return z
    .string()
    .max(200)
    .superRefine((text, context) => {
      if (also.includes(text.trim().toLowerCase())) return;
      const read = readAskedTime(text, systemClock.now());
      if ('fault' in read) context.addIssue({ code: 'custom', message: read.fault });
    });
}

/** The strict body of `POST /v1/archive`. */
export const archiveBody = z.strictObject({
  action: z
    .enum(archiveActions)
    .describe(
      'get: the page on a date; snapshots: captures and real changes; diff: then and now, or two dates; history: a field or section across time; urls: every address a site or path ever had',
    ),
  url: z.string().max(8_192).describe('for urls: a site or a path'),
  at: timeText().nullish().describe(`for get and diff: ${timeForms}; omitted: the newest copy`),
  direction: z
    .enum(['nearest', 'before', 'after'])
    .default('nearest')
    .describe('for get: nearest to `at`, the last one up to its end, or the first one from its start'),
  compare_to: timeText(['live']).default('live').describe('for diff: live, or a second date'),
  since: timeText().nullish().describe('for snapshots, history, urls'),
  until: timeText().nullish().describe('for snapshots, history, urls'),
  every: z
    .enum(['change', 'day', 'month', 'year', 'all'])
    .default('change')
    .describe('for snapshots and history: each real change, one copy a period, or every copy'),
  focus: z.string().min(1).max(1_000).nullish().describe('only sections about this'),
  schema: schemaSchema
    .nullish()
    .describe('for get, diff, history: fields to read from each version (JSON Schema)'),
  prompt: z.string().min(1).max(4_000).nullish().describe('for get, diff, history: fields to read, in words'),
  points: z.int().min(1).max(40).default(10).describe('for history: versions to read'),
  limit: z
    .int()
    .min(1)
    .max(20_000)
    .nullish()
    .describe('rows of snapshots (50 if not given) or addresses of urls (1000 if not given)'),
  match: z
    .enum(['auto', 'exact', 'prefix', 'host', 'domain'])
    .default('auto')
    .describe('for urls; auto: prefix for a path, host for a bare site'),
  kind: z.enum(['pages', 'documents', 'images', 'feeds', 'all']).default('pages').describe('for urls'),
  search: z.string().max(1_000).nullish().describe('for urls: only addresses that contain these words'),
  check_live: z
    .int()
    .min(0)
    .max(300)
    .default(0)
    .describe('for urls: also look at so many of them on the live site'),
  source: z
    .string()
    .regex(
      /^(auto|wayback|commoncrawl|memento:[a-z0-9-]{1,40})$/,
      'auto, wayback, commoncrawl or memento:NAME',
    )
    .default('auto')
    .describe('auto asks wayback first, then commoncrawl, then the archives that were set up'),
});

/** What the past is asked. */
export interface ArchiveCommand {
  action: ArchiveAction;
  /** As the caller wrote it. */
  url: string;
  /** As written; null for the newest copy. */
  at: string | null;
  direction: 'nearest' | 'before' | 'after';
  compareTo: string;
  /** 14 digits, inclusive. */
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
}

/** The time that a text of a validated body means. */
export function askedTime(text: string | null, clock: Clock): AskedTime {
  if (text === null) return { kind: 'latest' };
  const read = readAskedTime(text, clock.now());
  if ('fault' in read) throw new Failure('invalid', `this time ${read.fault}`);
  return read.time;
}

/** One end of a window; `first` and `latest` leave it open. */
function bound(text: string | null | undefined, end: 'from' | 'until'): string | null {
  if (text === null || text === undefined) return null;
  const time = askedTime(text, systemClock);
  return time.kind === 'span' ? timestampOf(time.span[end]) : null;
}

/** From the validated body to the command. */
export function toArchiveCommand(body: z.output<typeof archiveBody>): ArchiveCommand {
  const since = bound(body.since, 'from');
  const until = bound(body.until, 'until');
  if (since !== null && until !== null && since > until) {
    const detail = `lies before since (${instantOf(since).toISOString()})`;
    throw new Failure('invalid', `/until: ${detail}`, { faults: [{ pointer: '/until', detail }] });
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
  };
}
