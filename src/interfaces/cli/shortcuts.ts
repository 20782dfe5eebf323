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

const createMonitor: Shortcut[] = [
  every,
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
  extract: [
    {
      name: 'field',
      field: 'schema',
      valueName: 'name:type',
      isList: true,
      description: 'A value of the page, such as price:number or title',
      parse: parseField,
    },
  ],
  change_monitor: [every],
};
