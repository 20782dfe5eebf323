import type { Dice } from './dice.ts';
import type { ResourceIds } from './resource-ids.ts';
import { hookAddress, type Targets, targetAddress } from './targets.ts';

/** Resources that generated values may refer to. */
export interface Surroundings {
  targets: Targets;
  ids: ResourceIds;
  /** Account of the request. */
  account: string;
}

const words = ['harbour', 'crane', 'lamp', 'notes on harbour cranes', 'price', 'opening hours', 'a', 'zzzz'];
const countries = ['DE', 'US', 'FR', 'de', 'JP', 'XX', 'ZZ'];
const fields = ['name', 'price', 'date', 'link', 'title', 'image', 'description', 'weight'];
const selectors = ['h1', 'article', 'main p', 'a[href]', '.missing', 'table tr:nth-child(2n)', '//a', '*'];
const dates = [
  '2026',
  '2019-06',
  '2019-06-15',
  '20190615120000',
  'last year',
  'latest',
  'first',
  'June 2019',
];
const isoTimes = ['2026-01-01T00:00:00Z', '2099-12-31T23:59:59+01:00', '1970-01-01T00:00:00Z'];
const expressions = ['articles', '^/products/', '\\d+', '.*', '(notes|docs)', '[a-z]{1,100}$'];

const schemas: readonly unknown[] = [
  { type: 'object', properties: { title: { type: 'string' } } },
  { type: 'object', properties: { price: { type: 'number' }, name: { type: 'string' } }, required: ['name'] },
  { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
  { type: 'object', properties: { at: { type: 'string', format: 'date' }, tags: { type: 'array' } } },
  { type: 'object', properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { type: ['string', 'null'] } } },
  { type: 'object', properties: { a: { $ref: '#' } } },
  { $ref: 'http://nothing.invalid/schema.json' },
  { type: 'object', properties: { a: { type: 'string', pattern: '(a+)+$' } } },
  { type: 'object', properties: { a: { type: 'string', pattern: '(' } } },
  { type: 'object', properties: { a: { enum: [1, null, {}] }, b: { const: 'x' }, c: { anyOf: [] } } },
  { type: 'object', properties: { words: { type: 'string', default: 'lamp' } } },
  {},
  { type: 'nonsense' },
  { type: 'object', properties: Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`f${at}`, {}])) },
];

/** Generates a value for a property of that name; most values are valid for the service. */
type Hint = (dice: Dice, surroundings: Surroundings) => unknown;

const oneOf =
  (values: readonly unknown[]): Hint =>
  (dice) =>
    dice.pick(values);

const several =
  (values: readonly unknown[], max: number): Hint =>
  (dice) =>
    Array.from({ length: dice.between(1, max) }, () => dice.pick(values));

const idOf =
  (kind: string): Hint =>
  (dice, { ids, account }) =>
    ids.own(account, kind, dice) ?? `${kind}_00000000000000000000000000`;

const address: Hint = (dice, { targets }) => targetAddress(targets, dice);
const addresses: Hint = (dice, { targets }) =>
  Array.from({ length: dice.between(1, 4) }, () => targetAddress(targets, dice));
const hook: Hint = (dice, { targets }) => hookAddress(targets, dice);

/** Hints for strings, by the name of the property or parameter. */
const textHints: Readonly<Record<string, Hint>> = {
  url: address,
  webhook: hook,
  country: oneOf(countries),
  base_currency: oneOf(['EUR', 'USD', 'eur', 'XXX']),
  language: oneOf(['en', 'de-DE', 'xx']),
  query: oneOf(words),
  search: oneOf(words),
  prompt: oneOf(words),
  focus: oneOf(words),
  selector: oneOf(selectors),
  target: oneOf(selectors),
  did: idOf('ds'),
  mid: idOf('mon'),
  rid: idOf('rcp'),
  jid: idOf('job'),
  recipe: idOf('rcp'),
  login: idOf('login'),
  ref: idOf('ref'),
  run_id: idOf('run'),
  at: oneOf(dates),
  since: oneOf(['0', '1', ...dates]),
  until: oneOf(dates),
  from: oneOf(['2026-01-01', '2020-02-29']),
  to: oneOf(['2026-12-31', '2020-01-01']),
  expires_at: oneOf(isoTimes),
  every: oneOf(['1h', '1d', '90m', '4w']),
  check: oneOf(['1', '1', '2', '999']),
  cron: oneOf(['0 7 * * 1-5', '30 2 * * *', '0 0 31 2 *', '0 * * * *']),
  timezone: oneOf(['UTC', 'Europe/Berlin', 'America/New_York', 'Nowhere/None']),
  email: oneOf(['someone@mail.invalid']),
  expression: oneOf(expressions),
  key: oneOf(['Enter', 'Tab', 'a', 'name', 'url']),
  field: oneOf(['price', 'name', 'text', 'added', '/price', 'a.b']),
  name: (dice) => `${dice.pick(words)} ${dice.below(1_000_000)}`,
};

/** Hints for objects and lists, by name. */
const structureHints: Readonly<Record<string, Hint>> = {
  urls: addresses,
  schema: oneOf(schemas),
  inputs: oneOf(schemas),
  fields: several(fields, 4),
  countries: several(countries, 3),
  include_paths: several(expressions, 2),
  exclude_paths: several(expressions, 2),
  includePaths: several(expressions, 2),
  excludePaths: several(expressions, 2),
  include_selectors: several(selectors, 2),
  exclude_selectors: several(selectors, 2),
  records: (dice) =>
    Array.from({ length: dice.between(0, 5) }, (_, at) => ({
      sku: `L-${at}`,
      name: dice.pick(words),
      price: dice.below(10_000) / 100,
    })),
};

/** Returns the hint for a property of this type; null if its name is unknown. */
export function hintFor(name: string, type: 'text' | 'structure'): Hint | null {
  const hints = type === 'text' ? textHints : structureHints;
  return Object.hasOwn(hints, name) ? (hints[name] as Hint) : null;
}
