import { isObject } from '../../domain/values/is-object.ts';
import { completeAddress } from './complete-address.ts';
import { parseSchedule } from './parse-flag.ts';
import { UsageError } from './usage-error.ts';

/** A flag that sets a part of a nested field, so that common cases need no JSON. */
export interface Shortcut {
  /** Name without dashes. */
  name: string;
  /** The field that it sets. */
  field: string;
  /** Form of its value in the help. */
  valueName: string;
  isList: boolean;
  description: string;
  /** Returns the field with the value; `previous` is what earlier flags of the command line set. */
  parse(text: string, previous: unknown): unknown;
}

/** Creates a flag whose values are collected in a list of the field. */
function listShortcut(shortcut: Pick<Shortcut, 'name' | 'field' | 'valueName' | 'description'>): Shortcut {
  return {
    ...shortcut,
    isList: true,
    parse(text, previous) {
      const fields = isObject(previous) ? previous : {};
      const earlier = fields[shortcut.name];
      return { ...fields, [shortcut.name]: [...(Array.isArray(earlier) ? earlier : []), text] };
    },
  };
}

const every: Shortcut = {
  name: 'every',
  field: 'schedule',
  valueName: 'interval',
  isList: false,
  description: 'Time between two checks, such as 15m, 6h or 1d',
  parse: (text) => parseSchedule('every', text),
};

const valueTypes = ['string', 'number', 'boolean'];

/** Parses `NAME` or `NAME:TYPE`, and adds it to the properties of a schema. */
function parseField(text: string, previous: unknown): Record<string, unknown> {
  const [name = '', type = 'string', ...rest] = text.split(':');
  if (name === '' || rest.length > 0 || !valueTypes.includes(type))
    throw new UsageError(`--field must be NAME or NAME:TYPE with ${valueTypes.join(', ')}; not "${text}"`);
  const properties = isObject(previous) && isObject(previous.properties) ? previous.properties : {};
  return { type: 'object', properties: { ...properties, [name]: { type } } };
}

/** Adds a value to the watched ones. */
function parseWatchedField(text: string, previous: unknown): unknown {
  const isWatch = isObject(previous) && previous.kind === 'fields';
  return { kind: 'fields', schema: parseField(text, isWatch ? previous.schema : undefined) };
}

/** Returns a text as a JSON value if it is one, else as a text. */
function scalarOf(text: string): unknown {
  const isScalar = /^(?:-?\d+(?:\.\d+)?|true|false)$/.test(text);
  return isScalar ? (JSON.parse(text) as unknown) : text;
}

/** Returns the field, the operator and the value of a condition; an operator of signs needs no spaces around it. */
function splitCondition(text: string): [field: string, op: string, value: string] {
  const at = text.search(/[<>!=]/);
  const isDouble = text[at + 1] === '=';
  const end = at + (isDouble ? 2 : 1);
  if (at > 0) return [text.slice(0, at).trim(), text.slice(at, end), text.slice(end).trim()];
  const [field = '', op = '', ...value] = text.split(/\s+/);
  return [field, op, value.join(' ')];
}

/** Parses `FIELD OPERATOR VALUE`, or `FIELD OPERATOR` for those without a value, and adds it to the conditions. */
function parseCondition(text: string, previous: unknown): unknown[] {
  const [field, op, value] = splitCondition(text.trim());
  if (field === '' || op === '')
    throw new UsageError(`--condition must be "FIELD OPERATOR VALUE", such as "price < 100", not "${text}"`);
  const earlier = Array.isArray(previous) ? previous : [];
  return [...earlier, { field, op, ...(value !== '' && { value: scalarOf(value) }) }];
}

const condition: Shortcut = {
  name: 'condition',
  field: 'conditions',
  valueName: 'text',
  isList: true,
  description:
    'Notify only if this holds: a field, an operator and its value, such as "price < 100", "price drops_by_percent 5" or "text contains sold out". Operators: contains, lacks, matches, appears, disappears, =, !=, <, <=, >, >=, drops_by, rises_by, drops_by_percent, rises_by_percent, any',
  parse: parseCondition,
};

/** The values of a page to extract, as a schema. */
const schemaField: Shortcut = {
  name: 'field',
  field: 'schema',
  valueName: 'name:type',
  isList: true,
  description: 'A value of the page, such as price:number or title',
  parse: parseField,
};

const createMonitor: Shortcut[] = [
  every,
  condition,
  {
    name: 'selector',
    field: 'watch',
    valueName: 'css',
    isList: false,
    description: 'Watch only the part of the page that this CSS selector matches',
    parse: (text) => ({ kind: 'section', selector: text }),
  },
  {
    name: 'field',
    field: 'watch',
    valueName: 'name:type',
    isList: true,
    description: 'Watch only values of the page, such as price:number or title',
    parse: parseWatchedField,
  },
  listShortcut({
    name: 'email',
    field: 'notify',
    valueName: 'address',
    description: 'Send changes to this e-mail address',
  }),
  listShortcut({
    name: 'webhook',
    field: 'notify',
    valueName: 'url',
    description: 'Send changes to this URL',
  }),
];

/** Returns the listing that earlier flags made the source of a dataset. */
function listingOf(previous: unknown): Record<string, unknown> {
  return isObject(previous) && previous.kind === 'collect' ? previous : { kind: 'collect' };
}

const createDataset: Shortcut[] = [
  {
    name: 'url',
    field: 'source',
    valueName: 'url',
    isList: false,
    description: 'Page that lists the records',
    parse: (text, previous) => ({ ...listingOf(previous), url: completeAddress(text) }),
  },
  {
    name: 'field',
    field: 'source',
    valueName: 'name',
    isList: true,
    description: 'A field of the records of this page, in your own words',
    parse(text, previous) {
      const listing = listingOf(previous);
      return { ...listing, fields: [...(Array.isArray(listing.fields) ? listing.fields : []), text] };
    },
  },
  {
    name: 'recipe',
    field: 'source',
    valueName: 'id',
    isList: false,
    description: 'Saved recipe that reads the records',
    parse: (text) => ({ kind: 'recipe', rid: text }),
  },
  { ...every, description: 'Time between two refreshes, such as 6h or 1d' },
];

/** Shortcuts by the name of the operation. */
export const shortcuts: Readonly<Record<string, readonly Shortcut[]>> = {
  create_monitor: createMonitor,
  create_dataset: createDataset,
  extract: [schemaField],
  parse: [schemaField],
  compare: [schemaField],
  batch: [schemaField],
  change_monitor: [every, condition],
};
