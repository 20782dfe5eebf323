import { isObject } from '../../../domain/values/is-object.ts';
import type { DeliveryClaim } from '../../../jobs/webhooks/claims.ts';
import type { VersionDiff } from '../check/compare/compare-versions.ts';
import { fillTemplate, type TemplateValues } from './template.ts';

const titles: Readonly<Record<string, string>> = {
  'monitor.changed': 'Changed',
  'monitor.failing': 'Not working',
  'monitor.recovered': 'Working again',
};
const maxDetails = 20;
const maxTitleLength = 250;

/** The parts of a notification, which each message format combines. */
export interface MonitorMessage {
  /** Such as `Changed: Lamp`, in one line. */
  title: string;
  summary: string;
  /** The watched page; null for a dataset. */
  url: string | null;
  /** The changes, one block or value per entry. */
  details: string[];
  /** URL of the check. */
  link: string | null;
  /** Text of a template, which replaces summary, changes and links; null for the default text. */
  text: string | null;
  /** What the message reports. */
  kind: 'information' | 'failure' | 'success';
}

/** Returns a text that is not empty, or null. */
export function nonEmptyText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
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

function detailsOf(diff: VersionDiff | null): string[] {
  const changes = diff === null ? [] : diffLines(diff);
  const remaining = changes.length - maxDetails;
  // The summary alone describes a single changed value.
  if (changes.length === 1 && Object.keys(diff?.fields ?? {}).length === 1) return [];
  return [...changes.slice(0, maxDetails), ...(remaining > 0 ? [`… and ${remaining} more`] : [])];
}

const kinds: Readonly<Record<string, MonitorMessage['kind']>> = {
  'monitor.failing': 'failure',
  'monitor.recovered': 'success',
};

type EventData = Readonly<Record<string, unknown>>;

/** Describes one event of a monitor. */
function describeEvent(type: string, data: EventData, link: string | null): MonitorMessage {
  const url = nonEmptyText(data.url);
  return {
    title: `${titles[type] ?? type}: ${nonEmptyText(data.name) ?? url ?? String(data.mid)}`,
    summary: nonEmptyText(data.summary) ?? '',
    url,
    details: detailsOf((data.diff ?? null) as VersionDiff | null),
    link,
    text: null,
    kind: kinds[type] ?? 'information',
  };
}

function templateValues(type: string, data: EventData, message: MonitorMessage, at: string): TemplateValues {
  const error = isObject(data.error) ? nonEmptyText(data.error.message) : null;
  return {
    title: message.title,
    event: type.slice('monitor.'.length),
    name: nonEmptyText(data.name) ?? '',
    url: message.url ?? '',
    summary: message.summary,
    details: message.details.join('\n'),
    state: String(data.state ?? ''),
    check: String(data.check ?? ''),
    monitor: String(data.mid ?? ''),
    link: message.link ?? '',
    error: error ?? '',
    at,
  };
}

function toTitle(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, maxTitleLength);
}

/** Replaces title and text of an event by those of its templates. */
function applyTemplates(
  message: MonitorMessage,
  templates: EventData,
  values: TemplateValues,
): MonitorMessage {
  const title = nonEmptyText(templates.template_title);
  const text = nonEmptyText(templates.template_text);
  return {
    ...message,
    ...(title !== null && { title: toTitle(fillTemplate(title, values)) || message.title }),
    ...(text !== null && { text: fillTemplate(text, values) }),
  };
}

/** Describes the events of a digest, oldest first. */
function describeDigest(data: EventData, base: string): MonitorMessage {
  const events = (Array.isArray(data.events) ? data.events : []).filter(isObject);
  const more = typeof data.more === 'number' ? data.more : 0;
  const parts = events.map((event) => {
    const type = String(event.type);
    const path = nonEmptyText(event.path);
    const message = describeEvent(type, event, path === null ? null : base + path);
    return applyTemplates(message, data, templateValues(type, event, message, String(event.at ?? '')));
  });
  const details = parts.map(({ title, summary, url, text }) => {
    if (text !== null) return text;
    return [summary === '' ? title : `${title} — ${summary}`, ...(url === null ? [] : [url])].join('\n');
  });
  const count = events.length + more;
  return {
    title: `Digest: ${count} ${count === 1 ? 'notification' : 'notifications'}`,
    summary: '',
    url: null,
    details: more > 0 ? [...details, `… and ${more} more`] : details,
    link: null,
    text: null,
    kind: 'information',
  };
}

const testMessage: MonitorMessage = {
  title: 'Test message',
  summary: 'webdata can send messages here.',
  url: null,
  details: [],
  link: null,
  text: null,
  kind: 'information',
};

/** Returns the parts of a notification; null for a delivery that is not about a monitor and no test. */
export function createMessage({ type, data, links, at }: DeliveryClaim, base: string): MonitorMessage | null {
  if (type === 'webhook.test') return testMessage;
  if (type === 'monitor.digest') return describeDigest(data, base);
  if (titles[type] === undefined) return null;
  const message = describeEvent(type, data, links.check === undefined ? null : base + links.check);
  return applyTemplates(message, data, templateValues(type, data, message, at.toISOString()));
}
