import { createRequire } from 'node:module';
import type { Ajv, Options } from 'ajv';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import { RE2JS } from 're2js';
import type { Json, JsonSchema } from '../domain/extraction.ts';
import { type Fault, messageOf } from '../domain/failure.ts';
import { fieldsOf, maxFields, maxSchemaDepth, resolveRef } from './schema-fields.ts';

/** Longest schema, as JSON in UTF-16 units, and longest regular expression. */
const maxSchema = 100_000;
const maxPattern = 1_000;

/** One way in which data does not fit its schema. */
export interface SchemaFault {
  /** JSON pointer into the data. */
  pointer: string;
  message: string;
}

/** Tells where data does not fit. */
export type CheckData = (data: Json) => SchemaFault[];

/** Callers' expressions run in time linear to the text (RE2), never in the engine that backtracks. */
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
  email: (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text),
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

/** Some eighty modules, loaded with the first schema. */
function loadDialects(): typeof import('ajv') & typeof import('ajv/dist/2020.js') {
  const require = createRequire(import.meta.url);
  return { ...require('ajv'), ...require('ajv/dist/2020.js') };
}

/**
 * Makes the check of data against a schema. Only such formats are checked as are written in one way. Throws for what is no
 * schema, which {@link schemaFaults} tells beforehand.
 */
export function createDataCheck(schema: JsonSchema): CheckData {
  // The dialect is known; a name for the whole would only make two schemas of one name collide.
  const { $schema: _, $id: __, ...bare } = schema;
  const dialects = loadDialects();
  const ajv = isDraft7(schema)
    ? new dialects.Ajv({ ...options, meta: false })
    : new dialects.Ajv2020({ ...options, meta: false });
  const validate = ajv.compile(bare);
  return (data) => {
    if (validate(data)) return [];
    return (validate.errors ?? []).map((error) => ({
      pointer: error.instancePath,
      message: error.message ?? error.keyword,
    }));
  };
}

let metaChecks: { draft7: Ajv; latest: Ajv2020 } | null = null;

function metaFaults(schema: JsonSchema): Fault[] {
  if (metaChecks === null) {
    const dialects = loadDialects();
    metaChecks = {
      draft7: new dialects.Ajv({ strict: false, logger: false }),
      latest: new dialects.Ajv2020({ strict: false, logger: false }),
    };
  }
  const ajv = isDraft7(schema) ? metaChecks.draft7 : metaChecks.latest;
  const { $schema: _, ...bare } = schema;
  if (ajv.validateSchema(bare)) return [];
  return (
    (ajv.errors ?? [])
      .slice(0, 20)
      .map((error) => ({ pointer: error.instancePath, detail: error.message ?? 'is no JSON Schema' }))
      // Several ways of being right that all fail are one fault.
      .filter(({ pointer }, at, all) => all.findIndex((one) => one.pointer === pointer) === at)
  );
}

interface Part {
  value: unknown;
  pointer: string;
  depth: number;
}

/** What of a schema's parts cannot be taken: too deep, references elsewhere, expressions that RE2 does not know. */
function partFaults(schema: JsonSchema): Fault[] {
  const faults: Fault[] = [];
  const open: Part[] = [{ value: schema, pointer: '', depth: 0 }];
  for (let part = open.pop(); part !== undefined && faults.length < 20; part = open.pop()) {
    const { value, pointer, depth } = part;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > 4 * maxSchemaDepth) return [{ pointer, detail: 'is nested too deep' }];
    for (const [key, inner] of Object.entries(value)) {
      const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (key === '$ref' && typeof inner === 'string') {
        if (resolveRef(schema, inner) === null)
          faults.push({
            pointer: at,
            detail: 'names nothing in this schema; only local references are followed',
          });
      } else if (key === 'pattern' && typeof inner === 'string') faults.push(...patternFaults(inner, at));
      else open.push({ value: inner, pointer: at, depth: depth + 1 });
    }
  }
  return faults;
}

function patternFaults(pattern: string, pointer: string): Fault[] {
  if (pattern.length > maxPattern) return [{ pointer, detail: `is longer than ${maxPattern} characters` }];
  try {
    RE2JS.compile(pattern);
    return [];
  } catch (error) {
    return [{ pointer, detail: `is not an RE2 expression: ${messageOf(error)}` }];
  }
}

/** Why a schema cannot be taken; empty when it can. Pointers start at the schema. */
export function schemaFaults(schema: JsonSchema): Fault[] {
  if (JSON.stringify(schema).length > maxSchema) {
    return [{ pointer: '', detail: `is longer than ${maxSchema} characters` }];
  }
  const faults = partFaults(schema);
  if (faults.length > 0) return faults;
  const meta = metaFaults(schema);
  if (meta.length > 0) return meta;
  return shapeFaults(schema);
}

function shapeFaults(schema: JsonSchema): Fault[] {
  const fields = fieldsOf(schema);
  if (fields.length === 0)
    return [{ pointer: '', detail: 'asks for no field: give an object with properties' }];
  const count = fields.reduce((sum, field) => sum + 1 + field.fields.length, 0);
  if (count > maxFields) return [{ pointer: '', detail: `asks for more than ${maxFields} fields` }];
  try {
    createDataCheck(schema);
    return [];
  } catch (error) {
    return [{ pointer: '', detail: messageOf(error).slice(0, 300) }];
  }
}
