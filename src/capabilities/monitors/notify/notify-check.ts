import type { MessageFormat } from '../../../domain/resources/message-format.ts';
import { emitDigestEvent } from '../../../jobs/webhooks/digests.ts';
import { emitEvents, type NewEvent } from '../../../jobs/webhooks/events.ts';
import type { DatabaseTransaction } from '../../../store/database.ts';
import { limitDiff } from '../check/compare/compare-versions.ts';
import type { CheckResult, MonitorEvent } from '../check/evaluate-check.ts';
import type { StoredMonitor } from '../monitor-table.ts';
import type { Notify } from '../settings/monitor-settings.ts';
import { findSendTime } from './send-time.ts';

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
export function recipientsOf({
  webhook,
  email,
  muted,
}: Notify): Array<{ url: string; form: MessageFormat | 'mail' }> {
  if (muted === true) return [];
  return [...webhook, ...email.map((address) => ({ url: `mailto:${address}`, form: 'mail' as const }))];
}

/** Returns whether the events of a monitor are sent to anyone. */
export function hasRecipients(notify: Notify): boolean {
  return recipientsOf(notify).length > 0;
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

/** Returns the fields of a delivery that say how its message is written. */
function formatData(form: MessageFormat | 'mail', { template }: Notify): Record<string, string> {
  return {
    ...(form !== 'standard' && { form }),
    ...(template?.title !== undefined && { template_title: template.title }),
    ...(template?.text !== undefined && { template_text: template.text }),
  };
}

/** Returns an event as an element of a digest: without its differences, which its check has. */
function digestEntry(type: string, data: Record<string, unknown>, path: string, at: Date) {
  const { diff: _diff, ...rest } = data;
  return { type, at: at.toISOString(), ...rest, path };
}

/** Creates the deliveries of a check's events in the transaction that records the check. */
export async function notifyCheck(
  transaction: DatabaseTransaction,
  monitor: StoredMonitor,
  check: NotifiedCheck,
): Promise<void> {
  const { monitorId, accountId, settings } = monitor;
  const { notify } = settings;
  const { at } = check;
  const links = {
    monitor: `/v1/monitors/${monitorId}`,
    check: `/v1/monitors/${monitorId}/checks/${check.number}`,
    ...check.pictures,
  };
  const sendAt = findSendTime(notify, at);
  const events: NewEvent[] = [];
  for (const event of check.result.events) {
    const type = `monitor.${event}` as const;
    const data = eventData(monitor, event, check);
    for (const { url, form } of recipientsOf(notify)) {
      const common = { accountId, jobId: null, url, at };
      if (notify.digest === undefined) {
        const message = { ...data, ...formatData(form, notify) };
        events.push({ ...common, type, data: message, links, notBefore: sendAt });
      } else {
        const entry = digestEntry(type, data, links.check, at);
        // All fields are set, so that digests of other formats and templates are told apart.
        const digest = { form, template_title: '', template_text: '', ...formatData(form, notify) };
        await emitDigestEvent(transaction, { ...common, data: digest, entry, sendAt });
      }
    }
  }
  await emitEvents(transaction, events);
}
