import { emitEvents, type NewEvent } from '../../../jobs/webhooks/events.ts';
import type { DatabaseTransaction } from '../../../store/database.ts';
import { limitDiff } from '../check/compare/compare-versions.ts';
import type { CheckResult, MonitorEvent } from '../check/evaluate-check.ts';
import type { StoredMonitor } from '../monitor-table.ts';
import type { MessageFormat, Notify } from '../settings/monitor-settings.ts';

/** A check to notify. */
export interface NotifiedCheck {
  result: CheckResult;
  number: number;
  receiptId: string | null;
  /** Paths of the screenshot and of the image of the differences, by the name of their link. */
  pictures: Record<string, string>;
  at: Date;
}

/** Returns all recipients with their message formats. */
function recipientsOf({
  webhook,
  email,
  muted,
}: Notify): Array<{ url: string; form: MessageFormat | 'mail' }> {
  if (muted === true) return [];
  return [...webhook, ...email.map((address) => ({ url: `mailto:${address}`, form: 'mail' as const }))];
}

function eventData(
  monitor: StoredMonitor,
  event: MonitorEvent,
  check: NotifiedCheck,
): Record<string, unknown> {
  const { result, number, receiptId } = check;
  const { name, url } = monitor.settings;
  const common = {
    mid: monitor.monitorId,
    name,
    url,
    check: number,
    state: result.state,
    summary: result.summary,
  };
  const receipt = receiptId === null ? {} : { receipt: receiptId };
  if (event === 'changed') {
    return { ...common, ...receipt, diff: result.diff === null ? null : limitDiff(result.diff) };
  }
  if (event === 'recovered') return { ...common, ...receipt };
  return {
    ...common,
    ...receipt,
    error: result.error,
    consecutive_failures: result.monitorState.failures,
    last_success_at: monitor.lastSuccessAt?.toISOString() ?? null,
  };
}

/** Creates the deliveries of a check's events in the transaction that records the check. */
export async function notifyCheck(
  transaction: DatabaseTransaction,
  monitor: StoredMonitor,
  check: NotifiedCheck,
): Promise<void> {
  const { monitorId, accountId, settings } = monitor;
  const links = {
    monitor: `/v1/monitors/${monitorId}`,
    check: `/v1/monitors/${monitorId}/checks/${check.number}`,
    ...check.pictures,
  };
  const events = check.result.events.flatMap((event) =>
    recipientsOf(settings.notify).map(
      ({ url, form }): NewEvent => ({
        accountId,
        jobId: null,
        type: `monitor.${event}`,
        url,
        data: { ...eventData(monitor, event, check), ...(form !== 'standard' && { form }) },
        links,
        at: check.at,
      }),
    ),
  );
  await emitEvents(transaction, events);
}
