import { z } from 'zod';
import type { ContentThreads } from '../../domain/pages/content.ts';
import { missingResource } from '../../domain/resources/missing-resource.ts';
import { Failure } from '../../domain/system/failure.ts';
import { freeOutcome, type Operation } from '../../operations/declaration/operation.ts';
import { defineReadOperation } from '../../operations/declaration/read-operation.ts';
import { fromPage } from '../../operations/page-origin.ts';
import type { Database } from '../../store/database.ts';
import { type CheckFilter, findCheck, listChecks, listTagChanges } from './check/checks.ts';
import { isEmptyDiff, limitDiff } from './check/compare/compare-versions.ts';
import { compareVersionsWork } from './check/compare/thread-work.ts';
import { findVersion, oldestVersion } from './check/versions.ts';
import { checkSchema, diffSchema, toVersionDocument, versionSchema } from './monitor-document.ts';
import { checkKind, monitorKind } from './monitor-kinds.ts';
import { monitorPath, monitorResource } from './monitor-resource.ts';
import { findMonitor, findMonitors, type StoredMonitor } from './monitor-table.ts';
import { checksView, checkView, versionDiffView } from './monitors-view.ts';
import { describeChange } from './notify/describe-change.ts';
import { createAtomFeed, createTagFeed } from './notify/feed.ts';
import { tagSchema } from './settings/monitor-request.ts';
import { checkStates, type Version } from './settings/monitor-settings.ts';

/** Dependencies of the operations on checks. */
export interface CheckOperationPorts {
  database: Database;
  threads: Pick<ContentThreads, 'run'>;
}

const { exampleId } = monitorResource;
const checkNumberSchema = z.int().min(1).max(2_000_000_000);
const feedEntries = 50;

async function requireMonitor(
  database: Database,
  accountId: string,
  monitorId: string,
): Promise<StoredMonitor> {
  const monitor = await findMonitor(database, accountId, monitorId);
  if (monitor === null) throw missingResource(monitorKind);
  return monitor;
}

function listOperation({ database }: CheckOperationPorts): Operation {
  return defineReadOperation({
    name: 'list_monitor_checks',
    title: 'List the checks of a monitor',
    description:
      'Returns the checks of a monitor, newest first. Checks are kept for 90 days (WEBDATA_KEEP, requests); of those without a change, at most the last 1,000.',
    path: '/v1/monitors/{mid}/checks',
    agent: { tool: 'monitor', action: 'checks' },
    input: {
      path: monitorPath,
      query: z.strictObject({
        before: checkNumberSchema.optional().describe('Only checks with a lower number.'),
        state: z.enum(checkStates).optional().describe('Only checks with this state.'),
        limit: z.int().min(1).max(500).default(50).describe('Maximum number of items in the response.'),
      }),
    },
    toCommand: ({ path, query }) => ({ monitorId: path.mid, query }),
    output: z.object({
      checks: z.array(checkSchema).describe('Checks, newest first.'),
      total: z.int().describe('Number of all checks of the monitor.'),
      next_before: z
        .int()
        .nullable()
        .describe('Value of `before` for the next request. null: there are no older checks.'),
    }),
    view: checksView,
    example: { path: { mid: exampleId }, query: { state: 'changed' } },
    run: async ({ monitorId, query: { before, state, limit } }, { principal, baseUrl }) => {
      const monitor = await requireMonitor(database, principal.accountId, monitorId);
      const filter: CheckFilter = {
        before: before ?? null,
        states: state === undefined ? [] : [state],
        limit,
      };
      const checks = await listChecks(database, monitorId, filter, baseUrl);
      const lastNumber = checks.at(-1)?.check ?? 1;
      const nextBefore = checks.length === limit && lastNumber > 1 ? lastNumber : null;
      return freeOutcome({ checks, total: monitor.checks, next_before: nextBefore });
    },
  });
}

function getOperation({ database }: CheckOperationPorts): Operation {
  return defineReadOperation({
    name: 'get_monitor_check',
    title: 'Get a check',
    description: 'Returns a check and the version that was the baseline after it.',
    path: '/v1/monitors/{mid}/checks/{check}',
    agent: { tool: 'monitor', action: 'check' },
    input: {
      path: monitorPath.extend({
        check: z
          .string()
          .regex(/^[1-9]\d{0,8}$/)
          .describe('Number of the check.'),
      }),
    },
    toCommand: ({ path }) => ({ mid: path.mid, check: Number(path.check) }),
    output: z.object({
      check: checkSchema.describe('The check.'),
      version: versionSchema
        .nullable()
        .describe('Version that was the baseline after the check. null: none, or it was deleted.'),
    }),
    view: checkView,
    example: { path: { mid: exampleId, check: '2' } },
    run: async ({ mid, check: number }, { principal, baseUrl }) => {
      await requireMonitor(database, principal.accountId, mid);
      const result = await findCheck(database, mid, number, baseUrl);
      if (result === null) throw missingResource(checkKind);
      const version = await findVersion(database, mid, result.version);
      return freeOutcome({
        check: result.check,
        version: version === null ? null : toVersionDocument(version),
      });
    },
  });
}

