import { findExitWarnings } from '../../../domain/pages/exit-warnings.ts';
import { addModelUse, type ModelClient, type ModelUse } from '../../../domain/resources/model.ts';
import { itemPrices, routePrices } from '../../../domain/resources/rate-card.ts';
import type { Receipt } from '../../../domain/resources/receipt.ts';
import { Failure } from '../../../domain/system/failure.ts';
import { dayMs } from '../../../domain/values/day-ms.ts';
import { type ChargedWork, type ChargePorts, runCharged } from '../../../fetching/charged-work.ts';
import type { Observation } from '../../../fetching/fetched-page.ts';
import type { ReceiptFacts } from '../../../fetching/receipts.ts';
import type { TaskContext, TaskEnd, TaskWork } from '../../../jobs/tasks/task-work.ts';
import type { Database } from '../../../store/database.ts';
import { applyGoal, type GoalResult } from '../goal/apply-goal.ts';
import { lockMonitor, type StoredMonitor } from '../monitor-table.ts';
import { compileIgnoreRules } from '../settings/ignore-rules.ts';
import { type Version, type Watch, watchesPage } from '../settings/monitor-settings.ts';
import { toCheckResult } from './compare/compare-in-thread.ts';
import { limitDiff } from './compare/compare-versions.ts';
import { evaluateCheckWork } from './compare/thread-work.ts';
import { evaluateCheck, type Finding, type MonitorState, readsVersions } from './evaluate-check.ts';
import { type DatasetPorts, readDatasetChanges } from './read-dataset.ts';
import { type ReadSearchPorts, readWatchedSearch } from './read-search.ts';
import { type PageReading, type ReadPagePorts, readWatchedPage } from './read-watched-page.ts';
import { type ReadWorkflowPorts, readWorkflowRecords } from './read-workflow.ts';
import { recordCheck } from './record-check.ts';
import { type ScreenshotPorts, screenshotOfCheck } from './screenshots/check-screenshot.ts';
import type { CheckCommand } from './start-check.ts';
import { compressVersion, findMonitorWithBaseline, findVersion } from './versions.ts';

/** Dependencies of checks. */
export interface CheckPorts
  extends ReadPagePorts,
    ReadSearchPorts,
    ReadWorkflowPorts,
    DatasetPorts,
    ChargePorts {
  database: Database;
  /** Null if no model is configured. */
  findModel(): ModelClient | null;
  pictures: ScreenshotPorts;
}

/** What a check read: pages, and searches without pages. */
interface WatchReading extends PageReading {
  searches: number;
}

const checkTimeoutMs = 10 * 60_000;
/** Time to keep the job of a check, in ms. It is short, since the monitor stores the check itself. */
const keepJobMs = dayMs;

async function readState(
  database: Database,
  monitor: StoredMonitor,
  baseline: Version | null,
): Promise<MonitorState> {
  const { monitorId, status, isRemoved, unconfirmedCode, failures, failingNotifiedAt } = monitor;
  const lastNotified =
    monitor.notifiedVersion === monitor.baseline
      ? null
      : await findVersion(database, monitorId, monitor.notifiedVersion);
  return { status, baseline, lastNotified, isRemoved, unconfirmedCode, failures, failingNotifiedAt };
}

/** Returns the lowest price of one reading in credits. */
function readingPrice(watch: Watch): number {
  if (watchesPage(watch)) return routePrices.http;
  return watch.kind === 'search' ? itemPrices.search : 0;
}

/** Returns what the receipt of a check states about its searches. */
function searchFacts(searches: number): Partial<ReceiptFacts> {
  const credits = itemPrices.search * searches;
  return { status: 'ok', status_code: null, route: 'none', charges: [{ item: 'search', credits }] };
}

/** Adds the usage of the model to what was observed about a page. */
function withModelUse(observation: Observation, use: ModelUse | null): Observation {
  const model = addModelUse(observation.model ?? null, use);
  return model === null ? observation : { ...observation, model };
}

