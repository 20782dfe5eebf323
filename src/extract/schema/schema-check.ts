import type { Options } from 'ajv';
import { RE2JS } from 're2js';
import type { Json, JsonSchema } from '../../domain/pages/extraction.ts';
import { errorMessage, type ValidationError } from '../../domain/system/failure.ts';
import { pointerToken } from '../../domain/values/json-pointer.ts';
import { once } from '../../domain/values/once.ts';
import { loadPackage } from '../../page/assets/load-package.ts';
import { describeSchemaError } from './describe-schema-error.ts';
import { checkComposition } from './schema-composition.ts';
import { fieldsOf, maxFields, maxSchemaDepth, resolveRef } from './schema-fields.ts';

/** Maximum length of a schema as JSON, in UTF-16 units, and of a regular expression. */
const maxSchemaLength = 100_000;
const maxPatternLength = 1_000;

/** A validation error of data against its schema. */
export interface SchemaError {
  /** JSON Pointer into the data. */
  pointer: string;
  message: string;
}

/** Returns the validation errors of data. */
export type CheckData = (data: Json) => SchemaError[];

/** Runs callers' expressions with RE2 in linear time, because the built-in engine backtracks. */
function linearRegExp(pattern: string): RegExp {
  const compiled = RE2JS.compile(pattern);
  return { test: (text: string) => compiled.matcher(text).find() } as RegExp;
}
linearRegExp.code = 'linearRegExp';

const formats: Record<string, (text: string) => boolean> = {
  date: (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)),
  'date-time': (text) => /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}/.test(text) && !Number.isNaN(Date.parse(text)),
  time: (text) => /^\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:[Zz]|[+-]\d{2}:\d{2})?$/.test(text),
  duration: (text) =>
    /^P(?=.)(?:\d+Y)?(?:\d+M)?(?:\d+W)?(?:\d+D)?(?:T(?=.)(?:\d+H)?(?:\d+M)?(?:[\d.]+S)?)?$/.test(text),
  email: (text) => /^[^\s@]+@[^\s@]+$/.test(text) && text.slice(text.indexOf('@') + 2, -1).includes('.'),
  uri: (text) => URL.canParse(text),
  url: (text) => URL.canParse(text),
};

const options: Options = {
  strict: false,
  allErrors: true,
  validateSchema: false,
  logger: false,
  formats,
  code: { regExp: linearRegExp },
};

function isDraft7(schema: JsonSchema): boolean {
  return typeof schema.$schema === 'string' && /draft-0[4-7]/.test(schema.$schema);
}

/** Loads Ajv on first use, because it consists of about eighty modules. */
function loadDialects(): typeof import('ajv') & typeof import('ajv/dist/2020.js') {
  return { ...loadPackage('ajv'), ...loadPackage('ajv/dist/2020.js') };
}

/**
 * Creates the validator of data against a schema. Only formats with one notation are checked. Throws for an
 * invalid schema; call {@link checkSchema} first.
 */
export function createDataCheck(schema: JsonSchema): CheckData {
  // A shared `$id` would make two schemas collide; the dialect is already known.
  const { $schema: _, $id: __, ...anonymous } = schema;
  const dialects = loadDialects();
  const ajv = isDraft7(schema)
    ? new dialects.Ajv({ ...options, meta: false })
    : new dialects.Ajv2020({ ...options, meta: false });
  const validate = ajv.compile(anonymous);
  return (data) => {
    if (validate(data)) return [];
    return (validate.errors ?? []).map((error) => ({
      pointer: error.instancePath,
      message: describeSchemaError(error),
    }));
  };
}

const metaValidators = once(() => {
  const dialects = loadDialects();
  return {
    draft7: new dialects.Ajv({ strict: false, logger: false }),
    latest: new dialects.Ajv2020({ strict: false, logger: false }),
  };
});

function checkMetaSchema(schema: JsonSchema): ValidationError[] {
  const ajv = isDraft7(schema) ? metaValidators().draft7 : metaValidators().latest;
  const { $schema: _, ...anonymous } = schema;
  if (ajv.validateSchema(anonymous)) return [];
  return (
    (ajv.errors ?? [])
      .slice(0, 20)
      .map((error) => ({
        pointer: error.instancePath,
        detail: `This is not valid JSON Schema: the value ${describeSchemaError(error)}. Correct the schema.`,
      }))
      // A failed union yields several errors at one place; one is reported.
      .filter(({ pointer }, at, all) => all.findIndex((one) => one.pointer === pointer) === at)
  );
}

