import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jobFor } from '../../../../test/corpus/content-job.ts';
import type { PageContent } from '../../../domain/pages/content.ts';
import { readResponse } from '../../read/read-response.ts';
import { recurrenceText } from './recurrence.ts';

function read(lines: readonly string[], type = ''): Promise<PageContent> {
  const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
  return readResponse(jobFor(lines.join('\r\n'), { headers }));
}

const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'];
const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];

/** Returns the cells of the rows of the first table. */
function rowsOf(markdown: string): string[][] {
  const lines = markdown.split('\n').filter((line) => line.startsWith('|') && !/^\|[ |-]+\|$/.test(line));
  return lines.map((line) => line.slice(2, -2).split(' | '));
}

describe('calendars', () => {
  test('events with zones, whole days, recurrence, people and folded lines', async () => {
    const source = calendar(
      'X-WR-CALNAME:Harbour\\, north',
      'BEGIN:VTIMEZONE',
      'TZID:Europe/Berlin',
      'BEGIN:STANDARD',
      'DTSTART:19701025T030000',
      'END:STANDARD',
      'END:VTIMEZONE',
      ...event(
        'SUMMARY:Lock\\, main',
        ' tenance',
        'DTSTART;TZID=Europe/Berlin:20240305T100000',
        'DTEND;TZID="Europe/Berlin":20240305T113000',
        'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;COUNT=10',
        'EXDATE;TZID=Europe/Berlin:20240318T100000',
        'DESCRIPTION:First\\nsecond',
        'ORGANIZER;CN="Mole; A.":mailto:mole@example.com',
        'ATTENDEE;CN=Ben;ROLE=CHAIR:MAILTO:ben@example.com',
        'ATTENDEE:mailto:rat@example.com',
        'BEGIN:VALARM',
        'DESCRIPTION:Alarm',
        'END:VALARM',
      ),
      ...event('SUMMARY:Holiday', 'DTSTART;VALUE=DATE:20240501', 'DTEND;VALUE=DATE:20240502'),
      ...event('SUMMARY:Trip', 'DTSTART;VALUE=DATE:20240501', 'DTEND;VALUE=DATE:20240504'),
      ...event('SUMMARY:Call', 'DTSTART:20240305T091500Z', 'DURATION:PT1H'),
      'BEGIN:VTODO',
      'SUMMARY:Paint',
      'DUE;VALUE=DATE:20240601',
      'STATUS:NEEDS-ACTION',
      'END:VTODO',
    );
    const { markdown, title, metadata, error } = await read(source);
    assert.equal(error, null);
    assert.equal(title, 'Harbour, north');
    assert.deepEqual([metadata.calendar_entries, metadata.content_type], [5, 'text/calendar']);
    assert.match(markdown, /^# Harbour, north\n\n## Events\n\n\| Summary \|/);
    assert.match(
      markdown,
      /\n## Tasks\n\n\| Summary \| Due \| Status \|\n\| --- \| --- \| --- \|\n\| Paint \| 2024-06-01 \| needs-action \|$/,
    );
    const [heads = [], ...rows] = rowsOf(markdown);
    assert.deepEqual(heads, [
      'Summary',
      'Start',
      'End',
      'Duration',
      'Repeats',
      'Description',
      'Organizer',
      'Attendees',
    ]);
    assert.deepEqual(rows[0], [
      'Lock, maintenance',
      '2024-03-05T10:00:00 (Europe/Berlin)',
      '2024-03-05T11:30:00 (Europe/Berlin)',
      '',
      'every 2 weeks on Monday, Wednesday, 10 times; except 2024-03-18T10:00:00',
      'First<br>second',
      'Mole; A. \\<mole@example.com>',
      'Ben \\<ben@example.com><br>rat@example.com',
    ]);
    assert.deepEqual(
      rows.slice(1, 4).map((row) => row.slice(0, 4)),
      [
        ['Holiday', '2024-05-01', '', ''],
        ['Trip', '2024-05-01', '2024-05-03', ''],
        ['Call', '2024-03-05T09:15:00Z', '', 'PT1H'],
      ],
    );
  });

  test('rules of recurrence in words; parts without words as they are written', () => {
    const rules: Record<string, string> = {
      'FREQ=DAILY': 'daily',
      'FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20241231T000000Z':
        'monthly on the last Friday, until 2024-12-31T00:00:00Z',
      'FREQ=MONTHLY;BYMONTHDAY=15,-1': 'monthly on day 15, the last day',
      'FREQ=YEARLY;BYMONTH=3;BYDAY=2SU;WKST=MO': 'yearly on the second Sunday in March',
      'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1;COUNT=3': 'monthly on Monday, Tuesday, BYSETPOS=-1, 3 times',
      'FREQ=MONTHLY;BYMONTHDAY=-21,-12;BYDAY=+0MO,22TU':
        'monthly on Monday, the 22nd Tuesday, the 21st to last day, the 12th to last day',
      'FREQ=SOMETIMES': 'FREQ=SOMETIMES',
      'FREQ=DAILY;INTERVAL=1e999': 'FREQ=DAILY;INTERVAL=1e999',
    };
    for (const [rule, words] of Object.entries(rules)) assert.equal(recurrenceText(rule), words);
  });

  test('an event of whole days that ends with the first day of all', async () => {
    const { markdown } = await read(
      calendar(...event('SUMMARY:Start', 'DTSTART;VALUE=DATE:00000101', 'DTEND;VALUE=DATE:00000101')),
    );
    assert.deepEqual(rowsOf(markdown)[1], ['Start', '0000-01-01']);
  });

  test('hostile calendars are read in part', async () => {
    const many = await read(calendar(...Array.from({ length: 6_000 }, () => event('SUMMARY:x')).flat()));
    assert.deepEqual(
      many.warnings.map(({ code }) => code),
      ['entries_left_out'],
    );
    const unclosed = await read([
      'BEGIN:VCALENDAR',
      ...Array.from({ length: 50_000 }, () => 'BEGIN:VEVENT'),
      'SUMMARY:x',
    ]);
    assert.equal(unclosed.error, null);
    const folded = 'SUMMARY:x'.concat('\r\n x'.repeat(300_000));
    const line = await read(calendar(...event(`SUMMARY:${'a'.repeat(5_000_000)}`), ...event(folded)));
    assert.ok(line.markdown.length < 25_000);
    const { markdown } = await read(['BEGIN:VCALENDAR', 'no end'], 'text/calendar');
    assert.equal(markdown, '');
    assert.match((await read(['no calendar'], 'text/calendar')).markdown, /no calendar/);
  });
});

describe('contacts', () => {
  test('versions 2.1, 3 and 4: quoted-printable, types, groups and structured values', async () => {
    const { markdown, metadata } = await read([
      'BEGIN:VCARD',
      'VERSION:2.1',
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;Ben;;Dr.;',
      'TEL;CELL:+49 1',
      'NOTE;ENCODING=QUOTED-PRINTABLE:line=0D=0A=',
      'two',
      'PHOTO;ENCODING=BASE64;JPEG:/9j/4AAQ',
      ' AAAA',
      '',
      'END:VCARD',
      'BEGIN:VCARD',
      'VERSION:4.0',
      'FN:Rat\\, R.',
      'ORG:Harbour;Locks',
      'TEL;VALUE=uri;TYPE="voice,home":tel:+1-555',
      'item1.EMAIL;TYPE=work:rat@example.com',
      'ADR:;;Quay 4;Port;;12345;DE',
      'BDAY:19850412',
      'END:VCARD',
    ]);
    assert.deepEqual([metadata.contacts, metadata.content_type], [2, 'text/vcard']);
    const [heads = [], ...rows] = rowsOf(markdown);
    assert.deepEqual(heads, ['Name', 'Organization', 'Email', 'Phone', 'Address', 'Birthday', 'Note']);
    assert.deepEqual(rows, [
      ['Dr. Ben Müller', '', '', '+49 1 (cell)', '', '', 'line<br>two'],
      [
        'Rat, R.',
        'Harbour, Locks',
        'rat@example.com (work)',
        '+1-555 (home)',
        'Quay 4, Port, 12345, DE',
        '1985-04-12',
        '',
      ],
    ]);
  });

  test('the name of a single contact is the title', async () => {
    const { title, markdown } = await read(['BEGIN:VCARD', 'FN:Rat', 'END:VCARD'], 'text/vcard');
    assert.equal(title, 'Rat');
    assert.match(markdown, /^# Rat\n/);
  });
});
