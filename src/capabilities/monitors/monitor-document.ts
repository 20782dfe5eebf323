import { z } from 'zod';
import type { Json } from '../../domain/pages/extraction.ts';
import { readSchedules, type ScheduleView } from '../../jobs/schedule/schedules.ts';
import type { UndeliveredRecipient } from '../../jobs/webhooks/targets.ts';
import { secretField } from '../../operations/declaration/secret-fields.ts';
import { fromPage } from '../../operations/page-origin.ts';
import { withSchemaName } from '../../operations/schema-names.ts';
import { savedRequestSchema } from '../../operations/schemas/page-request.ts';
import { warningSchema, warningsSchema } from '../../operations/schemas/page-result.ts';
import { keptErrorSchema, receiptSchema } from '../../operations/schemas/receipt.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { type CheckDocument, findLatestChecks, type LatestCheck } from './check/checks.ts';
import type { VersionDiff } from './check/compare/compare-versions.ts';
import type { GoalDecision } from './goal/goal-decision.ts';
import type { StoredMonitor } from './monitor-table.ts';
import { toWireNotify, type WireNotify } from './settings/monitor-request.ts';
import {
  checkStates,
  type MonitorSettings,
  monitorStatuses,
  type Version,
} from './settings/monitor-settings.ts';

/** A monitor in responses, in wire names (docs/api/datasets-and-monitors.md#monitors). */
export interface MonitorDocument extends Omit<MonitorSettings, 'notify'> {
  mid: string;
  notify: WireNotify;
  status: StoredMonitor['status'];
  latest_check: LatestCheck | null;
  created_at: string;
  updated_at: string;
  last_check: string | null;
  last_change: string | null;
  last_success: string | null;
  next_run_at: string | null;
  next_runs: string[];
  consecutive_failures: number;
  check_count: number;
  /** Id of the job of the running check. */
  checking: string | null;
}

/** A monitor with its last checks and its baseline. */
export type MonitorDetail = MonitorDocument & {
  condition_met: boolean | null;
  checks: CheckDocument[];
  baseline: VersionDocument | null;
  undelivered: UndeliveredRecipient[];
};

/** A version in responses. */
export interface VersionDocument {
  at: string;
  title: string | null;
  url: string | null;
  text: string | null;
  data: Json | null;
}

const diffFields = {
  blocks: z
    .array(
      z.object({
        type: z.enum(['added', 'removed', 'changed']).describe('Kind of the difference.'),
        section: fromPage(z.string().nullable()).describe('Heading of the section that contains the block.'),
        before: fromPage(z.string().nullable()).describe('Earlier text. null: the block was added.'),
        after: fromPage(z.string().nullable()).describe('Later text. null: the block was removed.'),
      }),
    )
    .describe('Blocks of the content that differ.'),
  fields: z
    .record(
      z.string(),
      fromPage(
        z.object({ old: z.unknown().describe('Earlier value.'), new: z.unknown().describe('Later value.') }),
      ),
    )
    .describe('Changed values by JSON Pointer.'),
  summary: z
    .object({
      added: z.int().describe('Number of added blocks or values.'),
      removed: z.int().describe('Number of removed blocks or values.'),
      changed: z.int().describe('Number of changed blocks or values.'),
    })
    .describe('Numbers of differences.'),
  truncated: z.boolean().describe('`true` when the lists are shortened.'),
};

/** Schema of the differences between two versions. */
export const diffSchema = withSchemaName(
  'VersionDiff',
  z.object(diffFields).describe('Differences between two versions.'),
) as unknown as z.ZodType<VersionDiff>;

const decisionSchema: z.ZodType<GoalDecision> = withSchemaName(
  'GoalDecision',
  z.object({
    met: z.boolean().nullable().describe('`null`: it could not be decided. Such a change is notified.'),
    by: z.enum(['values', 'model', 'none']).describe('`values`: by values of the page, without a model.'),
    evidence: z
      .array(
        z.object({
          place: fromPage(z.string().nullable()).describe(
            'JSON Pointer of the value, or heading of the section. null: none.',
          ),
          old: fromPage(z.string().nullable()).describe('Earlier text. null: there was none.'),
          new: fromPage(z.string().nullable()).describe('Later text. null: there is none.'),
        }),
      )
      .describe(
        'The changes that meet the goal: the JSON Pointer of a value or the heading of a section, and both texts.',
      ),
    reason: z.string().optional().describe('Why it could not be decided.'),
  }),
);

