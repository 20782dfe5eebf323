import type { CheckDocument } from './checks.ts';
import type { StoredMonitor } from './monitor-rows.ts';

/** What XML 1.0 cannot hold, whatever its escape (section 2.2). */
const unfit =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(unfit, '\uFFFD').replace(/[&<>"]/g, (character) => entities[character] as string);
}

function element(name: string, text: string, attributes = ''): string {
  return `<${name}${attributes}>${escaped(text)}</${name}>`;
}

/** A change in words, one place a line. */
function contentOf({ summary, diff }: CheckDocument): string {
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

function entryOf(check: CheckDocument, monitor: StoredMonitor, base: string): string {
  const address = monitor.settings.url ?? `${base}/v1/monitors/${monitor.monitorId}`;
  return [
    '<entry>',
    element('id', `urn:webdata:${monitor.monitorId}:${check.check}`),
    element('title', check.summary),
    element('updated', check.at),
    `<link rel="alternate" href="${escaped(address)}"/>`,
    `<link rel="via" href="${escaped(`${base}/v1/monitors/${monitor.monitorId}/checks/${check.check}`)}"/>`,
    element('content', contentOf(check), ' type="text"'),
    '</entry>',
  ].join('\n');
}

/** The changes of a monitor as an Atom feed (RFC 4287), the newest first. All text is plain: nothing of a page is markup. */
export function atomFeed(monitor: StoredMonitor, changes: readonly CheckDocument[], base: string): string {
  const { monitorId, settings, createdAt } = monitor;
  const self = `${base}/v1/monitors/${monitorId}/feed`;
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    element('id', `urn:webdata:${monitorId}`),
    element('title', settings.name ?? settings.url ?? monitorId),
    element('updated', changes[0]?.at ?? createdAt.toISOString()),
    '<author><name>webdata</name></author>',
    `<link rel="self" type="application/atom+xml" href="${escaped(self)}"/>`,
    ...(settings.url === null ? [] : [`<link rel="alternate" href="${escaped(settings.url)}"/>`]),
    ...changes.map((change) => entryOf(change, monitor, base)),
    '</feed>',
    '',
  ].join('\n');
}
