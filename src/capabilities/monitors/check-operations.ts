import { z } from 'zod';
import { Failure } from '../../domain/failure.ts';
import { defineOperation, freeOutcome, type Operation } from '../../operations/operation.ts';
import type { Database } from '../../store/database.ts';
import { type CheckFilter, findCheck, listChecks } from './checks.ts';
import { compareVersions, isEmptyDiff, shownDiff } from './compare-versions.ts';
import { describeChange } from './describe-change.ts';
import { atomFeed } from './feed.ts';
import { compileIgnored } from './ignored.ts';
import { checkSchema, diffSchema, toVersionDocument, versionSchema } from './monitor-document.ts';
import { findMonitor, type StoredMonitor } from './monitor-rows.ts';
import { knownNoise } from './noise-memory.ts';
import { oldestVersion, readVersionNumber } from './versions.ts';
import { checkStates, type Version } from './watch.ts';

/** What looking at checks needs. */
export interface CheckOperationPorts {
  database: Database;
}

const monitorPath = z.strictObject({ mid: z.string().regex(/^[\w-]{1,100}$/) });
const reading = { readOnly: true, destructive: false, idempotent: true, openWorld: false } as const;
const numberSchema = z.int().min(1).max(2_000_000_000);
const feedEntries = 50;

async function find(database: Database, accountId: string, monitorId: string): Promise<StoredMonitor> {
  const monitor = await findMonitor(database, accountId, monitorId);
  if (monitor === null) throw new Failure('not_found', 'there is no such monitor');
  return monitor;
}

function listOperation({ database }: CheckOperationPorts): Operation {
  return defineOperation({
    name: 'list_monitor_checks',
    title: 'List the checks of a monitor',
    description:
      'What checks found, newest first. Checks of the last 90 days are kept (WEBDATA_KEEP, requests), and of those that found nothing new the last 1,000.',
    price: 'free',
    method: 'GET',
    path: '/v1/monitors/{mid}/checks',
    scope: 'read',
    stores: false,
    annotations: reading,
    agent: { tool: 'monitor', action: 'checks' },
    input: {
      path: monitorPath,
      query: z.strictObject({
        before: numberSchema.optional().describe('only checks before this number'),
        state: z.enum(checkStates).optional(),
        limit: z.int().min(1).max(500).default(50),
      }),
    },
    toCommand: ({ path, query }) => ({ monitorId: path.mid, query }),
    output: z.object({ checks: z.array(checkSchema), total: z.int(), next_before: z.int().nullable() }),
    example: { path: { mid: 'mon_06f3p8k2v1s4m7q9w5x0y2z3a4' }, query: { state: 'changed' } },
    run: async ({ monitorId, query: { before, state, limit } }, { principal, baseUrl }) => {
      const monitor = await find(database, principal.accountId, monitorId);
      const filter: CheckFilter = {
        before: before ?? null,
        states: state === undefined ? [] : [state],
        limit,
      };
      const checks = await listChecks(database, monitorId, filter, baseUrl);
      const last = checks.at(-1)?.check ?? 1;
      const next = checks.length === limit && last > 1 ? last : null;
      return freeOutcome({ checks, total: monitor.checks, next_before: next });
    },
  });
}

function getOperation({ database }: CheckOperationPorts): Operation {
  return defineOperation({
    name: 'get_monitor_check',
    title: 'Look at a check',
    description: 'One check with the version that was in force after it.',
    price: 'free',
    method: 'GET',
    path: '/v1/monitors/{mid}/checks/{check}',
    scope: 'read',
    stores: false,
    annotations: reading,
    agent: { tool: 'monitor', action: 'check' },
    input: { path: monitorPath.extend({ check: z.string().regex(/^[1-9]\d{0,8}$/) }) },
    toCommand: ({ path }) => ({ mid: path.mid, check: Number(path.check) }),
    output: z.object({ check: checkSchema, version: versionSchema.nullable() }),
    example: { path: { mid: 'mon_06f3p8k2v1s4m7q9w5x0y2z3a4', check: '2' } },
    run: async ({ mid, check: number }, { principal, baseUrl }) => {
      await find(database, principal.accountId, mid);
      const found = await findCheck(database, mid, number, baseUrl);
      if (found === null) throw new Failure('not_found', 'there is no such check');
      const version = await readVersionNumber(database, mid, found.version);
      return freeOutcome({
        check: found.check,
        version: version === null ? null : toVersionDocument(version),
      });
    },
  });
}

