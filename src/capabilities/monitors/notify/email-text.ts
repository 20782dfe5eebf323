import type { DeliveryClaim } from '../../../jobs/webhooks/claims.ts';
import type { VersionDiff } from '../check/compare/compare-versions.ts';

const titles: Readonly<Record<string, string>> = {
  'monitor.changed': 'Changed',
  'monitor.failing': 'Not working',
  'monitor.recovered': 'Working again',
};
const maxDetails = 20;

/** The parts of a notification, which each message format combines. */
export interface MonitorMessage {
  /** Such as `Changed: Lamp`. */
  title: string;
  summary: string;
  /** The watched page; null for a dataset. */
  url: string | null;
  /** The changes, one block or value per entry. */
  details: string[];
  /** URL of the check. */
  link: string | null;
}

function diffLines({ blocks, fields }: VersionDiff): string[] {
  const values = Object.entries(fields).map(
    ([pointer, { old, new: now }]) => `${pointer.slice(1)}: ${JSON.stringify(old)} → ${JSON.stringify(now)}`,
  );
  const texts = blocks.flatMap(({ before, after }) => [
    ...(before === null ? [] : [`− ${before}`]),
    ...(after === null ? [] : [`+ ${after}`]),
  ]);
  return [...values, ...texts];
}

function nonEmptyText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Returns the parts of a notification; null for a delivery that is not about a monitor. */
export function createMessage({ type, data, links }: DeliveryClaim, base: string): MonitorMessage | null {
  const title = titles[type];
  if (title === undefined) return null;
  const url = nonEmptyText(data.url);
  const diff = (data.diff ?? null) as VersionDiff | null;
  const changes = diff === null ? [] : diffLines(diff);
  const remaining = changes.length - maxDetails;
  // The summary alone describes a single changed value.
  const isInSummary = changes.length === 1 && Object.keys(diff?.fields ?? {}).length === 1;
  const link = links.check === undefined ? null : base + links.check;
  return {
    title: `${title}: ${nonEmptyText(data.name) ?? url ?? String(data.mid)}`,
    summary: nonEmptyText(data.summary) ?? '',
    url,
    details: isInSummary
      ? []
      : [...changes.slice(0, maxDetails), ...(remaining > 0 ? [`… and ${remaining} more`] : [])],
    link,
  };
}

/** Writes a notification as a plain-text e-mail; null for a delivery that is not about a monitor. */
export function createEmail(claim: DeliveryClaim, base: string): { subject: string; text: string } | null {
  const message = createMessage(claim, base);
  if (message === null) return null;
  const { title, summary, url, details, link } = message;
  const lastGood = nonEmptyText(claim.data.last_success_at);
  const lines = [
    summary,
    ...(details.length > 0 ? ['', ...details] : []),
    ...(lastGood === null ? [] : ['', `The last successful check was at ${lastGood}.`]),
    '',
    ...(url === null ? [] : [`Page: ${url}`]),
    ...(link === null ? [] : [`Check: ${link}`]),
    '',
    '-- ',
    `Sent by webdata for monitor ${String(claim.data.mid)}. Change the recipients in its "notify" setting.`,
    '',
  ];
  return { subject: summary === '' ? title : `${title} — ${summary}`, text: lines.join('\n') };
}
