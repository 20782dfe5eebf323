import { collapseSpace } from '../../../domain/values/collapse-space.ts';
import { escapeHtml } from '../../../domain/values/escape-html.ts';
import type { HtmlDocument } from '../html-document.ts';
import { calendarDate } from './calendar-date.ts';
import { type Component, type Property, parseComponents, splitValue, unescapeText } from './content-lines.ts';
import { maxRecords, type RecordFields, recordTable } from './record-table.ts';

const columns = [
  'Name',
  'Nickname',
  'Organization',
  'Title',
  'Email',
  'Phone',
  'Address',
  'Birthday',
  'URL',
  'Categories',
  'Note',
];
/** Types of addresses and numbers that tell something about them (RFC 6350 5.6). */
const shownTypes = /^(?:home|work|cell|fax|pager|video|text|textphone|main)$/;

function allOf({ properties }: Component, name: string): Property[] {
  return properties.filter((property) => property.name === name);
}

/** Returns the texts of the properties of a name, one per line. */
function linesOf(card: Component, name: string, text: (property: Property) => string): string {
  return allOf(card, name)
    .map((property) => {
      const value = collapseSpace(text(property));
      const types = (property.parameters.get('TYPE') ?? '')
        .toLowerCase()
        .split(',')
        .filter((type) => shownTypes.test(type));
      return value === '' || types.length === 0 ? value : `${value} (${[...new Set(types)].join(', ')})`;
    })
    .filter((value) => value !== '')
    .join('\n');
}

const plain = ({ value }: Property) => unescapeText(value).replace(/^(?:mailto|tel):/i, '');
const structured = ({ value }: Property) =>
  splitValue(value, ';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(', ');

/** Returns the formatted name, else the parts of the name in the order of speech, else the organization. */
function nameOf(card: Component): string {
  const formatted = collapseSpace(unescapeText(allOf(card, 'FN')[0]?.value ?? ''));
  if (formatted !== '') return formatted;
  const [family = '', given = '', additional = '', prefix = '', suffix = ''] = splitValue(
    allOf(card, 'N')[0]?.value ?? '',
    ';',
  );
  return collapseSpace([prefix, given, additional, family, suffix].join(' '));
}

function toRecord(card: Component): RecordFields {
  const first = (name: string) => unescapeText(allOf(card, name)[0]?.value ?? '');
  return new Map([
    ['Name', nameOf(card)],
    ['Nickname', first('NICKNAME')],
    ['Organization', linesOf(card, 'ORG', structured)],
    ['Title', first('TITLE') || first('ROLE')],
    ['Email', linesOf(card, 'EMAIL', plain)],
    ['Phone', linesOf(card, 'TEL', plain)],
    ['Address', linesOf(card, 'ADR', structured)],
    ['Birthday', calendarDate(first('BDAY'))],
    ['URL', linesOf(card, 'URL', plain)],
    [
      'Categories',
      allOf(card, 'CATEGORIES')
        .flatMap(({ value }) => splitValue(value, ','))
        .join(', '),
    ],
    [
      'Note',
      allOf(card, 'NOTE')
        .map(({ value }) => unescapeText(value))
        .join('\n'),
    ],
  ]);
}

/** Converts contacts (vCard 2.1, 3 and 4, RFC 6350) to an HTML table. Throws if the text has none. */
export function vcfToHtml(text: string): HtmlDocument {
  const cards = parseComponents(text).filter(({ name }) => name === 'VCARD');
  const [first] = cards;
  if (first === undefined) throw new Error('The text has no contacts.');
  const title = cards.length === 1 ? nameOf(first) : '';
  const table = recordTable(cards.slice(0, maxRecords).map(toRecord), columns);
  const message = `Only the first ${maxRecords} of ${cards.length} contacts are returned.`;
  return {
    html: title === '' ? table : `<h1>${escapeHtml(title)}</h1>${table}`,
    metadata: { ...(title !== '' && { title }), contacts: cards.length },
    warnings: cards.length > maxRecords ? [{ code: 'entries_left_out', message }] : [],
  };
}