function diffOperation({ database }: CheckOperationPorts): Operation {
  /** The version in force after a check, by its number; another one when none is named. */
  async function versionAt(
    monitorId: string,
    check: number | null,
    otherwise: number | null,
    baseUrl: string,
  ): Promise<Version> {
    const found = check === null ? null : await findCheck(database, monitorId, check, baseUrl);
    if (check !== null && found === null) throw new Failure('not_found', `there is no check ${check}`);
    const number = found === null ? otherwise : found.version;
    const version = await readVersionNumber(database, monitorId, number);
    if (version !== null) return version;
    throw number === null
      ? new Failure('not_found', 'no version had been read by then')
      : new Failure('expired', 'this version is not kept any more');
  }

  return defineOperation({
    name: 'diff_monitor',
    title: 'Compare two versions',
    description: 'What differs between the versions in force after any two checks, noise left out.',
    price: 'free',
    method: 'GET',
    path: '/v1/monitors/{mid}/diff',
    scope: 'read',
    stores: false,
    annotations: reading,
    agent: { tool: 'monitor', action: 'diff' },
    refuses: ['expired', 'conflict'],
    input: {
      path: monitorPath,
      query: z.strictObject({
        from: numberSchema.optional().describe('number of a check; the oldest version without it'),
        to: numberSchema.optional().describe('number of a check; the newest version without it'),
      }),
    },
    toCommand: ({ path, query }) => ({ monitorId: path.mid, from: query.from ?? null, to: query.to ?? null }),
    output: z.object({
      from: versionSchema,
      to: versionSchema,
      changed: z.boolean(),
      summary: z.string(),
      diff: diffSchema,
    }),
    example: { path: { mid: 'mon_06f3p8k2v1s4m7q9w5x0y2z3a4' }, query: { from: 1, to: 2 } },
    run: async ({ monitorId, from, to }, { principal, baseUrl }) => {
      const monitor = await find(database, principal.accountId, monitorId);
      const [before, after] = await Promise.all([
        versionAt(monitorId, from, await oldestVersion(database, monitorId), baseUrl),
        versionAt(monitorId, to, monitor.baseline, baseUrl),
      ]);
      if ((before.text === null) !== (after.text === null)) {
        throw new Failure('conflict', 'one of them is a text and the other values: they cannot be compared');
      }
      const { diff } = compareVersions(
        before,
        [after],
        compileIgnored(monitor.settings.ignore),
        knownNoise(monitor.noise),
      );
      const isSame = isEmptyDiff(diff);
      return freeOutcome({
        from: toVersionDocument(before),
        to: toVersionDocument(after),
        changed: !isSame,
        summary: isSame ? 'Nothing differs.' : describeChange(diff),
        diff: shownDiff(diff),
      });
    },
  });
}

function feedOperation({ database }: CheckOperationPorts): Operation {
  return defineOperation({
    name: 'monitor_feed',
    title: 'Read the changes of a monitor as a feed',
    description: 'The last 50 changes that were told of, as an Atom feed (RFC 4287).',
    price: 'free',
    method: 'GET',
    path: '/v1/monitors/{mid}/feed',
    scope: 'read',
    stores: false,
    annotations: reading,
    answers: 'bytes',
    input: { path: monitorPath },
    toCommand: ({ path }) => path.mid,
    output: z.unknown().describe('the feed'),
    example: { path: { mid: 'mon_06f3p8k2v1s4m7q9w5x0y2z3a4' } },
    run: async (monitorId, { principal, baseUrl }) => {
      const monitor = await find(database, principal.accountId, monitorId);
      const filter: CheckFilter = {
        before: null,
        states: ['changed', 'removed'],
        limit: feedEntries,
        isTold: true,
      };
      const changes = await listChecks(database, monitorId, filter, baseUrl);
      const body = new TextEncoder().encode(atomFeed(monitor, changes, baseUrl));
      return {
        ...freeOutcome(null),
        answer: {
          kind: 'bytes',
          body,
          mediaType: 'application/atom+xml; charset=utf-8',
          filename: null,
          bytes: body.byteLength,
        },
      };
    },
  });
}

/** Looking at what checks found. */
export function monitorChecksOperations(ports: CheckOperationPorts): Operation[] {
  return [listOperation(ports), getOperation(ports), diffOperation(ports), feedOperation(ports)];
}
