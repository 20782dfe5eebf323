import { z } from 'zod';
import { missingResource } from '../../domain/resources/missing-resource.ts';
import { findUndelivered } from '../../jobs/webhooks/targets.ts';
import { defineListOperation, offsetQuery } from '../../operations/declaration/list-operation.ts';
import { defineOperation, freeOutcome, type Operation } from '../../operations/declaration/operation.ts';
import {
  defineDeleteOperation,
  defineGetOperation,
} from '../../operations/declaration/resource-operations.ts';
import {
  type ChangePorts,
  changeMonitor,
  createMonitors,
  removeMonitor,
  setPaused,
} from './change-monitors.ts';
import { listChecks } from './check/checks.ts';
import { startCheck } from './check/start-check.ts';
import { findVersion } from './check/versions.ts';
import { createCheckJob, createFirstCheckJob } from './check-job.ts';
import { type CheckOperationPorts, monitorChecksOperations, tagFeedOperation } from './check-operations.ts';
import {
  createdMonitorSchema,
  type MonitorDocument,
  monitorDetailSchema,
  monitorSchema,
  readDocument,
  toDocuments,
  toVersionDocument,
} from './monitor-document.ts';
import { monitorKind } from './monitor-kinds.ts';
import { monitorPath, monitorResource } from './monitor-resource.ts';
import { findMonitor, listMonitors, type MonitorFilter } from './monitor-table.ts';
import { actedMonitorView, monitorsView, monitorView } from './monitors-view.ts';
import { recipientsOf } from './notify/notify-check.ts';
import { areConditionsMetBy } from './settings/conditions.ts';
import {
  changeBody,
  changedSettings,
  createBody,
  tagSchema,
  toSettings,
} from './settings/monitor-request.ts';
import { type MonitorSettings, monitorStatuses, watchesPage } from './settings/monitor-settings.ts';
import { transferOperations } from './transfer-operations.ts';

const writeAnnotations = {
  readOnly: false,
  destructive: false,
  idempotent: false,
  openWorld: false,
} as const;
const { exampleId } = monitorResource;
const maxShownChecks = 50;
const maxShownLength = 20_000;

/** Returns the warnings about valid settings. */
function findWarnings({ notify, watch, confirm }: MonitorSettings) {
  const warnings: Array<{ code: string; message: string }> = [];
  if (notify.webhook.some(({ url }) => url.startsWith('http:'))) {
    const message = 'Messages to an http URL can be read and changed on the network. Use an https URL.';
    warnings.push({ code: 'insecure_target', message });
  }
  if (notify.webhook.length + notify.email.length === 0) {
    const message = 'The monitor sends no notifications. Read its checks or its feed, or set `notify`.';
    warnings.push({ code: 'no_notification', message });
  }
  if (confirm === 0 && (watchesPage(watch) || watch.kind === 'search')) {
    const message =
      'With `confirm: 0`, changes are notified without a second reading, including content that a page shows only sometimes.';
    warnings.push({ code: 'unconfirmed', message });
  }
  return warnings;
}

function createOperation(ports: ChangePorts): Operation {
  return defineOperation({
    name: 'create_monitor',
    title: 'Create a monitor',
    description:
      'Watches a page, a section of it, values on it, or a dataset, and reports changes by webhook, e-mail, feed and history. The first check starts at once and sets the baseline. Content that changes by itself (tokens, counters, clocks, advertisements, the order of lists) is not a change. A page that differs is read again before the change is notified. Blocked and failing checks do not change the baseline and are reported as failing.',
    price: 'free; each check, and each reading that confirms a difference, costs the price of its page',
    method: 'POST',
    path: '/v1/monitors',
    scope: 'write',
    writesToDisk: true,
    requiresBody: true,
    annotations: writeAnnotations,
    agent: { tool: 'monitor', action: 'create', awaitsJob: true },
    errors: ['conflict', 'not_configured'],
    input: { body: createBody },
    toCommand: ({ body }) => toSettings(body),
    output: createdMonitorSchema,
    view: monitorView,
    startedJob: ({ mid, checking }) => (checking === null ? null : createFirstCheckJob(mid, checking)),
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
    run: async (request, { principal, commit }) => {
      const { settings } = request;
      const warnings = findWarnings(settings);
      const withWarnings = (monitor: MonitorDocument | undefined) => ({
        ...(monitor as MonitorDocument),
        warnings,
      });
      const [document] = await createMonitors(ports, principal, [request], (transaction, [monitor]) =>
        commit(transaction, withWarnings(monitor)),
      );
      return { ...freeOutcome(withWarnings(document)), url: settings.url };
    },
  });
}

function listMonitorsOperation({ database, clock }: ChangePorts): Operation {
  return defineListOperation({
    name: 'list_monitors',
    title: 'List monitors',
    description: 'Returns the monitors of the account, newest first.',
    path: '/v1/monitors',
    agent: { tool: 'monitor', action: 'list' },
    input: {
      query: z.strictObject({
        status: z.enum(monitorStatuses).optional().describe('Only monitors with this status.'),
        q: z.string().min(1).max(200).optional().describe('Part of the name or the URL.'),
        tag: tagSchema.optional().describe('Only monitors with this tag.'),
        ...offsetQuery({ defaultLimit: 50, maxLimit: 500 }),
      }),
    },
    toCommand: ({ query: { status, q, tag, offset, limit } }): MonitorFilter => ({
      status: status ?? null,
      search: q ?? null,
      tag: tag ?? null,
      offset,
      limit,
    }),
    items: 'monitors',
    item: monitorSchema,
    view: monitorsView,
    example: { query: { limit: 50 } },
    list: async (accountId, filter) => {
      const { monitors, total } = await listMonitors(database, accountId, filter);
      return { monitors: await toDocuments(database, monitors, clock.now()), total };
    },
  });
}