/** Schema of a check. */
export const checkSchema: z.ZodType<CheckDocument> = withSchemaName(
  'MonitorCheck',
  z
    .object({
      check: z.int().describe('Number of the check; the first is 1.'),
      at: z.string().describe('Time of the check (ISO 8601, UTC).'),
      state: z
        .enum(checkStates)
        .describe(
          '`new`: the first version. `removed`: the page was missing twice in a row. `error`: the check failed; the baseline does not change.',
        ),
      summary: fromPage(z.string()).describe(
        'Description of the change in one line. It contains untrusted text of the page.',
      ),
      diff: diffSchema.nullable().describe('Differences from the baseline. null: no change was found.'),
      condition_met: z
        .boolean()
        .describe(
          'True for a change of which the conditions held and the goal was not missed, or that has no conditions.',
        ),
      notified: z.boolean().describe('True when such a change was also sent to a recipient of `notify`.'),
      decision: decisionSchema
        .optional()
        .describe('Decision whether the change meets the goal; absent if there was nothing to decide.'),
      error: keptErrorSchema.nullable().describe('Error of the check. null: it succeeded.'),
      warnings: z
        .array(warningSchema)
        .describe('Warnings about the exits of the check, such as `country_not_used`.'),
      screenshot: z.string().optional().describe('URL of the screenshot; absent without one.'),
      visual_diff: z
        .object({
          url: z.string().describe('URL of the image of the differences.'),
          share: z.number().describe('Share of the pixels that differ, 0 to 1.'),
        })
        .optional()
        .describe('Visual difference from the earlier screenshot; absent without one.'),
      credits: z.int().describe('Credits charged for the check.'),
      jid: z.string().nullable().describe('Identifier of the job of the check. null: it had none.'),
      receipt: receiptSchema.nullable().describe('Receipt of the page that was read. null: none was read.'),
    })
    .describe('Result of a check.'),
);

/** Schema of a version. */
export const versionSchema = withSchemaName(
  'MonitorVersion',
  z.object({
    at: z.string().describe('Time at which the version was read (ISO 8601, UTC).'),
    title: fromPage(z.string().nullable()).describe('Title of the page. null: it has none.'),
    url: fromPage(z.string().nullable()).describe('URL of the page after redirects.'),
    text: fromPage(z.string().nullable()).describe('Markdown. Untrusted text.'),
    data: fromPage(z.unknown().transform((data) => data as Json | null)).describe(
      'Watched values. null: the monitor watches text.',
    ),
  }),
) satisfies z.ZodType<VersionDocument>;

const documentFields = {
  mid: z.string().describe('Identifier of the monitor.'),
  name: z.string().nullable().describe('Name of the monitor. null: it has none.'),
  tags: z.array(z.string()).optional().describe('Tags of the monitor.'),
  url: z.string().nullable().describe('URL of the watched page. null: no page is watched.'),
  watch: z.record(z.string(), z.unknown()).describe('The watched content, as set.'),
  schedule: z
    .record(z.string(), z.unknown())
    .describe('Schedule of the checks: `{every}`, `{cron, timezone}` or `{paused: true}`.'),
  country: z
    .string()
    .nullable()
    .describe('Country of the exit (ISO 3166-1 alpha-2). null: none was requested.'),
  strict_country: z.boolean().describe('True if checks fail without an exit in the country.'),
  render: z.enum(['auto', 'never', 'always']).describe('Use of a browser for the checks.'),
  login: z.string().nullable().describe('Identifier of the saved login. null: none.'),
  request: savedRequestSchema.optional(),
  ignore: z.array(z.unknown()).describe('Rules for content that is not compared.'),
  conditions: z.array(z.record(z.string(), z.unknown())).describe('Conditions of a change that is notified.'),
  goal: z
    .string()
    .nullable()
    .optional()
    .describe('Description of the changes that matter, in words. null: none.'),
  match: z.enum(['all', 'any']).describe('Whether `all` conditions must hold, or `any` of them.'),
  confirm: z.int().describe('Number of times a changed page is read again before the change is notified.'),
  failing_after: z
    .int()
    .describe('Number of failed checks in a row after which the monitor is reported as failing.'),
  screenshot: z.boolean().describe('True if each check takes a screenshot.'),
  only_changed: z
    .boolean()
    .optional()
    .describe('True if checks ask the site for the page only if it has changed.'),
  notify: secretField(z.record(z.string(), z.unknown()), 'webhook').describe(
    'A key that may only read gets the addresses of webhooks without tokens.',
  ),
  status: z
    .enum(monitorStatuses)
    .describe('`needs_attention`: the page exists, but the watched part of it does not. Checks continue.'),
  latest_check: z
    .object({
      check: z.int().describe('Number of the check.'),
      at: z.string().describe('Time of the check (ISO 8601, UTC).'),
      state: z.enum(checkStates).describe('Result of the check.'),
      summary: fromPage(z.string()).describe(
        'Description of the change in one line. It contains untrusted text of the page.',
      ),
    })
    .nullable()
    .describe('Time and result of the last check; null before the first one.'),
  created_at: z.string().describe('Time of creation (ISO 8601, UTC).'),
  updated_at: z.string().describe('Time of the last change of the settings.'),
  last_check: z.string().nullable().describe('Time of the last check. null: none yet.'),
  last_change: z.string().nullable().describe('Time of the last change of the content. null: none yet.'),
  last_success: z.string().nullable().describe('Time of the last successful check.'),
  next_run_at: z.string().nullable().describe('Time of the next check. null: none is planned.'),
  next_runs: z.array(z.string()).describe('Times of the next three checks.'),
  consecutive_failures: z.int().describe('Number of failed checks since the last successful one.'),
  check_count: z.int().describe('Number of all checks.'),
  checking: z.string().nullable().describe('Id of the job of the running check, or null.'),
};

