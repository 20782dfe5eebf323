import type { PageMetadata } from '../../../domain/pages/page.ts';
import { escapeHtml } from '../../../domain/values/escape-html.ts';
import type { HtmlDocument } from '../html-document.ts';
import { calendarDate, dayBefore } from './calendar-date.ts';
import { type Component, type Property, parseComponents, splitValue, unescapeText } from './content-lines.ts';
import { maxRecords, type RecordFields, recordTable } from './record-table.ts';
import { recurrenceText } from './recurrence.ts';

/** Kinds of components, and the headings of their tables (RFC 5545 3.6). */
const kinds: readonly [name: string, heading: string][] = [
  ['VEVENT', 'Events'],
  ['VTODO', 'Tasks'],
  ['VJOURNAL', 'Journal'],
  ['VFREEBUSY', 'Free and busy times'],
];
const columns = [
  'Summary',
  'Start',
  'End',
  'Due',
  'Duration',
  'Repeats',
  'Location',
  'Description',
  'Status',
  'Organizer',
  'Attendees',
  'Categories',
  'URL',
];
const maxAttendees = 50;

function find(component: Component, name: string): Property | undefined {
  return component.properties.find((property) => property.name === name);
}

function textOf(component: Component, name: string): string {
  return unescapeText(find(component, name)?.value ?? '');
}

/** Returns true for a date without a time. */
function isWholeDay(property: Property): boolean {
  return /^\d{4}-?\d{2}-?\d{2}$/.test(property.value.trim());
}

/** Returns a time with the name of its time zone, if it has one. */
function timeText(property: Property | undefined): string {
  if (property === undefined) return '';
  const zone = property.parameters.get('TZID') ?? '';
  const date = calendarDate(property.value);
  return zone === '' || isWholeDay(property) || date.endsWith('Z') ? date : `${date} (${zone})`;
}

/** Returns the end of an event; of whole days, the last one, and nothing for one day. */
function endText(component: Component): string {
  const end = find(component, 'DTEND');
  if (end === undefined || !isWholeDay(end)) return timeText(end);
  const last = dayBefore(calendarDate(end.value));
  return last <= timeText(find(component, 'DTSTART')) ? '' : last;
}

function datesText(component: Component, name: string): string[] {
  return component.properties
    .filter((property) => property.name === name)
    .flatMap(({ value }) => value.split(',').map(calendarDate));
}

function repeatsText(component: Component): string {
  const rules = component.properties
    .filter(({ name }) => name === 'RRULE')
    .map(({ value }) => recurrenceText(value));
  const additional = datesText(component, 'RDATE');
  const excluded = datesText(component, 'EXDATE');
  return [
    ...rules,
    ...(additional.length > 0 ? [`also on ${additional.join(', ')}`] : []),
    ...(excluded.length > 0 ? [`except ${excluded.join(', ')}`] : []),
  ].join('; ');
}

/** Returns the name and the address of a person. */
function personText({ value, parameters }: Property): string {
  const address = value.replace(/^mailto:/i, '').trim();
  const name = unescapeText(parameters.get('CN') ?? '').trim();
  return name === '' || name === address ? address : `${name} <${address}>`;
}

function toRecord(component: Component): RecordFields {
  const organizer = find(component, 'ORGANIZER');
  const attendees = component.properties.filter(({ name }) => name === 'ATTENDEE').slice(0, maxAttendees);
  const categories = component.properties.filter(({ name }) => name === 'CATEGORIES');
  return new Map([
    ['Summary', textOf(component, 'SUMMARY')],
    ['Start', timeText(find(component, 'DTSTART'))],
    ['End', endText(component)],
    ['Due', timeText(find(component, 'DUE'))],
    ['Duration', textOf(component, 'DURATION')],
    ['Repeats', repeatsText(component)],
    ['Location', textOf(component, 'LOCATION')],
    ['Description', textOf(component, 'DESCRIPTION')],
    ['Status', textOf(component, 'STATUS').toLowerCase()],
    ['Organizer', organizer === undefined ? '' : personText(organizer)],
    ['Attendees', attendees.map(personText).join('\n')],
    ['Categories', categories.flatMap(({ value }) => splitValue(value, ',')).join(', ')],
    ['URL', textOf(component, 'URL')],
  ]);
}

/** Converts a calendar (RFC 5545) to HTML: a table for each kind of entry. Throws if the text is no calendar. */
export function icsToHtml(text: string): HtmlDocument {
  const calendars = parseComponents(text).filter(({ name }) => name === 'VCALENDAR');
  const [first] = calendars;
  if (first === undefined) throw new Error('The text is no calendar.');
  const title = textOf(first, 'X-WR-CALNAME') || textOf(first, 'NAME');
  const description = textOf(first, 'X-WR-CALDESC') || textOf(first, 'DESCRIPTION');
  const parts = title === '' ? [] : [`<h1>${escapeHtml(title)}</h1>`];
  if (description !== '') parts.push(`<p>${escapeHtml(description)}</p>`);
  let count = 0;
  for (const [name, heading] of kinds) {
    const all = calendars.flatMap(({ components }) =>
      components.filter((component) => component.name === name),
    );
    const shown = all.slice(0, Math.max(0, maxRecords - count));
    count += all.length;
    if (shown.length > 0) parts.push(`<h2>${heading}</h2>`, recordTable(shown.map(toRecord), columns));
  }
  const metadata: PageMetadata = {
    ...(title !== '' && { title }),
    ...(description !== '' && { description }),
    calendar_entries: count,
  };
  const message = `Only the first ${maxRecords} of ${count} entries are returned.`;
  return {
    html: parts.join('\n'),
    metadata,
    warnings: count > maxRecords ? [{ code: 'entries_left_out', message }] : [],
  };
}
