import { z } from 'zod';
import type { Json } from '../../domain/extraction.ts';
import type { ScheduleView } from '../../jobs/schedules.ts';
import { named } from '../../operations/schema-names.ts';
import { warningSchema } from '../../operations/schemas/page-result.ts';
import { receiptSchema } from '../../operations/schemas/receipt.ts';
import type { CheckDocument } from './checks.ts';
import type { VersionDiff } from './compare-versions.ts';
import { notifyOf, type WireNotify } from './monitor-request.ts';
import type { StoredMonitor } from './monitor-rows.ts';
import { checkStates, type MonitorSettings, monitorStatuses, type Version } from './watch.ts';

/** A monitor as it is answered. A document: wire names (api.md section 9). */
export interface MonitorDocument extends Omit<MonitorSettings, 'notify'> {
  mid: string;
  notify: WireNotify;
  status: StoredMonitor['status'];
  created_at: string;
  updated_at: string;
  last_check: string | null;
  last_change: string | null;
  last_success: string | null;
  next_run_at: string | null;
  next_runs: string[];
  consecutive_failures: number;
  check_count: number;
  /** The job of the check under way. */
  checking: string | null;
}

/** A version as it is answered. */
export interface VersionDocument {
  at: string;
  title: string | null;
  url: string | null;
  text: string | null;
  data: Json | null;
}

const diffFields = {
  blocks: z.array(
    z.object({
      type: z.enum(['added', 'removed', 'changed']),
      section: z.string().nullable().describe('the heading that it stands under'),
      before: z.string().nullable(),
      after: z.string().nullable(),
    }),
  ),
  fields: z
    .record(z.string(), z.object({ old: z.unknown(), new: z.unknown() }))
    .describe('values by JSON pointer'),
  summary: z.object({ added: z.int(), removed: z.int(), changed: z.int() }),
  truncated: z.boolean().describe('true when there is more than is shown'),
};

/** What differs between two versions. */
export const diffSchema = named('VersionDiff', z.object(diffFields)) as unknown as z.ZodType<VersionDiff>;

/** A check. */
export const checkSchema: z.ZodType<CheckDocument> = named(
  'MonitorCheck',
  z.object({
    check: z.int().describe('numbers the checks of a monitor'),
    at: z.string(),
    state: z
      .enum(checkStates)
      .describe(
        '`new`: the first version; `removed`: the page was not there twice in a row; `error`: nothing that could be compared, and nothing was changed by it',
      ),
    summary: z.string().describe('what changed, in a line; holds text of the page, which is untrusted'),
    diff: diffSchema.nullable(),
    told: z.boolean().describe('whether the change was told of: its conditions held'),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    screenshot: z.string().optional(),
    visual_diff: z
      .object({ url: z.string(), share: z.number().describe('of the picture, 0 to 1') })
      .optional(),
    credits: z.int(),
    jid: z.string().nullable(),
    receipt: receiptSchema.nullable(),
  }),
);

/** A version of what is watched. */
export const versionSchema = named(
  'MonitorVersion',
  z.object({
    at: z.string(),
    title: z.string().nullable(),
    url: z.string().nullable().describe('the address that answered'),
    text: z.string().nullable().describe('Markdown; untrusted'),
    data: z.unknown().transform((data) => data as Json | null),
  }),
) satisfies z.ZodType<VersionDocument>;

const documentFields = {
  mid: z.string(),
  name: z.string().nullable(),
  url: z.string().nullable(),
  watch: z.record(z.string(), z.unknown()),
  schedule: z.record(z.string(), z.unknown()),
  country: z.string().nullable(),
  strict_country: z.boolean(),
  render: z.enum(['auto', 'never', 'always']),
  login: z.string().nullable(),
  ignore: z.array(z.unknown()),
  conditions: z.array(z.record(z.string(), z.unknown())),
  match: z.enum(['all', 'any']),
  confirm: z.int(),
  failing_after: z.int(),
  screenshot: z.boolean(),
  notify: z.record(z.string(), z.unknown()),
  status: z
    .enum(monitorStatuses)
    .describe('`needs_attention`: the page is there, but not what is watched on it; checks go on'),
  created_at: z.string(),
  updated_at: z.string(),
  last_check: z.string().nullable(),
  last_change: z.string().nullable(),
  last_success: z.string().nullable().describe('when a check last worked'),
  next_run_at: z.string().nullable(),
  next_runs: z.array(z.string()).describe('the next three'),
  consecutive_failures: z.int(),
  check_count: z.int(),
  checking: z.string().nullable().describe('the job of the check under way'),
};

/** A monitor as lists show it. */
export const monitorSchema = named(
  'Monitor',
  z.object(documentFields),
) as unknown as z.ZodType<MonitorDocument>;

/** A monitor as it was made or changed, with what is to be said of it. */
export const toldMonitorSchema = z.object({
  ...documentFields,
  warnings: z.array(warningSchema),
}) as unknown as z.ZodType<MonitorDocument & { warnings: Array<{ code: string; message: string }> }>;

/** A monitor with its last checks and the version that others are compared with. */
export const monitorDetailSchema = z.object({
  ...documentFields,
  checks: z.array(checkSchema).describe('the last 50, newest first'),
  baseline: versionSchema.nullable().describe('the last good version; its text is cut at 20,000 characters'),
}) as unknown as z.ZodType<MonitorDocument & { checks: CheckDocument[]; baseline: VersionDocument | null }>;

/** A stored monitor with what follows from its schedule. */
export function toDocument(monitor: StoredMonitor, view: ScheduleView | undefined): MonitorDocument {
  const { settings, monitorId } = monitor;
  const time = (date: Date | null) => date?.toISOString() ?? null;
  return {
    mid: monitorId,
    ...settings,
    notify: notifyOf(settings.notify),
    status: monitor.status,
    created_at: monitor.createdAt.toISOString(),
    updated_at: monitor.updatedAt.toISOString(),
    last_check: time(monitor.lastCheckAt),
    last_change: time(monitor.lastChangeAt),
    last_success: time(monitor.lastSuccessAt),
    next_run_at: time(view?.nextRunAt ?? null),
    next_runs: (view?.nextRuns ?? []).map((run) => run.toISOString()),
    consecutive_failures: monitor.failures,
    check_count: monitor.checks,
    checking: monitor.jobId,
  };
}

/** A version for an answer, its text cut at `longest` characters. */
export function toVersionDocument(version: Version, longest = Number.POSITIVE_INFINITY): VersionDocument {
  const { at, title, url, text, data } = version;
  const isLong = text !== null && text.length > longest;
  return { at: at.toISOString(), title, url, text: isLong ? `${text.slice(0, longest)}…` : text, data };
}