/** Schema of a monitor in a list. */
export const monitorSchema = withSchemaName(
  'Monitor',
  z.object(documentFields).describe('A monitor with its settings and its state.'),
) as unknown as z.ZodType<MonitorDocument>;

/** Schema of a created monitor, with warnings. */
export const createdMonitorSchema = z.object({
  ...documentFields,
  warnings: warningsSchema,
}) as unknown as z.ZodType<MonitorDocument & { warnings: Array<{ code: string; message: string }> }>;

const undeliveredSchema: z.ZodType<UndeliveredRecipient> = withSchemaName(
  'UndeliveredRecipient',
  z.object({
    recipient: z.string().describe('Origin of the URL of the webhook, or the e-mail address.'),
    failing_since: z.string().describe('Time of the first failed attempt since the last delivery.'),
    failures: z.int().describe('Number of failed attempts since then.'),
    last_error: z.string().describe('Error of the last attempt.'),
    disabled_at: z
      .string()
      .nullable()
      .describe('Time since which nothing is sent to it. null: deliveries are tried again.'),
  }),
);

/** Schema of a monitor with its last checks and its baseline. */
export const monitorDetailSchema = z.object({
  ...documentFields,
  condition_met: z
    .boolean()
    .nullable()
    .describe(
      'Whether the conditions hold for the baseline. null: there are none, or they depend on the next change.',
    ),
  checks: z.array(checkSchema).describe('The last 50 checks, newest first.'),
  baseline: versionSchema
    .nullable()
    .describe(
      'The last good version, with which the next check is compared. Its text is limited to 20,000 characters.',
    ),
  undelivered: z
    .array(undeliveredSchema)
    .describe(
      'Recipients of `notify` whose last delivery failed. A change that is `notified` did not reach them.',
    ),
}) as unknown as z.ZodType<MonitorDetail>;

/** Converts stored monitors to their documents, with their schedules and last checks. */
export async function toDocuments(
  database: Database | DatabaseTransaction,
  monitors: readonly StoredMonitor[],
  now: Date,
): Promise<MonitorDocument[]> {
  const ids = monitors.map(({ monitorId }) => monitorId);
  const scheduleViews = await readSchedules(database, 'monitor', ids, now);
  const latestChecks = await findLatestChecks(database, ids);
  return monitors.map((monitor) =>
    toDocument(monitor, scheduleViews.get(monitor.monitorId), latestChecks.get(monitor.monitorId) ?? null),
  );
}

/** Converts a stored monitor to its document, with its schedule and last check. */
export async function readDocument(
  database: Database | DatabaseTransaction,
  monitor: StoredMonitor,
  now: Date,
): Promise<MonitorDocument> {
  const [document] = await toDocuments(database, [monitor], now);
  return document as MonitorDocument;
}

function toDocument(
  monitor: StoredMonitor,
  scheduleView: ScheduleView | undefined,
  latestCheck: LatestCheck | null,
): MonitorDocument {
  const { settings, monitorId } = monitor;
  const time = (date: Date | null) => date?.toISOString() ?? null;
  return {
    mid: monitorId,
    ...settings,
    notify: toWireNotify(settings.notify),
    status: monitor.status,
    latest_check: latestCheck,
    created_at: monitor.createdAt.toISOString(),
    updated_at: monitor.updatedAt.toISOString(),
    last_check: time(monitor.lastCheckAt),
    last_change: time(monitor.lastChangeAt),
    last_success: time(monitor.lastSuccessAt),
    next_run_at: time(scheduleView?.nextRunAt ?? null),
    next_runs: (scheduleView?.nextRuns ?? []).map((run) => run.toISOString()),
    consecutive_failures: monitor.failures,
    check_count: monitor.checks,
    checking: monitor.jobId,
  };
}

/** Converts a version to the document, with its text limited to `longest` characters. */
export function toVersionDocument(version: Version, maxLength = Number.POSITIVE_INFINITY): VersionDocument {
  const { at, title, url, text, data } = version;
  const isLong = text !== null && text.length > maxLength;
  return { at: at.toISOString(), title, url, text: isLong ? `${text.slice(0, maxLength)}…` : text, data };
}
