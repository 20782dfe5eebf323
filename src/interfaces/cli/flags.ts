import { fileFieldName } from '../../operations/declaration/file-field.ts';
import type { Operation } from '../../operations/declaration/operation.ts';
import { inputSchema, type JsonObject } from '../../operations/json-schema.ts';
import { type CommandPath, formerNameOf } from './command-paths.ts';
import { type ObjectForm, objectFormOf } from './object-form.ts';

/** A field of an operation as a command line flag. */
export interface Flag {
  /** Name of the field in the request. */
  field: string;
  /** Names without dashes; the first one is shown in the help. */
  names: string[];
  type: 'text' | 'number' | 'boolean' | 'json' | 'json_or_text' | 'pairs' | 'schedule';
  /** True if the flag can be repeated. */
  isList: boolean;
  /** Maximum number of values. */
  maxValues: number | null;
  choices: string[];
  description: string;
  defaultValue: unknown;
  /** The object that the flag takes as `NAME=VALUE`, besides JSON; null for none. */
  objectForm: ObjectForm | null;
}

/** A field that is passed without a flag. */
export interface Positional {
  field: string;
  isRequired: boolean;
}

/** A command for an operation. */
export interface OperationCommand {
  /** Its words, such as `job get`. */
  name: string;
  /** Fields that the words set. */
  fixed: CommandPath['fixed'];
  operation: Operation;
  /** Fields that are passed without a flag, in order. */
  positionals: Positional[];
  /** True if the only positional is a URL that can be repeated. */
  takesUrls: boolean;
  /** True if the only positional is the path of a file that can be repeated. */
  takesFiles: boolean;
  /** True if the only positional is an identifier that can be repeated. */
  takesIds: boolean;
  flags: Flag[];
}

interface FieldSchema extends JsonObject {
  type?: string | string[];
  anyOf?: FieldSchema[];
  properties?: Record<string, FieldSchema>;
  items?: FieldSchema;
  enum?: string[];
  additionalProperties?: FieldSchema | boolean;
  description?: string;
  maxItems?: number;
}

/** Returns the schema without the alternative null. */
function withoutNull(shape: FieldSchema): FieldSchema {
  if (Array.isArray(shape.type)) {
    const [only, ...others] = shape.type.filter((type) => type !== 'null');
    return only === undefined || others.length > 0 ? shape : { ...shape, type: only };
  }
  const options = shape.anyOf?.filter(({ type }) => type !== 'null');
  return options?.length === 1
    ? { ...options[0], ...(shape.description && { description: shape.description }) }
    : shape;
}

/** Returns true for a choice between the forms of a schedule. */
function isSchedule({ anyOf = [] }: FieldSchema): boolean {
  const fields = anyOf.flatMap(({ properties }) => Object.keys(properties ?? {}));
  return fields.includes('every') && fields.includes('cron');
}

/** Returns true for a second name of another field, which has a flag. */
function isAlias({ description = '' }: FieldSchema): boolean {
  return /^alias of /i.test(description);
}

/** Returns the singular of a field with several values: `urls` becomes `url`, and `countries` becomes `country`. */
function singularOf(field: string): string {
  return field.endsWith('ies') ? `${field.slice(0, -3)}y` : field.replace(/s$/, '');
}

/** Returns true for a choice that includes a text, and for a field of any type. */
function canBeText(shape: FieldSchema): boolean {
  if (shape.anyOf !== undefined) return shape.anyOf.some(canBeText);
  return shape.type === undefined
    ? shape.properties === undefined && !('oneOf' in shape)
    : shape.type === 'string';
}

function flagType(shape: FieldSchema): Flag['type'] {
  if (isSchedule(shape)) return 'schedule';
  if (shape.type === 'integer' || shape.type === 'number') return 'number';
  if (shape.type === 'boolean') return 'boolean';
  if (shape.type === 'string') return 'text';
  const isPairs =
    shape.type === 'object' && (shape.additionalProperties as FieldSchema | undefined)?.type === 'string';
  if (isPairs) return 'pairs';
  return canBeText(shape) ? 'json_or_text' : 'json';
}

/** The forms of a schedule that the command line accepts. */
const scheduleDescription =
  'When to run: an interval such as 6h, a cron expression in UTC such as "0 7 * * 1-5", or paused';

function createFlag(field: string, fieldSchema: FieldSchema, fieldNames: ReadonlySet<string>): Flag {
  const shape = withoutNull(fieldSchema);
  const item = shape.type === 'array' ? withoutNull(shape.items ?? {}) : shape;
  const type = flagType(item);
  const isList = type === 'pairs' || (shape.type === 'array' && type !== 'json');
  const name = field.replaceAll('_', '-');
  const singular = shape.type === 'array' || isList ? singularOf(field) : field;
  const singularName = singular !== field && !fieldNames.has(singular) ? [singular.replaceAll('_', '-')] : [];
  return {
    field,
    names: isList ? [...singularName, name] : [name],
    type,
    isList,
    maxValues: shape.type === 'array' ? (shape.maxItems ?? null) : null,
    choices: item.enum ?? [],
    description:
      type === 'schedule' ? scheduleDescription : (fieldSchema.description ?? shape.description ?? ''),
    defaultValue: (fieldSchema as { default?: unknown }).default,
    objectForm: type === 'json' && shape.type !== 'array' ? objectFormOf(field, shape) : null,
  };
}

/** Returns the fields with those of the query after those of the body: they say how the call is made, not what it does. */
function withQueryLast<Value>({ input }: Operation, fields: Record<string, Value>): Record<string, Value> {
  const inQuery = (field: string) => Number(Object.hasOwn(input.query?.shape ?? {}, field));
  return Object.fromEntries(
    Object.entries(fields).toSorted(([one], [other]) => inQuery(one) - inQuery(other)),
  );
}

/**
 * Creates the command of an operation under the words of `path`, by default its former name. Path fields, required strings and `url`
 * are positional.
 */
export function createCommand(
  operation: Operation,
  { words, fixed, required: alsoRequired = [] }: CommandPath = {
    words: [formerNameOf(operation)],
    fixed: {},
  },
): OperationCommand {
  const { properties: unordered, required } = inputSchema(operation) as {
    properties: Record<string, FieldSchema>;
    required: string[];
  };
  const properties = withQueryLast(operation, unordered);
  const fieldNames = new Set(Object.keys(properties));
  const takesFiles = operation.takesFile === true;
  const pathFields = Object.keys(operation.input.path?.shape ?? {}).filter((field) => !(field in fixed));
  const positionalFields = Object.keys(properties).filter(
    (field) =>
      !pathFields.includes(field) &&
      !(field in fixed) &&
      (field === 'url' ||
        (takesFiles && field === fileFieldName) ||
        (required.includes(field) && withoutNull(properties[field] as FieldSchema).type === 'string')),
  );
  const positionals = [...pathFields, ...positionalFields];
  const takesUrls = positionals.join() === 'url' && 'urls' in properties;
  return {
    name: words.join(' '),
    fixed,
    operation,
    positionals: positionals.map((field) => ({
      field,
      isRequired: takesUrls || required.includes(field) || alsoRequired.includes(field),
    })),
    takesUrls,
    takesFiles,
    takesIds:
      positionals.length === 1 &&
      pathFields.length === 1 &&
      (operation.method === 'DELETE' || fixed.action !== undefined),
    flags: Object.entries(properties)
      .filter(
        ([field, shape]) => !isAlias(shape) && !(field in fixed) && !(takesFiles && field === fileFieldName),
      )
      .map(([field, shape]) => createFlag(field, shape, fieldNames)),
  };
}
