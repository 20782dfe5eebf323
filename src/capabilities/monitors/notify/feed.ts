import { escapeHtml } from '../../../domain/values/escape-html.ts';
import type { CheckDocument } from '../check/checks.ts';
import type { StoredMonitor } from '../monitor-table.ts';

/** Matches characters that XML 1.0 cannot contain, even escaped (section 2.2). */
const invalidCharacters =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

function escapeXml(text: string): string {
  return escapeHtml(text.replace(invalidCharacters, '\uFFFD'));
}

function element(name: string, text: string, attributes = ''): string {
  return `<${name}${attributes}>${escapeXml(text)}</${name}>`;
}

/** Describes a change, one block or value per line. */
function describeDiff({ summary, diff }: CheckDocument): string {
  if (diff === null) return summary;
  const blocks = diff.blocks.map(({ section, before, after }) =>
    [
      ...(section === null ? [] : [`[${section}]`]),
      ...(before === null ? [] : [`- ${before}`]),
      ...(after === null ? [] : [`+ ${after}`]),
    ].join('\n'),
  );
  const fields = Object.entries(diff.fields).map(
    ([pointer, { old, new: now }]) => `${pointer}: ${JSON.stringify(old)} → ${JSON.stringify(now)}`,
  );
  return [...fields, ...blocks].join('\n\n');
}

/** Returns the entry of a change; in a feed of several monitors its title names the monitor. */
function createEntry(check: CheckDocument, monitor: StoredMonitor, base: string, prefix = ''): string {
  const link = monitor.settings.url ?? `${base}/v1/monitors/${monitor.monitorId}`;
  return [
    '<entry>',
    element('id', `urn:webdata:${monitor.monitorId}:${check.check}`),
    element('title', prefix + check.summary),
    element('updated', check.at),
    `<link rel="alternate" href="${escapeXml(link)}"/>`,
    `<link rel="via" href="${escapeXml(`${base}/v1/monitors/${monitor.monitorId}/checks/${check.check}`)}"/>`,
    element('content', describeDiff(check), ' type="text"'),
    '</entry>',
  ].join('\n');
}

/**
 * Returns the changes of a monitor as an Atom feed (RFC 4287), newest first. All text is escaped, so that no content of
 * a page becomes markup.
 */
export function createAtomFeed(
  monitor: StoredMonitor,
  changes: readonly CheckDocument[],
  base: string,
): string {
  const { monitorId, settings, createdAt } = monitor;
  const updated = changes[0]?.at ?? createdAt.toISOString();
  return createFeed({
    id: `urn:webdata:${monitorId}`,
    title: titleOf(monitor),
    updated,
    self: `${base}/v1/monitors/${monitorId}/feed`,
    alternate: settings.url,
    entries: changes.map((change) => createEntry(change, monitor, base)),
  });
}

/** A notified change and its monitor. */
export interface TaggedChange {
  monitor: StoredMonitor;
  change: CheckDocument;
}

/** Time of a feed without changes, so that it stays the same (RFC 4287 requires one). */
const noChange = new Date(0).toISOString();

/** Returns the changes of all monitors, or of those with a tag, as an Atom feed (RFC 4287), in their order. */
export function createTagFeed(tag: string | null, changes: readonly TaggedChange[], base: string): string {
  const name = tag === null ? null : encodeURIComponent(tag);
  return createFeed({
    id: `urn:webdata:monitors${name === null ? '' : `:${name}`}`,
    title: tag === null ? 'Monitors' : `Monitors: ${tag}`,
    updated: changes[0]?.change.at ?? noChange,
    self: `${base}/v1/monitors/feed${name === null ? '' : `?tag=${name}`}`,
    alternate: null,
    entries: changes.map(({ monitor, change }) =>
      createEntry(change, monitor, base, `${titleOf(monitor)}: `),
    ),
  });
}

function titleOf({ monitorId, settings }: StoredMonitor): string {
  return settings.name ?? settings.url ?? monitorId;
}

interface Feed {
  id: string;
  title: string;
  updated: string;
  self: string;
  alternate: string | null;
  entries: readonly string[];
}

function createFeed({ id, title, updated, self, alternate, entries }: Feed): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    element('id', id),
    element('title', title),
    element('updated', updated),
    '<author><name>webdata</name></author>',
    `<link rel="self" type="application/atom+xml" href="${escapeXml(self)}"/>`,
    ...(alternate === null ? [] : [`<link rel="alternate" href="${escapeXml(alternate)}"/>`]),
    ...entries,
    '</feed>',
    '',
  ].join('\n');
}
