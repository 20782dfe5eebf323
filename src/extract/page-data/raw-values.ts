import { decodeHTML } from 'entities';
import type { Field } from '../field.ts';

/** A raw value and where in its entity it stands. */
export interface RawValue {
  value: unknown;
  path: string;
}

const mostValues = 500;

/** A counter of schema.org says what it counts by the kind of action (https://schema.org/InteractionCounter). */
const counted: readonly (readonly [words: RegExp, action: RegExp])[] = [
  [/^(?:views?|watched|reads|plays|downloads)$/, /(?:View|Watch|Read|Listen|Play|Download|Consume)Action$/],
  [/^(?:likes?|upvotes?|votes?|hearts?|claps?)$/, /(?:Like|Endorse|Agree|Vote)Action$/],
  [/^(?:comments?|replies|reply|answers?|responses?|posts?)$/, /(?:Comment|Reply|Write|Discuss)Action$/],
  [/^(?:shares?|reposts?)$/, /ShareAction$/],
  [/^(?:followers?|subscribers?)$/, /(?:Follow|Subscribe)Action$/],
];

/** Of counters those that count what a field asks for; of anything else all. */
export function ofAction(
  properties: Readonly<Record<string, unknown>>,
  field: Field,
): Readonly<Record<string, unknown>> {
  const counters = [properties.interactionStatistic].flat();
  const wanted = counted.find(([words]) => field.words.some((word) => words.test(word)))?.[1];
  if (wanted === undefined) return properties;
  const isOwn = (counter: unknown) => {
    const [type] = isObject(counter) ? [counter.interactionType].flat() : [];
    const name = isObject(type) ? [type['@type'] ?? type.type].flat()[0] : type;
    return typeof name === 'string' && wanted.test(name);
  };
  return { ...properties, interactionStatistic: counters.map((one) => (isOwn(one) ? one : null)) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** All values at a path of property names, lists on the way taken apart. */
export function valuesAt(properties: Readonly<Record<string, unknown>>, path: string): RawValue[] {
  const names = path.includes(':') ? [path] : path.split('.');
  let found: RawValue[] = [{ value: properties, path: '' }];
  for (const name of names) {
    found = found.flatMap(({ value, path: at }) => {
      if (!isObject(value) || !Object.hasOwn(value, name)) return [];
      return flat({ value: value[name], path: `${at}.${name}` });
    });
    if (found.length > mostValues) found.length = mostValues;
  }
  return found.filter(({ value }) => value !== null && value !== undefined && value !== '');
}

function flat(raw: RawValue): RawValue[] {
  if (!Array.isArray(raw.value)) return [raw];
  return raw.value
    .slice(0, mostValues)
    .flatMap((value, index) => flat({ value, path: `${raw.path}[${index}]` }));
}

/** Text of a string in structured data: pages put markup and character references into it. */
export function plainText(text: string): string {
  let plain = text;
  if (/<\/?[a-z][^>]*>/i.test(plain))
    plain = plain.replace(/<(?:br|\/p|\/li|\/div)\b[^>]*>/gi, '\n').replace(/<[^>]*>/g, ' ');
  if (plain.includes('&')) plain = decodeHTML(plain.includes('&amp;') ? decodeHTML(plain) : plain);
  return plain
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim();
}

const addressParts = ['streetAddress', 'addressLocality', 'addressRegion', 'postalCode', 'addressCountry'];

function addressOf(value: Record<string, unknown>): string | null {
  const parts = addressParts.map((name) => textOf(value[name], 0)).filter((part) => part !== null);
  return parts.length > 0 ? parts.join(', ') : null;
}

function quantityOf(value: Record<string, unknown>): string | number | null {
  const unit =
    typeof value.unitText === 'string'
      ? value.unitText
      : typeof value.unitCode === 'string' && value.unitCode.length > 3
        ? value.unitCode
        : '';
  const amount = value.value ?? value.amount;
  if (isObject(amount)) return quantityOf(amount);
  if (typeof amount === 'number' || typeof amount === 'string')
    return unit === '' ? amount : `${amount} ${unit}`;
  const { minValue, maxValue } = value;
  if (minValue === undefined) return null;
  return maxValue === undefined || maxValue === minValue ? String(minValue) : `${minValue} - ${maxValue}`;
}

/** What an object says in one string: its value, name, text or address. */
function textOf(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return plainText(value) || null;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) {
    const parts = value
      .slice(0, 20)
      .map((inner) => textOf(inner, depth + 1))
      .filter((part) => part !== null);
    return parts.length > 0 ? parts.join(', ') : null;
  }
  if (!isObject(value) || depth > 5) return null;
  if (value['@value'] !== undefined) return textOf(value['@value'], depth + 1);
  const address = addressOf(value);
  const quantity = quantityOf(value);
  if (quantity !== null) return String(quantity);
  const named =
    textOf(value.name, depth + 1) ?? textOf(value.text, depth + 1) ?? textOf(value.headline, depth + 1);
  if (named !== null) return named;
  if (address !== null) return address;
  return textOf(value.address ?? value.url ?? value.price ?? null, depth + 1);
}

/** What a value says in one string, or null when it says nothing. */
export function rawScalarText(value: unknown): string | null {
  return textOf(value, 0);
}

/** Numbers stay numbers; an object is what the field wants of it: its address, the text of its step, its name. */
export function rawScalar(value: unknown, field: Field): string | number | boolean | null {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (!isObject(value)) return textOf(value, 0);
  if (field.kind === 'url' || field.kind === 'image') {
    const address = value.url ?? value.contentUrl ?? value['@id'];
    return rawAddress(address);
  }
  if (field.kind === 'long_text') return textOf(value.text ?? value.itemListElement ?? value, 0);
  const asksForPlace = field.words.some((word) => word === 'address' || word === 'location');
  if (asksForPlace && isObject(value.address)) return addressOf(value.address);
  if (asksForPlace) return addressOf(value) ?? textOf(value, 0);
  return textOf(value, 0);
}

function rawAddress(address: unknown): string | null {
  if (typeof address === 'string') return address;
  return Array.isArray(address) && typeof address[0] === 'string' ? address[0] : null;
}

/** The entries of a list: steps out of their sections, a text of several lines or of commas taken apart. */
export function rawEntries(values: readonly RawValue[], field: Field): RawValue[] {
  const entries = values.flatMap((raw) => stepsOf(raw, 0)).slice(0, mostValues);
  const [only] = entries;
  if (entries.length !== 1 || only === undefined || typeof only.value !== 'string') return entries;
  const text = plainText(only.value);
  const separator = text.includes('\n')
    ? /\n+/
    : field.kind === 'long_text' || text.length > 400
      ? null
      : /\s*[,;]\s+|,/;
  if (separator === null) return [{ value: text, path: only.path }];
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((value) => ({ value, path: only.path }));
}

function stepsOf(raw: RawValue, depth: number): RawValue[] {
  if (!isObject(raw.value) || raw.value.itemListElement === undefined || depth > 4) return [raw];
  return valuesAt(raw.value, 'itemListElement').flatMap(({ value, path }) => {
    const inner = isObject(value) && isObject(value.item) ? value.item : value;
    return stepsOf({ value: inner, path: raw.path + path }, depth + 1);
  });
}
