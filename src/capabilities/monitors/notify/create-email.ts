import type { DeliveryClaim } from '../../../jobs/webhooks/claims.ts';
import { createMessage, type MonitorMessage, nonEmptyText } from './create-message.ts';

function bodyLines({ summary, url, details, link, text }: MonitorMessage, lastGood: string | null): string[] {
  if (text !== null) return [text];
  return [
    ...(summary === '' ? [] : [summary]),
    ...(details.length > 0 ? ['', ...details] : []),
    ...(lastGood === null ? [] : ['', `The last successful check was at ${lastGood}.`]),
    '',
    ...(url === null ? [] : [`Page: ${url}`]),
    ...(link === null ? [] : [`Check: ${link}`]),
  ];
}

function signatureOf({ type, data }: DeliveryClaim): string {
  if (type === 'webhook.test') return 'Sent by webdata as a test.';
  const monitor = type === 'monitor.digest' ? 'several monitors' : `monitor ${String(data.mid)}`;
  return `Sent by webdata for ${monitor}. Change the recipients in the "notify" setting.`;
}

/** Writes a notification as a plain-text e-mail; null for a delivery that is not about a monitor and no test. */
export function createEmail(claim: DeliveryClaim, base: string): { subject: string; text: string } | null {
  const message = createMessage(claim, base);
  if (message === null) return null;
  const { title, summary, text } = message;
  const lines = [
    ...bodyLines(message, nonEmptyText(claim.data.last_success_at)),
    '',
    '-- ',
    signatureOf(claim),
    '',
  ];
  return {
    subject: summary === '' || text !== null ? title : `${title} — ${summary}`,
    text: lines.join('\n'),
  };
}