/** Creates the work of jobs that check monitors: read, compare, evaluate, and write the result in one transaction. */
export function createMonitorChecks(ports: CheckPorts): TaskWork {
  const { database, clock } = ports;

  async function readWatched(
    monitor: StoredMonitor,
    monitorState: MonitorState,
    { request }: ChargedWork,
    signal: AbortSignal,
  ): Promise<WatchReading> {
    const { accountId, settings, noise } = monitor;
    const { baseline } = monitorState;
    const { watch } = settings;
    const nothing = { pages: [], searches: 0 };
    const watchRequest = { accountId, settings, baseline, noise, check: monitor.checks + 1, signal };
    switch (watch.kind) {
      case 'dataset':
        return {
          ...nothing,
          finding: await readDatasetChanges(ports, accountId, watch.did, baseline),
          noise,
        };
      case 'workflow':
        return { ...nothing, ...(await readWorkflowRecords(ports, watch.id, watchRequest)) };
      case 'search':
        return { ...nothing, ...(await readWatchedSearch(ports, watch, watchRequest)) };
      default: {
        const ignored = compileIgnoreRules(settings.ignore);
        const pageRequest = { ...request, ...watchRequest, watch, ignored };
        return { ...nothing, ...(await readWatchedPage(ports, pageRequest)) };
      }
    }
  }

  async function evaluate(
    monitor: StoredMonitor,
    monitorState: MonitorState,
    finding: Finding,
    now: Date,
    signal: AbortSignal,
  ): Promise<GoalResult> {
    const { conditions, match, failing_after, watch } = monitor.settings;
    const rules = { conditions, match, failing_after, watch };
    const evaluation = { monitorState, finding, rules, now };
    const result = readsVersions(monitorState, finding)
      ? toCheckResult(evaluation, await ports.threads.run(evaluateCheckWork, evaluation, signal))
      : evaluateCheck(monitorState, finding, rules, now);
    return applyGoal(ports.findModel(), monitor, monitorState, result, signal);
  }

  async function toEnd(
    monitor: StoredMonitor,
    monitorState: MonitorState,
    reading: WatchReading,
    charged: ChargedWork,
    context: TaskContext,
  ): Promise<TaskEnd> {
    const now = clock.now();
    const { finding, noise, pages, searches } = reading;
    const { result, decision, use } = await evaluate(monitor, monitorState, finding, now, context.signal);
    const last = pages.at(-1)?.page;
    const pictures = await screenshotOfCheck(
      ports.pictures,
      monitor.accountId,
      last?.screenshot,
      result,
      monitorState.baseline,
    );
    const { baseline } = result.monitorState;
    const newBaseline =
      baseline === null || baseline === monitorState.baseline ? null : await compressVersion(baseline);
    const receipts = pages.map(({ observation }) =>
      charged.signObservation(pages.length === 1 ? withModelUse(observation, use) : observation),
    );
    // The receipt of the only page is that of the check.
    const billing = charged.bill(
      {
        ...(receipts.length !== 1 && searches === 0 && { pages: receipts }),
        facts: {
          ...(searches > 0 && searchFacts(searches)),
          ...(use !== null && { model: use }),
        },
        status: last?.status ?? 'ok',
        url: monitor.settings.url,
        country: pages.at(-1)?.observation.exit?.country ?? null,
        error: last?.error ?? null,
        chargedPages: searches > 0 ? null : pages.length,
      },
      receipts.length === 1 ? receipts[0] : undefined,
    );
    const receipt = billing.receipts.at(-1) as Receipt;
    const { credits } = receipt;
    const { state, summary, diff, error } = result;
    const warnings = findExitWarnings(pages.map(({ page }) => ({ warnings: page.warnings })));
    return {
      answer: {
        mid: monitor.monitorId,
        at: now.toISOString(),
        state,
        summary,
        diff: diff === null ? null : limitDiff(diff),
        ...(decision !== null && { decision }),
        error,
        warnings,
        credits,
        receipt,
      },
      ...billing,
      async within(transaction, at) {
        const charge = { receiptId: receipt.id, credits, warnings, jobId: context.jobId };
        await recordCheck(
          transaction,
          { monitor, result, decision, noise, newBaseline, screenshots: pictures, ...charge },
          at,
        );
        const screenshots = pages.flatMap(({ page }) => page.screenshot ?? []);
        for (const path of screenshots) {
          if (path !== pictures?.after) await ports.pictures.forget(transaction, path, at);
        }
      },
    };
  }

  return {
    kind: 'task',
    keepMs: keepJobMs,
    async run(command, context) {
      const { accountId } = context.principal;
      const watched = await findMonitorWithBaseline(database, accountId, (command as CheckCommand).mid);
      if (watched === null) throw new Failure('not_found', 'The monitor was deleted.');
      const { monitor } = watched;
      // Reserves all readings at once: reserving more later would take the account's lock.
      const credits = readingPrice(monitor.settings.watch) * (monitor.settings.confirm + 2);
      const price = { credits, note: 'monitor check' };
      return runCharged(ports, context, price, async (charged) => {
        const signal = AbortSignal.any([context.signal, AbortSignal.timeout(checkTimeoutMs)]);
        const monitorState = await readState(database, monitor, watched.baseline);
        const reading = await readWatched(monitor, monitorState, charged, signal);
        return toEnd(monitor, monitorState, reading, charged, context);
      });
    },
    async failed(transaction, { jobId, accountId, error, now }) {
      const row = await transaction
        .selectFrom('monitors')
        .select('monitor_id')
        .where('account_id', '=', accountId)
        .where('job_id', '=', jobId)
        .executeTakeFirst();
      const monitor = row === undefined ? null : await lockMonitor(transaction, accountId, row.monitor_id);
      if (monitor === null) return;
      const { status, isRemoved, unconfirmedCode, failures, failingNotifiedAt, noise, settings } = monitor;
      const monitorState: MonitorState = {
        ...{ status, isRemoved, unconfirmedCode, failures, failingNotifiedAt },
        baseline: null,
        lastNotified: null,
      };
      const fault: Finding = { kind: 'fault', ...error, isWatchMissing: false };
      const result = evaluateCheck(monitorState, fault, settings, now);
      await recordCheck(
        transaction,
        {
          monitor,
          result,
          decision: null,
          noise,
          newBaseline: null,
          screenshots: null,
          receiptId: null,
          credits: 0,
          warnings: [],
          jobId,
        },
        now,
      );
    },
  };
}
