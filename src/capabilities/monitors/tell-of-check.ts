import { emitEvents, type NewEvent } from '../../jobs/webhooks/events.ts';
import type { DatabaseTransaction } from '../../store/database.ts';
import { shownDiff } from './compare-versions.ts';
import type { MonitorEvent, Verdict } from './judge-check.ts';
import type { StoredMonitor } from './monitor-rows.ts';
import type { MessageForm, Notify } from './watch.ts';

/** What a message says of a check beside the verdict. */
export interface ToldCheck {
  verdict: Verdict;
  /** Number of the check. */
  number: number;
  receiptId: string | null;
  at: Date;
}

/** Every address that is told, and how messages to it are written. */
function addressesOf({ webhook, email }: Notify): Array<{ url: string; form: MessageForm | 'mail' }> {
  return [...webhook, ...email.map((address) => ({ url: `mailto:${address}`, form: 'mail' as const }))];
}

function dataOf(monitor: StoredMonitor, event: MonitorEvent, check: ToldCheck): Record<string, unknown> {
  const { verdict, number, receiptId } = check;
  const { name, url } = monitor.settings;
  const common = {
    mid: monitor.monitorId,
    name,
    url,
    check: number,
    state: verdict.state,
    summary: verdict.summary,
  };
  const receipt = receiptId === null ? {} : { receipt: receiptId };
  if (event === 'changed') {
    return { ...common, ...receipt, diff: verdict.diff === null ? null : shownDiff(verdict.diff) };
  }
  if (event === 'recovered') return { ...common, ...receipt };
  return {
    ...common,
    ...receipt,
    error: verdict.error,
    consecutive_failures: verdict.standing.failures,
    last_success_at: monitor.lastSuccessAt?.toISOString() ?? null,
  };
}

/** Writes what a check has to tell of as deliveries, in the transaction that records the check. */
export async function tellOfCheck(
  transaction: DatabaseTransaction,
  monitor: StoredMonitor,
  check: ToldCheck,
): Promise<void> {
  const { monitorId, accountId, settings } = monitor;
  const links = {
    monitor: `/v1/monitors/${monitorId}`,
    check: `/v1/monitors/${monitorId}/checks/${check.number}`,
  };
  const events = check.verdict.events.flatMap((event) =>
    addressesOf(settings.notify).map(
      ({ url, form }): NewEvent => ({
        accountId,
        jobId: null,
        type: `monitor.${event}`,
        url,
        data: { ...dataOf(monitor, event, check), ...(form !== 'standard' && { form }) },
        links,
        at: check.at,
      }),
    ),
  );
  await emitEvents(transaction, events);
}