function diffOperation({ database, threads }: CheckOperationPorts): Operation {
  /** Returns the baseline after a check, or the version `otherwise` when no check is given. */
  async function versionAt(
    monitorId: string,
    check: number | null,
    defaultVersion: number | null,
    baseUrl: string,
  ): Promise<Version> {
    const result = check === null ? null : await findCheck(database, monitorId, check, baseUrl);
    if (check !== null && result === null) throw missingResource(checkKind);
    const number = result === null ? defaultVersion : result.version;
    const version = await findVersion(database, monitorId, number);
    if (version !== null) return version;
    throw number === null
      ? new Failure('not_found', 'No version had been read at that time.')
      : new Failure('expired', 'This version was deleted. Choose a newer check.');
  }

  return defineReadOperation({
    name: 'diff_monitor',
    title: 'Compare two versions',
    description: 'Compares the versions that were the baseline after two checks. Noise is left out.',
    path: '/v1/monitors/{mid}/diff',
    agent: { tool: 'monitor', action: 'diff' },
    errors: ['expired', 'conflict'],
    input: {
      path: monitorPath,
      query: z.strictObject({
        from: checkNumberSchema.optional().describe('Number of a check. Default: the oldest stored version.'),
        to: checkNumberSchema.optional().describe('Number of a check. Default: the newest version.'),
      }),
    },
    toCommand: ({ path, query }) => ({ monitorId: path.mid, from: query.from ?? null, to: query.to ?? null }),
    output: z.object({
      from: versionSchema.describe('Earlier version.'),
      to: versionSchema.describe('Later version.'),
      changed: z.boolean().describe('True if the versions differ.'),
      summary: fromPage(z.string()).describe(
        'Description of the differences in one line. It contains untrusted text of the page.',
      ),
      diff: diffSchema.describe('Differences between the versions.'),
    }),
    view: versionDiffView,
    example: { path: { mid: exampleId }, query: { from: 1, to: 2 } },
    run: async ({ monitorId, from, to }, { principal, baseUrl, signal }) => {
      const monitor = await requireMonitor(database, principal.accountId, monitorId);
      const [before, after] = await Promise.all([
        versionAt(monitorId, from, await oldestVersion(database, monitorId), baseUrl),
        versionAt(monitorId, to, monitor.baseline, baseUrl),
      ]);
      const areValues = before.data !== null && after.data !== null;
      if (!areValues && (before.text === null || after.text === null)) {
        throw new Failure(
          'conflict',
          'The versions cannot be compared: one is a text, the other consists of values. Choose two checks with the same kind of watch.',
        );
      }
      const { noise, settings } = monitor;
      const versions = {
        before: areValues ? before : { ...before, data: null },
        readings: [after],
        ignore: settings.ignore,
        noise,
      };
      const { diff } = await threads.run(compareVersionsWork, versions, signal);
      const isEqual = isEmptyDiff(diff);
      return freeOutcome({
        from: toVersionDocument(before),
        to: toVersionDocument(after),
        changed: !isEqual,
        summary: isEqual ? 'No differences.' : describeChange(diff),
        diff: limitDiff(diff),
      });
    },
  });
}

function feedOperation({ database }: CheckOperationPorts): Operation {
  return defineReadOperation({
    name: 'monitor_feed',
    title: 'Get the changes of a monitor as a feed',
    description: 'Returns the last 50 changes of which the conditions held as an Atom feed (RFC 4287).',
    path: '/v1/monitors/{mid}/feed',
    responseStream: 'bytes',
    input: { path: monitorPath },
    toCommand: ({ path }) => path.mid,
    output: z.unknown().describe('The Atom feed.'),
    example: { path: { mid: exampleId } },
    run: async (monitorId, { principal, baseUrl }) => {
      const monitor = await requireMonitor(database, principal.accountId, monitorId);
      const filter: CheckFilter = {
        before: null,
        states: ['changed', 'removed'],
        limit: feedEntries,
        isConditionMet: true,
      };
      const changes = await listChecks(database, monitorId, filter, baseUrl);
      return feedOutcome(createAtomFeed(monitor, changes, baseUrl));
    },
  });
}

/** Returns the operation that lists the changes of all monitors, or of those with a tag. */
export function tagFeedOperation({ database }: CheckOperationPorts): Operation {
  return defineReadOperation({
    name: 'monitors_feed',
    title: 'Get the changes of all monitors as a feed',
    description:
      'Returns the last 50 changes, of which the conditions held, of all monitors, or of those with a tag, as one Atom feed (RFC 4287), newest first.',
    path: '/v1/monitors/feed',
    responseStream: 'bytes',
    input: { query: z.strictObject({ tag: tagSchema.optional().describe('Only monitors with this tag.') }) },
    toCommand: ({ query }) => query.tag ?? null,
    output: z.unknown().describe('The Atom feed.'),
    example: { query: { tag: 'prices' } },
    run: async (tag, { principal: { accountId }, baseUrl }) => {
      const changes = await listTagChanges(database, accountId, tag, feedEntries, baseUrl);
      const ids = [...new Set(changes.map(({ monitorId }) => monitorId))];
      const monitors = new Map(
        (await findMonitors(database, accountId, ids)).map((monitor) => [monitor.monitorId, monitor]),
      );
      const entries = changes.flatMap(({ monitorId, change }) => {
        const monitor = monitors.get(monitorId);
        return monitor === undefined ? [] : [{ monitor, change }];
      });
      return feedOutcome(createTagFeed(tag, entries, baseUrl));
    },
  });
}

function feedOutcome(feed: string) {
  const body = new TextEncoder().encode(feed);
  const mediaType = 'application/atom+xml; charset=utf-8';
  return {
    ...freeOutcome(null),
    answer: { kind: 'bytes' as const, body, mediaType, filename: null, bytes: body.byteLength },
  };
}

/** Returns the operations on the checks of a monitor. */
export function monitorChecksOperations(ports: CheckOperationPorts): Operation[] {
  return [listOperation(ports), getOperation(ports), diffOperation(ports), feedOperation(ports)];
}
