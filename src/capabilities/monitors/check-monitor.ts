import type { Reservations } from '../../account/reservations.ts';
import { addMs } from '../../domain/clock.ts';
import { Failure } from '../../domain/failure.ts';
import { routePrices } from '../../domain/rate-card.ts';
import type { Receipt } from '../../domain/receipt.ts';
import { createReservedBudget } from '../../fetching/budget.ts';
import type { FetchedPage } from '../../fetching/fetched-page.ts';
import { type ReceiptSubject, type Signer, sealPage, sealRequest } from '../../fetching/receipts.ts';
import type { TaskContext, TaskEnd, TaskWork } from '../../jobs/task-work.ts';
import type { Database } from '../../store/database.ts';
import type { CheckCommand } from './begin-check.ts';
import { shownDiff } from './compare-versions.ts';
import { compileIgnored } from './ignored.ts';
import { judgeCheck, type Standing } from './judge-check.ts';
import { type DatasetPorts, lookAtDataset } from './look-at-dataset.ts';
import { type Look, type LookPorts, lookAtPage } from './look-at-page.ts';
import { findMonitor, lockMonitor, type StoredMonitor } from './monitor-rows.ts';
import { type PicturePorts, pictureOfCheck } from './picture-of-check.ts';
import { recordCheck } from './record-check.ts';
import { packVersion, readVersionNumber } from './versions.ts';

/** What checking needs of the other rooms. */
export interface CheckPorts extends LookPorts, DatasetPorts {
  database: Database;
  reservations: Reservations;
  signer: Signer;
  pictures: PicturePorts;
}

/** Longer than a check may take: what a killed process held in reserve is free again after this. */
const reservedForMs = 15 * 60_000;
const checkWithinMs = 10 * 60_000;
/** The job of a check is soon forgotten: its monitor has the check itself. */
const jobKeptForMs = 24 * 60 * 60_000;

async function standingOf(database: Database, monitor: StoredMonitor): Promise<Standing> {
  const { monitorId, baseline, told, status, isGone, doubt, failures, failingToldAt } = monitor;
  const [current, last] = await Promise.all([
    readVersionNumber(database, monitorId, baseline),
    told === baseline ? null : readVersionNumber(database, monitorId, told),
  ]);
  return { status, baseline: current, told: last, isGone, doubt, failures, failingToldAt };
}

function receiptsOf(
  pages: readonly FetchedPage[],
  ms: number,
  subject: ReceiptSubject,
  signer: Signer,
): [...Receipt[], Receipt] {
  const sealed = pages.map((page) => sealPage(page, subject, signer));
  const [only] = sealed;
  if (sealed.length === 1 && only !== undefined) return [only.receipt];
  return [...sealed.map(({ receipt }) => receipt), sealRequest(sealed, ms, subject, signer)];
}

/** Checks of monitors, as work on jobs: look, compare, judge, and write all of it together. */
export function createMonitorChecks(ports: CheckPorts): TaskWork {
  const { database, clock, signer, reservations } = ports;

  async function look(
    monitor: StoredMonitor,
    standing: Standing,
    reservation: { reservationId: string | null; credits: number },
    signal: AbortSignal,
  ): Promise<Look> {
    const { accountId, settings, noise } = monitor;
    const { baseline } = standing;
    if (settings.watch.kind === 'dataset') {
      const finding = await lookAtDataset(ports, accountId, settings.watch.did, baseline);
      return { finding, noise, pages: [] };
    }
    const budget = createReservedBudget(reservations, reservation, accountId, reservation.credits);
    const ignored = compileIgnored(settings.ignore);
    const check = monitor.checks + 1;
    return lookAtPage(ports, { settings, ignored, baseline, noise, check, accountId, budget, signal });
  }

  async function toEnd(
    monitor: StoredMonitor,
    standing: Standing,
    found: Look,
    reservationId: string | null,
    context: TaskContext,
  ): Promise<TaskEnd> {
    const now = clock.now();
    const { finding, noise, pages } = found;
    const verdict = judgeCheck(standing, finding, monitor.settings, now);
    const last = pages.at(-1)?.page;
    const pictures = await pictureOfCheck(
      ports.pictures,
      monitor.accountId,
      last?.screenshot,
      verdict,
      standing.baseline,
    );
    const { baseline } = verdict.standing;
    const taken = baseline === null || baseline === standing.baseline ? null : await packVersion(baseline);
    const ms = now.getTime() - context.startedAt.getTime();
    const receipts = receiptsOf(pages, ms, { requestId: context.requestId, at: now }, signer);
    const receipt = receipts.at(-1) as Receipt;
    const { credits } = receipt;
    const { state, summary, diff, error } = verdict;
    return {
      answer: {
        mid: monitor.monitorId,
        at: now.toISOString(),
        state,
        summary,
        diff: diff === null ? null : shownDiff(diff),
        error,
        credits,
        receipt,
      },
      status: last?.status ?? 'ok',
      url: monitor.settings.url,
      country: receipt.exit?.country ?? pages.at(-1)?.observation.exit?.country ?? null,
      error: last?.error ?? null,
      receipts,
      charges: credits === 0 ? [] : [{ credits, pages: pages.length, note: 'monitor check' }],
      reservationId,
      contents: [],
      async within(transaction, at) {
        const facts = { receiptId: receipt.id, credits, jobId: context.jobId };
        await recordCheck(transaction, { monitor, verdict, noise, taken, pictures, ...facts }, at);
        const taking = pages.flatMap(({ page }) => page.screenshot ?? []);
        for (const path of taking) {
          if (path !== pictures?.after) await ports.pictures.forget(transaction, path, at);
        }
      },
    };
  }

  return {
    kind: 'task',
    keepMs: jobKeptForMs,
    async run(command, context) {
      const { accountId } = context.principal;
      const monitor = await findMonitor(database, accountId, (command as CheckCommand).mid);
      if (monitor === null) throw new Failure('not_found', 'the monitor is gone');
      const isPage = monitor.settings.watch.kind !== 'dataset';
      const reserved = isPage
        ? await reservations.reserveUpTo({
            accountId,
            // Every reading that may be needed: to reserve more meanwhile takes the account's lock.
            credits: routePrices.http * (monitor.settings.confirm + 2),
            requestId: context.requestId,
            expiresAt: addMs(clock.now(), reservedForMs),
          })
        : { reservationId: null, credits: 0 };
      try {
        const signal = AbortSignal.any([context.signal, AbortSignal.timeout(checkWithinMs)]);
        const standing = await standingOf(database, monitor);
        const found = await look(monitor, standing, reserved, signal);
        return await toEnd(monitor, standing, found, reserved.reservationId, context);
      } catch (error) {
        await reservations.release(reserved.reservationId);
        throw error;
      }
    },
    async failed(transaction, { job, order, failure, now }) {
      const { mid } = order.command as CheckCommand;
      const monitor = await lockMonitor(transaction, order.principal.accountId, mid);
      if (monitor === null) return;
      const { status, isGone, doubt, failures, failingToldAt, noise, settings } = monitor;
      const standing = { status, baseline: null, told: null, isGone, doubt, failures, failingToldAt };
      const fault = { kind: 'fault', code: failure.kind, message: failure.message, isLost: false } as const;
      const verdict = judgeCheck(standing, fault, settings, now);
      const nothing = { taken: null, pictures: null, receiptId: null, credits: 0 };
      await recordCheck(transaction, { monitor, verdict, noise, ...nothing, jobId: job.jobId }, now);
    },
  };
}
