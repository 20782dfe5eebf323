import type { Claim } from '../../jobs/webhooks/claims.ts';
import type { VersionDiff } from './compare-versions.ts';

const titles: Readonly<Record<string, string>> = {
  'monitor.changed': 'Changed',
  'monitor.failing': 'Not working',
  'monitor.recovered': 'Working again',
};
const mostPlaces = 20;

/** What a message about a monitor says, in pieces that every way of writing puts together. */
export interface MonitorNews {
  /** Such as `Changed: Lamp`. */
  title: string;
  summary: string;
  /** The watched page; null for a dataset. */
  url: string | null;
  /** What changed, one place a line. */
  details: string[];
  /** Where the check can be looked at. */
  link: string | null;
}

function placesOf({ blocks, fields }: VersionDiff): string[] {
  const values = Object.entries(fields).map(
    ([pointer, { old, new: now }]) => `${pointer.slice(1)}: ${JSON.stringify(old)} → ${JSON.stringify(now)}`,
  );
  const texts = blocks.flatMap(({ before, after }) => [
    ...(before === null ? [] : [`− ${before}`]),
    ...(after === null ? [] : [`+ ${after}`]),
  ]);
  return [...values, ...texts];
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** What a delivery about a monitor says; null for one about anything else. */
export function newsOf({ type, data, links }: Claim, base: string): MonitorNews | null {
  const title = titles[type];
  if (title === undefined) return null;
  const url = textOf(data.url);
  const diff = (data.diff ?? null) as VersionDiff | null;
  const places = diff === null ? [] : placesOf(diff);
  const left = places.length - mostPlaces;
  // One value that changed is told by the summary alone.
  const isTold = places.length === 1 && Object.keys(diff?.fields ?? {}).length === 1;
  const link = links.check === undefined ? null : base + links.check;
  return {
    title: `${title}: ${textOf(data.name) ?? url ?? String(data.mid)}`,
    summary: textOf(data.summary) ?? '',
    url,
    details: isTold ? [] : [...places.slice(0, mostPlaces), ...(left > 0 ? [`… and ${left} more`] : [])],
    link,
  };
}

/** A delivery about a monitor as a letter in plain text. */
export function mailText(claim: Claim, base: string): { subject: string; text: string } {
  const news = newsOf(claim, base);
  if (news === null) return { subject: claim.type, text: JSON.stringify(claim.data, null, 2) };
  const { title, summary, url, details, link } = news;
  const lastGood = textOf(claim.data.last_success_at);
  const lines = [
    summary,
    ...(details.length > 0 ? ['', ...details] : []),
    ...(lastGood === null ? [] : ['', `It last worked at ${lastGood}.`]),
    '',
    ...(url === null ? [] : [`Page: ${url}`]),
    ...(link === null ? [] : [`Check: ${link}`]),
    '',
    '-- ',
    `Sent by webdata for monitor ${String(claim.data.mid)}. Change who is told in its "notify".`,
    '',
  ];
  return { subject: summary === '' ? title : `${title} — ${summary}`, text: lines.join('\n') };
}
