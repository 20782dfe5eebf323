type Schema = Record<string, unknown>;

/** Limits of strict function calling, as the guide to structured outputs of OpenAI states them. */
const maxDepth = 10;
const maxProperties = 5_000;
const maxEnumValues = 1_000;
const maxCharacters = 120_000;
/** Maximum length of the description of a function. */
const maxDescription = 1_024;

const types = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);
/** Keywords that the schemas of functions may use; the guide allows some more, for numbers, texts and lists. */
const keywords = new Set([
  'type',
  'description',
  'enum',
  'items',
  'anyOf',
  'properties',
  'required',
  'additionalProperties',
]);

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface Sizes {
  properties: number;
  enumValues: number;
  characters: number;
}

function objectViolations({ properties, required, additionalProperties }: Schema, place: string): string[] {
  const names = isSchema(properties) ? Object.keys(properties) : [];
  const found: string[] = [];
  if (!isSchema(properties)) found.push(`${place}: an object without properties`);
  if (additionalProperties !== false) found.push(`${place}: additionalProperties is not false`);
  if (JSON.stringify(required) !== JSON.stringify(names))
    found.push(`${place}: not every property is required`);
  return found;
}

function schemaViolations(schema: unknown, place: string, depth: number, sizes: Sizes): string[] {
  if (!isSchema(schema)) return [`${place}: no schema`];
  const found = Object.keys(schema)
    .filter((keyword) => !keywords.has(keyword))
    .map((keyword) => `${place}: ${keyword} is not supported`);
  if (depth > maxDepth) found.push(`${place}: deeper than ${maxDepth} levels`);
  const { type, anyOf, items, properties, enum: values } = schema;
  const own = [type ?? []].flat();
  if (own.length === 0 && !Array.isArray(anyOf)) found.push(`${place}: no type`);
  for (const one of own) if (!types.has(String(one))) found.push(`${place}: the type ${one}`);
  if (own.includes('object')) found.push(...objectViolations(schema, place));
  if (own.includes('array') && !isSchema(items)) found.push(`${place}: a list without items`);
  if (Array.isArray(values)) {
    sizes.enumValues += values.length;
    for (const value of values) {
      sizes.characters += String(value).length;
      const kind = value === null ? 'null' : typeof value;
      if (!own.includes(kind)) found.push(`${place}: ${JSON.stringify(value)} is no ${own.join(' or ')}`);
    }
  }
  const nested: Array<[string, unknown]> = [
    ...(Array.isArray(anyOf) ? anyOf.map((one, at): [string, unknown] => [`${place}/anyOf/${at}`, one]) : []),
    ...(items === undefined ? [] : [[`${place}/items`, items] as [string, unknown]]),
  ];
  for (const [name, value] of Object.entries(isSchema(properties) ? properties : {})) {
    sizes.properties += 1;
    sizes.characters += name.length;
    nested.push([`${place}/${name}`, value]);
  }
  return [...found, ...nested.flatMap(([at, one]) => schemaViolations(one, at, depth + 1, sizes))];
}

/** Returns the rules of strict function calling that a function breaks; empty for a function that an API accepts. */
export function strictViolations(definition: {
  name: string;
  description: string;
  parameters: Schema;
}): string[] {
  const { name, description, parameters } = definition;
  const sizes: Sizes = { properties: 0, enumValues: 0, characters: 0 };
  const found = schemaViolations(parameters, name, 1, sizes);
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) found.push(`${name}: the name`);
  if (description.length > maxDescription)
    found.push(`${name}: a description of ${description.length} characters`);
  if (parameters.type !== 'object' || parameters.anyOf !== undefined)
    found.push(`${name}: the root is no object`);
  if (sizes.properties > maxProperties) found.push(`${name}: ${sizes.properties} properties`);
  if (sizes.enumValues > maxEnumValues) found.push(`${name}: ${sizes.enumValues} values of enumerations`);
  if (sizes.characters > maxCharacters)
    found.push(`${name}: ${sizes.characters} characters of names and values`);
  return found;
}
