import { z } from 'zod';
import { Failure } from '../../domain/failure.ts';
import { readSchedules } from '../../jobs/schedules.ts';
import { defineOperation, freeOutcome, type Operation } from '../../operations/operation.ts';
import { beginCheck } from './begin-check.ts';
import {
  type ChangePorts,
  changeMonitor,
  createMonitors,
  removeMonitor,
  setPaused,
} from './change-monitors.ts';
import { monitorChecksOperations } from './check-operations.ts';
import { listChecks } from './checks.ts';
import {
  type MonitorDocument,
  monitorDetailSchema,
  monitorSchema,
  toDocument,
  toldMonitorSchema,
  toVersionDocument,
} from './monitor-document.ts';
import { changeBody, changedSettings, createBody, toSettings } from './monitor-request.ts';
import { findMonitor, listMonitors, type MonitorFilter } from './monitor-rows.ts';
import { transferOperations } from './transfer.ts';
import { readVersionNumber } from './versions.ts';
import { type MonitorSettings, monitorStatuses } from './watch.ts';

const monitorPath = z.strictObject({ mid: z.string().regex(/^[\w-]{1,100}$/) });
const reading = { readOnly: true, destructive: false, idempotent: true, openWorld: false } as const;
const writing = { readOnly: false, destructive: false, idempotent: false, openWorld: false } as const;
const shownChecks = 50;
const shownText = 20_000;
const missing = () => new Failure('not_found', 'there is no such monitor');

/** What is to be said of settings that are kept all the same. */
function warningsOf({ notify, watch, confirm }: MonitorSettings) {
  const warnings: Array<{ code: string; message: string }> = [];
  if (notify.webhook.some(({ url }) => url.startsWith('http:'))) {
    const message = 'Messages to an http address can be read and changed on their way.';
    warnings.push({ code: 'insecure_target', message });
  }
  if (notify.webhook.length + notify.email.length === 0) {
    const message = 'Nobody is told of changes: look at the checks or the feed, or set notify.';
    warnings.push({ code: 'nobody_told', message });
  }
  if (confirm === 0 && watch.kind !== 'dataset') {
    const message = 'Changes are told of at first sight: what a page shows only now and then is told of too.';
    warnings.push({ code: 'unconfirmed', message });
  }
  return warnings;
}

function createOperation(ports: ChangePorts): Operation {
  return defineOperation({
    name: 'create_monitor',
    title: 'Watch a page',
    description:
      'Watches a page, a section of it, values on it, or a dataset, and tells of changes by webhook, e-mail, feed and history. The first check begins at once and gives the version that others are compared with. What changes by itself (tokens, counters, clocks, advertisements, the order of lists) is no change; a page that differs is read again before that is told; blocked and failing checks touch nothing and are told of as such.',
    price:
      'free; each check costs its page at its route, and each reading that confirms a difference as well',
    method: 'POST',
    path: '/v1/monitors',
    scope: 'write',
    stores: true,
    annotations: writing,
    agent: { tool: 'monitor', action: 'create' },
    refuses: ['conflict'],
    input: { body: createBody },
    toCommand: ({ body }) => toSettings(body),
    output: toldMonitorSchema,
    example: {
      body: {
        name: 'Price of the lamp',
        url: 'https://example.com/lamp',
        watch: {
          kind: 'fields',
          schema: { type: 'object', properties: { price: { type: 'number' } } },
        },
        schedule: { every: '1h' },
        conditions: [{ field: 'price', op: 'drops_by_percent', value: 5 }],
        notify: { webhook: 'https://example.com/hook' },
      },
    },
    run: async (settings, { principal, commit }) => {
      const warnings = warningsOf(settings);
      const told = (monitor: MonitorDocument | undefined) => ({ ...(monitor as MonitorDocument), warnings });
      const [made] = await createMonitors(ports, principal, [settings], (transaction, [monitor]) =>
        commit(transaction, told(monitor)),
      );
      return { ...freeOutcome(told(made)), url: settings.url };
    },
  });
}

function listOperation({ database, clock }: ChangePorts): Operation {
  return defineOperation({
    name: 'list_monitors',
    title: 'List monitors',
    description: 'What this account watches, newest first.',
    price: 'free',
    method: 'GET',
    path: '/v1/monitors',
    scope: 'read',
    stores: false,
    annotations: reading,
    agent: { tool: 'monitor', action: 'list' },
    input: {
      query: z.strictObject({
        status: z.enum(monitorStatuses).optional(),
        q: z.string().min(1).max(200).optional().describe('part of the name or the address'),
        offset: z.int().min(0).max(1_000_000).default(0),
        limit: z.int().min(1).max(500).default(50),
      }),
    },
    toCommand: ({ query: { status, q, offset, limit } }): MonitorFilter => ({
      status: status ?? null,
      search: q ?? null,
      offset,
      limit,
    }),
    output: z.object({ monitors: z.array(monitorSchema), total: z.int(), next_offset: z.int().nullable() }),
    example: { query: { limit: 50 } },
    run: async (filter, { principal }) => {
      const { monitors, total } = await listMonitors(database, principal.accountId, filter);
      const ids = monitors.map(({ monitorId }) => monitorId);
      const views = await readSchedules(database, 'monitor', ids, clock.now());
      const next = filter.offset + monitors.length;
      return freeOutcome({
        monitors: monitors.map((monitor) => toDocument(monitor, views.get(monitor.monitorId))),
        total,
        next_offset: next < total && monitors.length > 0 ? next : null,
      });
    },
  });
}