function getMonitorOperation({ database, clock }: ChangePorts): Operation {
  return defineGetOperation(monitorResource, {
    name: 'get_monitor',
    title: 'Get a monitor',
    description:
      'Returns a monitor with its last 50 checks and its baseline, the version with which the next check is compared.',
    agent: { tool: 'monitor', action: 'get' },
    output: monitorDetailSchema,
    view: monitorView,
    find: async (accountId, monitorId, { baseUrl }) => {
      const monitor = await findMonitor(database, accountId, monitorId);
      if (monitor === null) return null;
      const filter = { before: null, states: [], limit: maxShownChecks };
      const urls = recipientsOf(monitor.settings.notify).map(({ url }) => url);
      const [document, checks, baseline, undelivered] = await Promise.all([
        readDocument(database, monitor, clock.now()),
        listChecks(database, monitorId, filter, baseUrl),
        findVersion(database, monitorId, monitor.baseline),
        findUndelivered(database, accountId, urls),
      ]);
      return {
        ...document,
        condition_met:
          baseline === null || monitor.settings.watch.kind === 'dataset'
            ? null
            : areConditionsMetBy(monitor.settings.conditions, monitor.settings.match, baseline),
        checks,
        baseline: baseline === null ? null : toVersionDocument(baseline, maxShownLength),
        undelivered,
      };
    },
  });
}

function changeOperation(ports: ChangePorts): Operation {
  return defineOperation({
    name: 'change_monitor',
    title: 'Change a monitor',
    description:
      'Changes the given fields. If the monitor then watches something else (url, watch, country, render, login, ignored selectors), the next check sets a new baseline; the history remains.',
    price: 'free',
    method: 'PATCH',
    path: '/v1/monitors/{mid}',
    scope: 'write',
    writesToDisk: true,
    annotations: { ...writeAnnotations, idempotent: true },
    agent: { tool: 'monitor', action: 'change' },
    input: { path: monitorPath, body: changeBody },
    toCommand: ({ path, body }) => ({ monitorId: path.mid, change: body }),
    output: monitorSchema,
    view: monitorView,
    example: { path: { mid: exampleId }, body: { schedule: { every: '6h' } } },
    run: async ({ monitorId, change }, { principal }) =>
      freeOutcome(
        await changeMonitor(ports, principal.accountId, monitorId, (settings) =>
          changedSettings(settings, change),
        ),
      ),
  });
}

function deleteMonitorOperation(ports: ChangePorts): Operation {
  return defineDeleteOperation(monitorResource, {
    name: 'delete_monitor',
    title: 'Delete a monitor',
    description: 'Deletes a monitor with its versions and checks. Receipts and ledger entries remain.',
    agent: { tool: 'monitor', action: 'delete' },
    remove: (accountId, monitorId) => removeMonitor(ports, accountId, monitorId),
  });
}

const actionSchema = z.object({
  mid: z.string().describe('Identifier of the monitor.'),
  jid: z
    .string()
    .nullable()
    .describe('Id of the job of the started or already running check, or null for `pause` and `resume`.'),
  monitor: monitorSchema,
});

function actOperation(ports: ChangePorts): Operation {
  const { database, clock } = ports;

  async function startCheckNow(accountId: string, monitorId: string) {
    return database.transaction().execute(async (transaction) => {
      const now = clock.now();
      const started = await startCheck(transaction, { accountId, monitorId, origin: 'job' }, now);
      if (started === null) throw missingResource(monitorKind);
      const monitor = await readDocument(transaction, started.monitor, now);
      return { mid: monitorId, jid: started.jobId, monitor };
    });
  }

  return defineOperation({
    name: 'act_on_monitor',
    title: 'Act on a monitor',
    description:
      '`run` starts a check as a job (`jid`), or returns the running one. `pause` stops the schedule, and `resume` continues it.',
    price: 'free; a check costs the price of its page',
    method: 'POST',
    path: '/v1/monitors/{mid}/{action}',
    scope: 'write',
    writesToDisk: true,
    annotations: { ...writeAnnotations, openWorld: true },
    agent: { tool: 'monitor', awaitsJob: true },
    errors: ['conflict', 'not_configured'],
    input: {
      path: monitorPath.extend({
        action: z.enum(['run', 'pause', 'resume']).describe('Action on the monitor.'),
      }),
    },
    toCommand: ({ path }) => path,
    output: actionSchema,
    view: actedMonitorView,
    startedJob: ({ mid, jid }) => (jid === null ? null : createCheckJob(mid, jid)),
    example: { path: { mid: exampleId, action: 'run' } },
    run: async ({ mid, action }, { principal: { accountId } }) => {
      if (action === 'run') return freeOutcome(await startCheckNow(accountId, mid));
      const monitor = await setPaused(ports, accountId, mid, action === 'pause');
      return freeOutcome({ mid, jid: null, monitor });
    },
  });
}

/** Returns the operations on monitors. */
export function monitorOperations(ports: ChangePorts & CheckOperationPorts): Operation[] {
  return [
    createOperation(ports),
    listMonitorsOperation(ports),
    ...transferOperations(ports),
    tagFeedOperation(ports),
    getMonitorOperation(ports),
    changeOperation(ports),
    deleteMonitorOperation(ports),
    actOperation(ports),
    ...monitorChecksOperations(ports),
  ];
}
