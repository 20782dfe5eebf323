import { decodeHTML } from 'entities';
import { isObject } from '../../domain/values/is-object.ts';
import { replaceSpans } from '../../domain/values/replace-spans.ts';
import type { Field } from '../schema/field.ts';

/** A raw value and its path in the entity. */
export interface RawValue {
  value: unknown;
  path: string;
}

/** Maximum number of values at one path; more than the entries of an array that are returned. */
const maxValues = 5_000;

/** Words of fields and the matching action types of a counter (https://schema.org/InteractionCounter). */
const counterActions: readonly (readonly [words: RegExp, action: RegExp])[] = [
  [/^(?:views?|watched|reads|plays|downloads)$/, /(?:View|Watch|Read|Listen|Play|Download|Consume)Action$/],
  [/^(?:likes?|upvotes?|votes?|hearts?|claps?)$/, /(?:Like|Endorse|Agree|Vote)Action$/],
  [/^(?:comments?|replies|reply|answers?|responses?|posts?)$/, /(?:Comment|Reply|Write|Discuss)Action$/],
  [/^(?:shares?|reposts?)$/, /ShareAction$/],
  [/^(?:followers?|subscribers?)$/, /(?:Follow|Subscribe)Action$/],
];

/** Keeps the interaction counters that count what a field names; all if it names none. */
export function filterCounters(
  properties: Readonly<Record<string, unknown>>,
  field: Field,
): Readonly<Record<string, unknown>> {
  const counters = [properties.interactionStatistic].flat();
  const action = counterActions.find(([words]) => field.words.some((word) => words.test(word)))?.[1];
  if (action === undefined) return properties;
  const isMatching = (counter: unknown) => {
    const [type] = isObject(counter) ? [counter.interactionType].flat() : [];
    const name = isObject(type) ? [type['@type'] ?? type.type].flat()[0] : type;
    return typeof name === 'string' && action.test(name);
  };
  return { ...properties, interactionStatistic: counters.map((one) => (isMatching(one) ? one : null)) };
}

/** Returns all values at a path of property names, with lists flattened. */
export function valuesAt(properties: Readonly<Record<string, unknown>>, path: string): RawValue[] {
  const names = path.includes(':') ? [path] : path.split('.');
  let matches: RawValue[] = [{ value: properties, path: '' }];
  for (const name of names) {
    matches = matches.flatMap(({ value, path: at }) => {
      if (!isObject(value) || !Object.hasOwn(value, name)) return [];
      return flatten({ value: value[name], path: `${at}.${name}` });
    });
    if (matches.length > maxValues) matches.length = maxValues;
  }
  return matches.filter(({ value }) => value !== null && value !== undefined && value !== '');
}

function flatten(raw: RawValue): RawValue[] {
  if (!Array.isArray(raw.value)) return [raw];
  return raw.value
    .slice(0, maxValues)
    .flatMap((value, index) => flatten({ value, path: `${raw.path}[${index}]` }));
}

/** Returns true if a text contains an HTML tag. */
export function hasMarkup(text: string): boolean {
  const start = text.search(/<\/?[a-z]/i);
  return start !== -1 && text.includes('>', start);
}

/** Removes markup and decodes character references of a string in structured data. */
export function plainText(text: string): string {
  let plain = text;
  if (hasMarkup(plain)) {
    plain = replaceSpans(plain, '<', '>', (tag) => (/^<(?:br|\/p|\/li|\/div)\b/i.test(tag) ? '\n' : ' '));
  }
  if (plain.includes('&')) plain = decodeHTML(plain.includes('&amp;') ? decodeHTML(plain) : plain);
  return plain
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/\s+/g, (space) => (space.includes('\n') ? '\n' : space))
    .trim();
}

const addressParts = ['streetAddress', 'addressLocality', 'addressRegion', 'postalCode', 'addressCountry'];

