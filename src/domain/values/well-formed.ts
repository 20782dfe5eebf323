/**
 * Replaces lone surrogates in the strings and names of a JSON value by U+FFFD, as the conversion to `USVString` of the
 * Web IDL standard does; returns the value itself if it has none. Recursive: limit the depth of untrusted values first.
 */
export function toWellFormed<Value>(value: Value): Value {
  return convert(value) as Value;
}

function convert(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return convertArray(value);
  if (typeof value !== 'object' || value === null) return value;
  return convertObject(value);
}

function convertArray(items: readonly unknown[]): unknown {
  const converted = items.map(convert);
  return converted.some((item, index) => item !== items[index]) ? converted : items;
}

function convertObject(value: object): unknown {
  let changes = false;
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] => {
    const entry: [string, unknown] = [name.toWellFormed(), convert(inner)];
    if (entry[0] !== name || entry[1] !== inner) changes = true;
    return entry;
  });
  return changes ? Object.fromEntries(entries) : value;
}
