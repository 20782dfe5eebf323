import { extname } from 'node:path';
import { addMs } from '../../domain/system/clock.ts';
import type { StartRun } from '../../jobs/schedule/schedules.ts';
import { defineCapability } from '../capability.ts';
import { readChanges } from '../datasets/read-changes.ts';
import { hasWorkflow, readLastRecords } from '../workflows/read-last-records.ts';
import { monitorsTools } from './agent-tools.ts';
import { createMonitorChecks } from './check/check-monitor.ts';
import { sweepChecks } from './check/checks.ts';
import { createPictureStore } from './check/screenshots/picture-store.ts';
import { startCheck } from './check/start-check.ts';
import { monitorSubject } from './monitor-subject.ts';
import { monitorOperations } from './monitors.ts';
import { createEmail } from './notify/create-email.ts';
import { writeMessage } from './notify/write-message.ts';

/** Pause between two readings of a page that differs, so that content that changes every second differs again. */
const recheckPauseMs = 1_000;

/** Starts the scheduled check of a monitor. */
const startScheduledCheck: StartRun = async (transaction, { accountId, subjectId }, now) => {
  const started = await startCheck(transaction, { accountId, monitorId: subjectId, origin: 'schedule' }, now);
  if (started === null) return 'gone';
  return started.isNew ? 'begun' : 'busy';
};

/** Watches pages, values and datasets. */
export const monitorsCapability = defineCapability({
  name: 'monitors',
  requestSubject: monitorSubject,
  topic: 'Monitors',
  tags: { monitors: 'Scheduled checks that notify about changes' },
  agentTools: monitorsTools,
  operations: ({ database, clock, settings, targets, threads, findModel }) =>
    monitorOperations({
      database,
      threads,
      clock,
      targets,
      minIntervalMs: settings.minIntervalMs,
      hasModel: () => findModel() !== null,
      hasMail: () => settings.smtpUrl !== null && settings.mailFrom !== null,
      hasDataset: async (accountId, datasetId) =>
        (await readChanges(database, accountId, datasetId, { since: 0, limit: 1 })) !== null,
      hasWorkflow: (accountId, workflowId) => hasWorkflow(database, accountId, workflowId),
    }),
  tasks: (ports) => {
    const { database, clock, signer, reservations, fetchPageWithValues: fetchPage, threads, search } = ports;
    return {
      monitor_check: createMonitorChecks({
        database,
        clock,
        signer,
        reservations,
        fetchPage,
        threads,
        search,
        findModel: ports.findModel,
        confirmPauseMs: recheckPauseMs,
        pictures: createPictureStore(ports),
        readChanges: (accountId, datasetId, page) => readChanges(database, accountId, datasetId, page),
        readLastRecords: (accountId, workflowId) => readLastRecords(database, accountId, workflowId),
      }),
    };
  },
  contentReferences: [{ table: 'monitor_versions', column: 'picture' }],
  schedules: () => ({ monitor: startScheduledCheck }),
  webhookMessage: writeMessage,
  mail: createEmail,
  threadModule: new URL(`./check/compare/thread-handlers${extname(import.meta.url)}`, import.meta.url),
  periodicTasks: ({ database, settings }) => [
    {
      name: 'sweep-monitors',
      intervalMs: 60 * 60_000,
      run: (now) => sweepChecks(database, addMs(now, -settings.keep.requests)),
    },
  ],
});