function formatAddress(value: Record<string, unknown>): string | null {
  const parts = addressParts.map((name) => toText(value[name], 0)).filter((part) => part !== null);
  return parts.length > 0 ? parts.join(', ') : null;
}

function formatQuantity(value: Record<string, unknown>): string | number | null {
  const unit =
    typeof value.unitText === 'string'
      ? value.unitText
      : typeof value.unitCode === 'string' && value.unitCode.length > 3
        ? value.unitCode
        : '';
  const amount = value.value ?? value.amount;
  if (isObject(amount)) return formatQuantity(amount);
  if (typeof amount === 'number' || typeof amount === 'string')
    return unit === '' ? amount : `${amount} ${unit}`;
  const { minValue, maxValue } = value;
  if (minValue === undefined) return null;
  return maxValue === undefined || maxValue === minValue ? String(minValue) : `${minValue} - ${maxValue}`;
}

/** Returns the text of a value; for an object its value, name, text or address. */
function toText(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return plainText(value) || null;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) {
    const parts = value
      .slice(0, 20)
      .map((inner) => toText(inner, depth + 1))
      .filter((part) => part !== null);
    return parts.length > 0 ? parts.join(', ') : null;
  }
  if (!isObject(value) || depth > 5) return null;
  if (value['@value'] !== undefined) return toText(value['@value'], depth + 1);
  const address = formatAddress(value);
  const quantity = formatQuantity(value);
  if (quantity !== null) return String(quantity);
  const label =
    toText(value.name, depth + 1) ?? toText(value.text, depth + 1) ?? toText(value.headline, depth + 1);
  if (label !== null) return label;
  if (address !== null) return address;
  return toText(value.address ?? value.url ?? value.price ?? null, depth + 1);
}

/** Returns the text of a value, or null if it has none. */
export function rawScalarText(value: unknown): string | null {
  return toText(value, 0);
}

/**
 * Returns the scalar of a raw value for a field. Numbers stay numbers; of an object, the field selects its URL,
 * address, text or name.
 */
export function rawScalar(value: unknown, field: Field): string | number | boolean | null {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (!isObject(value)) return toText(value, 0);
  if (field.kind === 'url' || field.kind === 'image') {
    const address = value.url ?? value.contentUrl ?? value['@id'];
    return rawUrl(address);
  }
  if (field.kind === 'long_text') return toText(value.text ?? value.itemListElement ?? value, 0);
  const isAddressField = field.words.some((word) => word === 'address' || word === 'location');
  if (isAddressField && isObject(value.address)) return formatAddress(value.address);
  if (isAddressField) return formatAddress(value) ?? toText(value, 0);
  return toText(value, 0);
}

function rawUrl(address: unknown): string | null {
  if (typeof address === 'string') return address;
  return Array.isArray(address) && typeof address[0] === 'string' ? address[0] : null;
}

/**
 * Returns the entries of a list. Steps are taken out of their sections; a text is split at line breaks, else at
 * commas.
 */
export function rawEntries(values: readonly RawValue[], field: Field): RawValue[] {
  const entries = values.flatMap((raw) => flattenSteps(raw, 0)).slice(0, maxValues);
  const [only] = entries;
  if (entries.length !== 1 || only === undefined || typeof only.value !== 'string') return entries;
  const text = plainText(only.value);
  const separator = text.includes('\n')
    ? /\n+/
    : field.kind === 'long_text' || text.length > 400
      ? null
      : /,|;\s/;
  if (separator === null) return [{ value: text, path: only.path }];
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((value) => ({ value, path: only.path }));
}

function flattenSteps(raw: RawValue, depth: number): RawValue[] {
  if (!isObject(raw.value) || raw.value.itemListElement === undefined || depth > 4) return [raw];
  return valuesAt(raw.value, 'itemListElement').flatMap(({ value, path }) => {
    const inner = isObject(value) && isObject(value.item) ? value.item : value;
    return flattenSteps({ value: inner, path: raw.path + path }, depth + 1);
  });
}