function getOperation({ database, clock }: ChangePorts): Operation {
  return defineOperation({
    name: 'get_monitor',
    title: 'Look at a monitor',
    description: 'A monitor with its last 50 checks and the version that others are compared with.',
    price: 'free',
    method: 'GET',
    path: '/v1/monitors/{mid}',
    scope: 'read',
    stores: false,
    annotations: reading,
    agent: { tool: 'monitor', action: 'get' },
    input: { path: monitorPath },
    toCommand: ({ path }) => path.mid,
    output: monitorDetailSchema,
    example: { path: { mid: 'mon_06f3p8k2v1s4m7q9w5x0y2z3a4' } },
    run: async (monitorId, { principal, baseUrl }) => {
      const monitor = await findMonitor(database, principal.accountId, monitorId);
      if (monitor === null) throw missing();
      const filter = { before: null, states: [], limit: shownChecks };
      const [views, checks, baseline] = await Promise.all([
        readSchedules(database, 'monitor', [monitorId], clock.now()),
        listChecks(database, monitorId, filter, baseUrl),
        readVersionNumber(database, monitorId, monitor.baseline),
      ]);
      return freeOutcome({
        ...toDocument(monitor, views.get(monitorId)),
        checks,
        baseline: baseline === null ? null : toVersionDocument(baseline, shownText),
      });
    },
  });
}

function changeOperation(ports: ChangePorts): Operation {
  return defineOperation({
    name: 'change_monitor',
    title: 'Change a monitor',
    description:
      'Changes what is given and leaves the rest. When something else is watched from now on (address, watch, country, render, login, ignored selectors), the next check gives a first version again; the history stays.',
    price: 'free',
    method: 'PATCH',
    path: '/v1/monitors/{mid}',
    scope: 'write',
    stores: true,
    annotations: { ...writing, idempotent: true },
    agent: { tool: 'monitor', action: 'change' },
    input: { path: monitorPath, body: changeBody },
    toCommand: ({ path, body }) => ({ monitorId: path.mid, change: body }),
    output: monitorSchema,
    example: { path: { mid: 'mon_06f3p8k2v1s4m7q9w5x0y2z3a4' }, body: { schedule: { every: '6h' } } },
    run: async ({ monitorId, change }, { principal }) =>
      freeOutcome(
        await changeMonitor(ports, principal.accountId, monitorId, (settings) =>
          changedSettings(settings, change),
        ),
      ),
  });
}

function deleteOperation(ports: ChangePorts): Operation {
  return defineOperation({
    name: 'delete_monitor',
    title: 'Delete a monitor',
    description: 'Removes a monitor with its versions and checks. Receipts and ledger rows stay.',
    price: 'free',
    method: 'DELETE',
    path: '/v1/monitors/{mid}',
    scope: 'write',
    stores: false,
    annotations: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
    agent: { tool: 'monitor', action: 'delete' },
    input: { path: monitorPath },
    toCommand: ({ path }) => path.mid,
    output: z.object({ mid: z.string(), deleted: z.literal(true) }),
    example: { path: { mid: 'mon_06f3p8k2v1s4m7q9w5x0y2z3a4' } },
    run: async (monitorId, { principal }) => {
      await removeMonitor(ports, principal.accountId, monitorId);
      return freeOutcome({ mid: monitorId, deleted: true as const });
    },
  });
}

const actedSchema = z.object({
  mid: z.string(),
  jid: z.string().nullable().describe('the check that was begun, or that was under way already'),
  monitor: monitorSchema,
});

function actOperation(ports: ChangePorts): Operation {
  const { database, clock } = ports;

  async function runNow(accountId: string, monitorId: string) {
    return database.transaction().execute(async (transaction) => {
      const now = clock.now();
      const begun = await beginCheck(transaction, { accountId, monitorId, origin: 'job' }, now);
      if (begun === null) throw missing();
      const views = await readSchedules(transaction, 'monitor', [monitorId], now);
      const monitor = toDocument(begun.monitor, views.get(monitorId));
      return { mid: monitorId, jid: begun.jobId, monitor };
    });
  }

  return defineOperation({
    name: 'act_on_monitor',
    title: 'Act on a monitor',
    description:
      '`run` checks now, as a job whose id is `jid`, or tells of the check that is under way; `pause` stops the schedule and `resume` takes it up again.',
    price: 'free; a check costs its page',
    method: 'POST',
    path: '/v1/monitors/{mid}/{action}',
    scope: 'write',
    stores: true,
    annotations: { ...writing, openWorld: true },
    agent: { tool: 'monitor' },
    refuses: ['conflict'],
    input: { path: monitorPath.extend({ action: z.enum(['run', 'pause', 'resume']) }) },
    toCommand: ({ path }) => path,
    output: actedSchema,
    example: { path: { mid: 'mon_06f3p8k2v1s4m7q9w5x0y2z3a4', action: 'run' } },
    run: async ({ mid, action }, { principal: { accountId } }) => {
      if (action === 'run') return freeOutcome(await runNow(accountId, mid));
      const monitor = await setPaused(ports, accountId, mid, action === 'pause');
      return freeOutcome({ mid, jid: null, monitor });
    },
  });
}

/** Everything that can be asked of monitors. */
export function monitorOperations(ports: ChangePorts): Operation[] {
  return [
    createOperation(ports),
    listOperation(ports),
    ...transferOperations(ports),
    getOperation(ports),
    changeOperation(ports),
    deleteOperation(ports),
    actOperation(ports),
    ...monitorChecksOperations(ports),
  ];
}