interface SchemaPart {
  value: unknown;
  pointer: string;
  depth: number;
}

/** Checks the parts of a schema: the nesting depth, references, and expressions that RE2 does not support. */
function checkParts(schema: JsonSchema): ValidationError[] {
  const errors: ValidationError[] = [];
  const pending: SchemaPart[] = [{ value: schema, pointer: '', depth: 0 }];
  for (let part = pending.pop(); part !== undefined && errors.length < 20; part = pending.pop()) {
    const { value, pointer, depth } = part;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > 4 * maxSchemaDepth)
      return [
        { pointer, detail: `The schema is nested more than ${4 * maxSchemaDepth} levels deep. Flatten it.` },
      ];
    for (const [key, inner] of Object.entries(value)) {
      const at = `${pointer}/${pointerToken(key)}`;
      if (key === '$ref' && typeof inner === 'string') {
        if (resolveRef(schema, inner) === null)
          errors.push({
            pointer: at,
            detail:
              'The reference does not exist in this schema. Only local references are supported; move the definition to $defs.',
          });
      } else if ((key === '$dynamicRef' || key === '$recursiveRef') && typeof inner === 'string') {
        errors.push({ pointer: at, detail: 'This keyword is not supported. Use $ref instead.' });
      } else if (key === 'pattern' && typeof inner === 'string') errors.push(...checkPattern(inner, at));
      else pending.push({ value: inner, pointer: at, depth: depth + 1 });
    }
  }
  return errors;
}

function checkPattern(pattern: string, pointer: string): ValidationError[] {
  if (pattern.length > maxPatternLength)
    return [{ pointer, detail: `The pattern has more than ${maxPatternLength} characters. Shorten it.` }];
  try {
    RE2JS.compile(pattern);
    return [];
  } catch (error) {
    return [
      {
        pointer,
        detail: `The pattern is not a valid RE2 expression: ${errorMessage(error)}. RE2 has no look-around and no back references.`,
      },
    ];
  }
}

/** Returns the errors of a schema; empty if it is accepted. Pointers are relative to the schema. */
export function checkSchema(schema: JsonSchema): ValidationError[] {
  if (JSON.stringify(schema).length > maxSchemaLength) {
    return [{ pointer: '', detail: `The schema has more than ${maxSchemaLength} characters. Shorten it.` }];
  }
  const errors = checkParts(schema);
  if (errors.length > 0) return errors;
  const compositionErrors = checkComposition(schema);
  if (compositionErrors.length > 0) return compositionErrors;
  const metaErrors = checkMetaSchema(schema);
  if (metaErrors.length > 0) return metaErrors;
  return checkFields(schema);
}

/** Keywords of which at least one states what a value is. */
const valueKeywords = [
  'type',
  'properties',
  'items',
  'prefixItems',
  'enum',
  'const',
  '$ref',
  'allOf',
  'anyOf',
  'oneOf',
] as const;

function checkFields(schema: JsonSchema): ValidationError[] {
  // A map such as {"price": "number"}, or a schema object of a validation library, is valid JSON Schema that says nothing.
  if (!valueKeywords.some((keyword) => schema[keyword] !== undefined))
    return [
      {
        pointer: '',
        detail:
          'This is not a JSON Schema of values. Send an object with properties, such as {"type": "object", "properties": {"price": {"type": "number"}}}.',
      },
    ];
  const fields = fieldsOf(schema);
  if (fields.length === 0)
    return [{ pointer: '', detail: 'The schema has no fields. Send an object with properties.' }];
  const count = fields.reduce((sum, field) => sum + 1 + field.fields.length, 0);
  if (count > maxFields)
    return [
      { pointer: '', detail: `The schema has ${count} fields; the maximum is ${maxFields}. Remove fields.` },
    ];
  try {
    createDataCheck(schema);
    return [];
  } catch (error) {
    return [{ pointer: '', detail: errorMessage(error).slice(0, 300) }];
  }
}
